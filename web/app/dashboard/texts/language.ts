// The language of the dashboard. It is kept in this browser and set in the `lang` attribute.
import { keptChoice } from "../ui/kept-choice.ts";

export type Language = "en" | "hi";

/** The name of each language in that language, for the menu. */
export const languages: readonly { id: Language; label: string }[] = [
  { id: "en", label: "English" },
  { id: "hi", label: "हिन्दी" },
];

export const { use: useLanguage, choose: chooseLanguage } = keptChoice<Language>("language", ["en", "hi"]);
