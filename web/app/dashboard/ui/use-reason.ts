// Returns the meaning of a reason in the chosen language. English comes from the server, Hindi from the code.
import { use } from "react";
import type { Sentence } from "#dashboard/api/operations.ts";
import { useLanguage } from "#dashboard/texts/language.ts";

type Hindi = Readonly<Partial<Record<Sentence["code"], string>>>;

let hindi: Promise<Hindi> | undefined;

export function useReason(): (sentence: Sentence) => string {
  const language = useLanguage();
  if (language === "en") return ({ text }) => text;
  hindi ??= import("./reasons.hi.ts").then(({ reasonSentences }) => reasonSentences);
  const texts = use(hindi);
  return ({ code, text }) => texts[code] ?? text;
}
