/**
 * Masks account numbers in fields, for views that leave no record that someone saw the whole number. Also masks them in
 * texts that other people wrote, such as narrations, reasons, and answers of banks and receivers.
 */
import { endOf, shownOf } from "@vitaran/spreadsheets/shown-end";
import { ERASED } from "./eraser.ts";
import { BETWEEN, LETTER, signOf, UNSEEN } from "./signs-of-text.ts";
import { SEAL_LENGTH } from "./vault.ts";

export { endOf, shownOf };

/** Returns all ends by which a number may be shown, however many zeros are written before it. */
export const endsOf = (number: string): string[] => [4, 2, 1].map((length) => number.slice(-length));

/** Returns what is shown of the last four characters of a sealed number, whose length is known without opening it. */
export const endOfSealed = (last4: string, sealed: Buffer): string =>
  last4.slice(-shownOf({ length: sealed.length - SEAL_LENGTH }));

/** Returns an end that is shown for a file, after plain letters, which every program shows alike. */
export const endInFile = (end: string): string => `XXXXXX${end}`;

/** Returns what of an account number is shown in a file. */
export const maskInFile = (number: string): string => (number === ERASED ? ERASED : endInFile(endOf(number)));

/** Returns what of an account number is shown on a page. What stands for an erased number is no number. */
export const maskToEnd = (number: string): string => (number === ERASED ? ERASED : `••••${endOf(number)}`);

/** Turns all but the last letters and digits into dots; the length and the signs stay to show slips. */
export function maskAll(number: string): string {
  const shown = shownOf(number.replaceAll(/[^\p{L}\p{N}]/gu, ""));
  let read = 0;
  const hide = (sign: string): string => (/[\p{L}\p{N}]/u.test(sign) && (read += 1) > shown ? "•" : sign);
  return [...number].toReversed().map(hide).toReversed().join("");
}

/** Matches `<account>@<IFSC>.ifsc.npci`, by which UPI pays to an account, and similar texts. */
const VPA_OF_ACCOUNT = /([\w.-]+)(@[\w.-]*\.ifsc\.npci)/gi;

/** Masks the UPI IDs that are account numbers in a text, or a JSON text, except the end of the number. */
export const maskVpas = (text: string): string =>
  text.replace(VPA_OF_ACCOUNT, (_whole, number: string, handle: string) => maskAll(number) + handle);

/** Returns a copy of a JSON value in which such UPI IDs are masked in all texts. */
export const maskVpasIn = (value: unknown): unknown => JSON.parse(maskVpas(JSON.stringify(value)));

/** Masks one such UPI ID for a file. */
export const maskVpaInFile = (vpa: string): string =>
  vpa.replace(VPA_OF_ACCOUNT, (_whole, number: string, handle: string) => maskInFile(number) + handle);

export interface KnownInWords {
  /** References by which people find the payment. They stay as they are. */
  readonly references?: readonly (string | null | undefined)[];
  /** Account numbers that the words may repeat. They are masked wherever they stand, however they are written. */
  readonly accounts?: readonly string[];
}

/** A word with as many digits, also in groups, may be an account number. */
const DIGITS_MIN = 5;

/** One sign as it is read, with the place where it is written, perhaps as an escape. */
interface Sign {
  readonly at: number;
  readonly end: number;
  /** A digit, a letter in capitals, or the sign itself. */
  readonly read: string;
}

/**
 * Masks each word with five digits or more, also if they stand in groups, are escaped, or are of another script,
 * except the end. What `LEGIBLE` lists stays.
 */
export function maskWords(words: string, { references = [], accounts = [] }: KnownInWords = {}): string {
  const signs = readSigns(words);
  const masked = new Set<number>();
  for (const account of accounts) findAccount(signs, account, masked);
  const text = signs.map(({ read }) => read).join("");
  findNumbers(text.replaceAll(ESTABLISHED, blank), references, masked);
  let shown = "";
  let end = 0;
  for (const place of [...masked].toSorted((one, other) => one - other)) {
    const sign = signs[place]!;
    shown += `${words.slice(end, sign.at)}•`;
    end = sign.end;
  }
  return shown + words.slice(end);
}

/** Matches one character, or one that is escaped as in JSON, in a URL or in HTML, perhaps several times. */
const CHARACTER = new RegExp(
  [
    String.raw`\\+(?:u[\da-f]{4}|[nrtbf"\\/])`,
    String.raw`%(?:25)*[0-7][\da-f]`,
    String.raw`%(?:25)*[c-f][\da-f](?:%(?:25)*[89ab][\da-f]){1,3}`,
    String.raw`&(?:amp;)*#(?:x[\da-f]{1,5}|\d{1,6});|&nbsp;|.`,
  ].join("|"),
  "gisu",
);

