/** Names and remarks in the letters that a bank's protocol takes. */
import { indicToLatin, withoutMarks } from "#lib/to-latin";

/** What a field of a protocol takes beside nothing: characters outside of `taken` become blanks. */
export interface Letters {
  readonly taken: RegExp;
  /** Characters, at most. */
  readonly max: number;
  /** How the protocol writes an apostrophe, where it is no plain one. */
  readonly apostrophe?: string;
}

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[\u2018-\u201b\u2032\u02bc\u0060\u00b4\u201c-\u201f\u2033\u00ab\u00bb"]/g, "'"],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/\u2026/g, "..."],
  [/\u20b9/g, "Rs "],
];

/**
 * One line in the letters that are taken: Indian scripts are transliterated, accents, curly quotes and long dashes made
 * plain, and other characters dropped. Empty when nothing is left.
 */
export function writeLatin(text: string, { taken, max, apostrophe = "'" }: Letters): string {
  let line = indicToLatin(text);
  for (const [sign, plain] of SIGNS) line = line.replace(sign, plain);
  line = withoutMarks(line).replaceAll("'", apostrophe);
  const letters = [...line].map((letter) => (taken.test(letter) ? letter : " ")).join("");
  return letters.replace(/ +/g, " ").trim().slice(0, max).trim();
}

/**
 * A payee's name, which no protocol takes empty: an order is refused before it comes here when its name has no letter
 * that can be written. The word is that of ISO 20022 for what was not provided.
 */
export function writeName(name: string, letters: Letters): string {
  return writeLatin(name, letters) || "NOTPROVIDED";
}

/** Whether banks can be told the name: some letter or digit of it can be written in Latin ones. */
export function isWritableName(name: string): boolean {
  return /[A-Za-z0-9]/.test(writeLatin(name, { taken: /[A-Za-z0-9]/, max: 1_000 }));
}
