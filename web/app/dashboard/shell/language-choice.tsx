// A switch to the other language, which looks like a link and is labelled in that language.
import { chooseLanguage, languages, useLanguage } from "../texts/language.ts";

export function LanguageChoice() {
  const chosen = useLanguage();
  return languages
    .filter((language) => language.id !== chosen)
    .map((language) => (
      <button
        key={language.id}
        type="button"
        lang={language.id}
        onClick={() => chooseLanguage(language.id)}
        className="min-h-11 rounded-field px-2 text-14 text-link underline"
      >
        {language.label}
      </button>
    ));
}
