// Light, dark or the system's theme. The site's switch uses the same stored choice (ui/theme-switch.tsx).
import { keptChoice } from "../ui/kept-choice.ts";

export type Theme = "system" | "light" | "dark";

export const { use: useTheme, choose: chooseTheme } = keptChoice<Theme>(
  "theme",
  ["system", "light", "dark"],
  (theme) => {
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  },
);
