// The language of the dashboard: kept in this browser, shown in the `lang` attribute.
import { keptChoice } from "../ui/kept-choice.ts";

export type Language = "en" | "hi";

/** Each language in its own words, for the menu that chooses one. */
export const languages: readonly { id: Language; label: string }[] = [
  { id: "en", label: "English" },
  { id: "hi", label: "हिन्दी" },
];

export const { use: useLanguage, choose: chooseLanguage } = keptChoice<Language>("language", ["en", "hi"]);