/** Reads the signs that are seen. */
function readSigns(words: string): Sign[] {
  const signs: Sign[] = [];
  for (const { 0: written, index } of words.matchAll(CHARACTER)) {
    const character = unescaped(written);
    const sign = signOf(character.codePointAt(0)!);
    if (sign === UNSEEN) continue;
    const isDigit = sign !== LETTER && sign !== BETWEEN;
    const read = isDigit ? String(sign % 10) : sign === LETTER ? letterOf(character) : betweenOf(character);
    signs.push({ at: index, end: index + written.length, read });
  }
  return signs;
}

function unescaped(written: string): string {
  if (written.length <= 2 && !written.startsWith("\\")) return written;
  const hex = /^\\+u([0-9a-f]{4})$|^&.*#x([0-9a-f]+);$/i.exec(written);
  if (hex !== null) return characterOf(Number.parseInt(hex[1] ?? hex[2]!, 16));
  const decimal = /#(\d+);$/.exec(written);
  if (decimal !== null) return characterOf(Number(decimal[1]));
  if (written.startsWith("%"))
    return Buffer.from(written.replaceAll(/%(?:25)*(?=[0-9a-f]{2})/gi, ""), "hex").toString();
  return /["\\/]$/.test(written) ? written.at(-1)! : " ";
}

const characterOf = (code: number): string => (code > 0x10ffff ? " " : String.fromCodePoint(code));

/** A letter of one UTF-16 unit, so that places in the text are places among the signs. */
function letterOf(character: string): string {
  const [letter = "L"] = character.normalize("NFKC").toUpperCase();
  return letter.length === 1 ? letter : "L";
}

const betweenOf = (character: string): string =>
  character.length > 1 ? "#" : /\s/.test(character) ? " " : /\p{Pd}/u.test(character) ? "-" : character;

/** Finds an account in any grouping, without its leading zeros, and inside of longer words. */
function findAccount(signs: readonly Sign[], account: string, masked: Set<number>): void {
  const number = readSigns(account)
    .map(({ read }) => read)
    .filter(isOfWord)
    .join("");
  const core = number.replace(/^0+/, "");
  if (core.length < DIGITS_MIN) return;
  const places = signs.flatMap(({ read }, place) => (isOfWord(read) ? [place] : []));
  const text = places.map((place) => signs[place]!.read).join("");
  for (let at = text.indexOf(core); at >= 0; at = text.indexOf(core, at + 1)) {
    const hidden = places.slice(at, at + core.length - shownOf(number));
    for (const place of hidden) masked.add(place);
  }
}

const isOfWord = (read: string): boolean => /[\p{L}\p{N}]/u.test(read);

/** Stands for what is legible: it is neither of a word nor between groups. */
const blank = (legible: string): string => "#".repeat(legible.length);

const MONTH = "(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]{0,6}";
const YEAR = "(?:(?:19|20)\\d\\d)";
const CLOCK = "[0-2]\\d:[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,6})?)?";
const DAY_OF_MONTH = "(?:[12]\\d|3[01]|0?[1-9])";
const MONTH_OF_YEAR = "(?:1[0-2]|0?[1-9])";
const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";

/** Matches texts that are known by their form, whatever stands beside them. */
const ESTABLISHED = new RegExp(
  [
    // An ID of ours.
    "(?<![A-Z\\d-])[\\dA-F]{8}(?:-[\\dA-F]{4}){3}-[\\dA-F]{12}(?![A-Z\\d])",
    // A branch.
    "(?<![A-Z\\d])[A-Z]{4}0[A-Z\\d]{6}(?![A-Z\\d])",
    // A moment, and a time of the day.
    `(?<![A-Z\\d])${YEAR}-[01]\\d-[0-3]\\d[T ]${CLOCK}(?:Z|[+-]\\d\\d:?\\d\\d)?(?![\\d])`,
    `(?<![A-Z\\d:])${CLOCK}(?![A-Z\\d:])`,
    // The address of a server.
    `(?<![\\d.])(?:${OCTET}\\.){3}${OCTET}(?::\\d{1,5})?(?![\\d.])`,
  ].join("|"),
  "g",
);

/** No group of digits, as of an account number, stands beside a day or an amount. */
const ALONE_BEFORE = "(?<!\\d[.,/-]?)(?<!(?<!\\d)\\d{1,6} {1,3})";
const ALONE_AFTER = "(?![.,/-]?\\d)(?! {1,3}\\d{1,6}(?!\\d))";

const LEGIBLE = new RegExp(
  [
    // A day.
    `(?<![A-Z])${ALONE_BEFORE}(?:${YEAR}([-./])[01]\\d\\1[0-3]\\d|` +
      `${DAY_OF_MONTH}([-./])${MONTH_OF_YEAR}\\2(?:${YEAR}|\\d\\d)|` +
      `${DAY_OF_MONTH}[ -]?${MONTH}[ ,-]{0,2}(?:${YEAR}|\\d\\d)?)(?![A-Z])${ALONE_AFTER}`,
    // An amount of rupees: with a currency, with paise, or grouped as amounts are.
    `(?<![A-Z\\d])(?:RS|INR|₹)[. ]{0,2}(?:\\d{1,8}|${grouped("0,4")})(?:\\.\\d{1,2})?(?![A-Z])${ALONE_AFTER}`,
    `(?:(?<![A-Z])|(?<=(?<![A-Z\\d])(?:RS|INR|CR|DR)))${ALONE_BEFORE}(?:\\d{1,8}|${grouped("0,4")})\\.\\d\\d` +
      `(?:(?![A-Z])|(?=(?:CR|DR|INR)(?![A-Z\\d])))${ALONE_AFTER}`,
    `(?<![A-Z])${ALONE_BEFORE}${grouped("0,2")}(?![A-Z])${ALONE_AFTER}`,
  ].join("|"),
  "g",
);

function grouped(lakhs: string): string {
  return `\\d{1,3}(?:(?:,\\d\\d){${lakhs}},\\d{3}|(?:,\\d{3}){1,3})`;
}

/** Finds the numbers that are none of the references, no days and no amounts. */
function findNumbers(text: string, references: KnownInWords["references"], masked: Set<number>): void {
  let legible = text;
  for (const reference of references ?? []) legible = withoutReference(legible, reference ?? "");
  legible = legible.replaceAll(LEGIBLE, blank);
  let run: Run = NONE;
  for (const { 0: word, index } of legible.matchAll(/[\p{L}\p{N}]+/gu)) {
    const hasDigit = /\d/.test(word);
    const joins = hasDigit && run.from < run.end && JOINT.test(legible.slice(run.end, index));
    if (!joins) maskRun(legible, run, masked);
    run = hasDigit ? { from: joins ? run.from : index, end: index + word.length } : NONE;
  }
  maskRun(legible, run, masked);
}

interface Run {
  readonly from: number;
  readonly end: number;
}
const NONE: Run = { from: 0, end: 0 };

/** Stands between the groups of one number. */
const JOINT = /^(?:[ \-./\\_()+*·;|:'~=]{1,3}|,)$/;

/** Keeps a reference in a text from being masked, unless it touches a digit or is part of a longer word. */
function withoutReference(text: string, reference: string): string {
  const read = readSigns(reference)
    .map((sign) => sign.read)
    .join("");
  if (read.replaceAll(/\D/g, "").length < DIGITS_MIN || !text.includes(read)) return text;
  const literal = read.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`);
  const before = /^\d/.test(read) ? String.raw`(?<!\d)` : String.raw`(?<![\p{L}\d])`;
  const after = /\d$/.test(read) ? String.raw`(?!\d)` : String.raw`(?![\p{L}\d])`;
  return text.replaceAll(new RegExp(before + literal + after, "gu"), blank);
}

/** Words that people write before a number without a blank. */
const TITLE = /^(?:(?:A\/?C|ACCT?|ACCOUNT)?(?:NO)?|RRN|UTR|REF|TXN|ID)(?=\d)/;

function maskRun(text: string, { from, end }: Run, masked: Set<number>): void {
  const run = text.slice(from, end);
  if (run.replaceAll(/\D/g, "").length < DIGITS_MIN) return;
  const title = TITLE.exec(run)?.[0].length ?? 0;
  const places: number[] = [];
  for (let place = title; place < run.length; place += 1)
    if (isOfWord(run[place]!)) places.push(from + place);
  const number = run.slice(run.search(/\d/)).replaceAll(/[^\p{L}\p{N}]/gu, "");
  for (const place of places.slice(0, -shownOf(number))) masked.add(place);
}
