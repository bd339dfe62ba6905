// Says the server's sentences about a transfer in the language chosen: English comes with them, Hindi is said from code and
// values. Moments are the values whose names end in At.
import { use } from "react";
import type { Sentence } from "#dashboard/api/operations.ts";
import { useLanguage } from "#dashboard/texts/language.ts";
import { formatTime } from "#dashboard/ui/time.tsx";

export type SentenceCode = Sentence["code"];

let hindi: Promise<Readonly<Record<SentenceCode, string>>> | undefined;

export function useSay(): (sentence: Sentence) => string {
  const language = useLanguage();
  if (language === "en") return ({ text }) => text;
  hindi ??= import("./sentences.hi.ts").then((module) => module.default);
  const texts = use(hindi);
  return ({ code, values }) =>
    texts[code].replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
      const value = values[name] ?? "";
      return name.endsWith("At") ? formatTime(value, "minute", language) : value;
    });
}
