/** Writes account numbers as banks and receivers do in their own words, and reads such words as a person does. */
import { LETTER, signOf } from "#lib/signs-of-text";

const groupsOf = (number: string, size: number, between: string): string =>
  (number.match(new RegExp(`.{1,${size}}`, "g")) ?? []).join(between);

const each = (number: string, write: (sign: string) => string): string => [...number].map(write).join("");
const inScript = (zero: number) => (sign: string) =>
  /\d/.test(sign) ? String.fromCodePoint(zero + Number(sign)) : sign;
const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(2, "0");

/** Each writes a number in another way. */
const DISGUISES: readonly ((number: string) => string)[] = [
  (number) => number,
  (number) => groupsOf(number, 4, " "),
  (number) => groupsOf(number, 4, "-"),
  (number) => groupsOf(number, 5, "/"),
  (number) => `A/c No.${number}`,
  (number) => `ACNO${number}`,
  (number) => `HDFC0000001-${number}`,
  (number) => `X${number}`,
  (number) => each(number, inScript(0xff10)),
  (number) => each(number, inScript(0x966)),
  (number) => each(number, (sign) => `%${hexOf(sign)}`),
  (number) => each(number, (sign) => String.raw`\u00${hexOf(sign)}`),
  (number) => each(number, (sign) => `&#${sign.charCodeAt(0)};`),
  (number) => each(number, (sign) => `${sign}\u200b`),
];

/** Narrations are kept up to this length. */
const WORDS_MAX = 500;

/** Returns words with the number in all these ways, in as few texts as hold them. */
export function disguised(number: string): string[] {
  return DISGUISES.reduce<string[]>((texts, disguise) => {
    const words = `account ${disguise(number)} is closed`;
    const [last, ...others] = texts;
    const longer = last === undefined ? words : `${last}; ${words}`;
    return longer.length <= WORDS_MAX ? [longer, ...others] : [words, ...texts];
  }, []);
}

/** Returns JSON in which a receiver repeats a number: as a text, in a text, in a list, and as a number if it is one. */
export function echoOf(number: string): string {
  const escaped = JSON.stringify({ account: number, list: [{ account: number }] });
  const bare = /^[1-9]\d*$/.test(number) ? Number(number) : null;
  return JSON.stringify({ account: number, bare, nested: { escaped, twice: JSON.stringify({ escaped }) } });
}

/** Returns what a reader of the words sees: escapes are read, digits are ASCII, and nothing is between them. */
export function undisguised(words: string): string {
  const read = words
    .replaceAll(/\\+u00([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("\u200b", "");
  const digits = [...read].map((sign) => {
    const number = signOf(sign.codePointAt(0)!);
    return number < 10 && number < LETTER ? String(number) : sign;
  });
  return digits.join("").replaceAll(/(?<=\w)[ ./-](?=\w)/g, "");
}
