/** Names and remarks in the letters that a bank's protocol accepts. */
import { indicToLatin, withoutMarks } from "#lib/to-latin";

/** The letters that a field of a protocol accepts; characters outside of `taken` become spaces. */
export interface Letters {
  readonly taken: RegExp;
  /** The maximum number of characters. */
  readonly max: number;
  /** The protocol's form of an apostrophe, if it is not a plain one. */
  readonly apostrophe?: string;
}

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[\u2018-\u201b\u2032\u02bc\u0060\u00b4\u201c-\u201f\u2033\u00ab\u00bb"]/g, "'"],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/\u2026/g, "..."],
  [/\u20b9/g, "Rs "],
];

/**
 * Returns one line in the accepted letters: Indian scripts are transliterated; accents, curly quotes and long dashes
 * are replaced by plain characters; all others are dropped. Empty if nothing is left.
 */
export function writeLatin(text: string, { taken, max, apostrophe = "'" }: Letters): string {
  let line = indicToLatin(text);
  for (const [sign, plain] of SIGNS) line = line.replace(sign, plain);
  line = withoutMarks(line).replaceAll("'", apostrophe);
  const letters = [...line].map((letter) => (taken.test(letter) ? letter : " ")).join("");
  return letters.replace(/ +/g, " ").trim().slice(0, max).trim();
}

/**
 * Writes a payee's name, which no protocol lets be empty. Orders whose names have no writable letter are refused before
 * they get here; if one did, the bank would read ISO 20022's own word for a missing name.
 */
export function writeName(name: string, letters: Letters): string {
  return writeLatin(name, letters) || "NOTPROVIDED";
}

/** True if banks can be told the name: at least one letter or digit of it can be written in Latin characters. */
export function isWritableName(name: string): boolean {
  return /[A-Za-z0-9]/.test(writeLatin(name, { taken: /[A-Za-z0-9]/, max: 1_000 }));
}
