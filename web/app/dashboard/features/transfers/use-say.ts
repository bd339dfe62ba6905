// Returns the server's sentences about a transfer in the chosen language. English sentences come from the server; Hindi
// ones are built from code and values. Values whose names end in At are times.
import { use } from "react";
import type { Sentence } from "#dashboard/api/operations.ts";
import { useLanguage } from "#dashboard/texts/language.ts";
import { formatTime } from "#dashboard/ui/time.tsx";

export type SentenceCode = Sentence["code"];

interface Hindi {
  default: Readonly<Record<SentenceCode, string>>;
  words: Readonly<Record<string, string>>;
}

let hindi: Promise<Hindi> | undefined;

/** These values are the server's own words. Others are names, numbers and texts of people. */
const OWN_WORDS: ReadonlySet<string> = new Set(["kind", "because", "source"]);

export function useSay(): (sentence: Sentence) => string {
  const language = useLanguage();
  if (language === "en") return ({ text }) => text;
  hindi ??= import("./sentences.hi.ts");
  const { default: texts, words } = use(hindi);
  return ({ code, values }) =>
    texts[code].replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
      const value = values[name] ?? "";
      if (OWN_WORDS.has(name)) return words[value] ?? value;
      return name.endsWith("At") ? formatTime(value, "minute", language) : value;
    });
}
