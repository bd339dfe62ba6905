/**
 * Finds card numbers in text before it is stored: only network tokens may be stored. Ordinary numbers of several
 * groups in addresses, notes and remarks are left out: beside others they are as long as a card number, and one in
 * ten of that length passes its check.
 */
import { BETWEEN, LETTER, signOf, UNSEEN } from "./signs-of-text.ts";

const [LENGTH_MIN, LENGTH_MAX] = [13, 19];

/**
 * The first digits of the networks seen in India, with the lengths of their numbers. Twelve digits are a UTR
 * or an Aadhaar number: no card in use has so few.
 */
const NETWORKS: readonly { name: string; begins: RegExp; lengths: readonly number[] }[] = [
  { name: "rupay", begins: /^(?:60|65|81|82|508|353|356)/, lengths: [16] },
  { name: "visa", begins: /^4/, lengths: [13, 16, 19] },
  { name: "mastercard", begins: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { name: "amex", begins: /^3[47]/, lengths: [15] },
  { name: "diners", begins: /^3(?:0[0-5]|[689])/, lengths: [14] },
  { name: "jcb", begins: /^35(?:2[89]|[3-8])/, lengths: [16] },
  // The standard allows 12 to 19 digits; only these lengths are issued.
  { name: "maestro", begins: /^(?:50|5[6-9]|6)/, lengths: [16, 18, 19] },
];

/**
 * Returns true if the digits have a network's first digits and length and pass the Luhn check. Some account
 * numbers do so by chance: use it for fields with cards or free text, not for account numbers.
 */
export function isCardNumber(digits: string): boolean {
  const { length } = digits;
  if (length < LENGTH_MIN || length > LENGTH_MAX || !passesLuhn(digits)) return false;
  return NETWORKS.some(({ begins, lengths }) => lengths.includes(length) && begins.test(digits));
}

/** No stored text may be longer than this; a longer one is refused unread. */
const TEXT_LENGTH_MAX = 20_000;

/** The work of a search: characters read and windows of digits tried. */
interface Tally {
  looks: number;
}

/**
 * Returns true if a text contains a card number: in digits of any script or shape, with any signs except
 * letters between them, with invisible characters, percent-encoded, or as several numbers in one run. A phone
 * number or a date counts as part of a card number only if it is grouped as on cards; digits within a longer
 * run do not count. The work grows only with the length of the text.
 */
export function containsCardNumber(text: string): boolean {
  return search(text, { looks: 0 });
}

/** Returns how many characters and groups that takes; tests use it to limit what a text may cost. */
export function countLooks(text: string): number {
  const tally = { looks: 0 };
  search(text, tally);
  return tally.looks;
}

function search(text: string, tally: Tally): boolean {
  if (text.length > TEXT_LENGTH_MAX) return true;
  return spellings(text).some((spelling) =>
    findGroups(spelling.replace(AMOUNT, "amount").replace(UUID, nameUuid), tally).some((line) =>
      holdsCard(line, tally),
    ),
  );
}

/**
 * Returns true if a merchant's own ID is a card number, names one (`card_4111...`) or contains one grouped as
 * on cards. Other digits beside letters are part of an ID: otherwise one of 27 random IDs with sixteen digits
 * would be refused. A UUID is never a card number. An ID with unusual signs is read like any text.
 */
export function isCardNumberAsId(id: string): boolean {
  if (UUID_ALONE.test(id)) return false;
  if (!ID.test(id) || NAMES_CARD.test(id)) return containsCardNumber(id);
  if (isCardNumber(id.replaceAll(/[-_.|]/g, ""))) return true;
  const parts = id.split(/[-_.|]+/).map((part) => (/^\d+$/.test(part) ? part : NO_GROUP));
  return parts.some((_, at) => beginsCard(parts, at, { ...IN_IDS, tally: { looks: 0 } }));
}

/** Returns the text with its card numbers removed, for logs. Digits of other scripts stay as they are. */
export function removeCardNumbers(text: string): string {
  return text.replace(LONE_RUN, (run) => (isCardRun(run) ? "[card number removed]" : run));
}

/** Stands for a part of an ID that has letters: it is too long to be part of a card number. */
const NO_GROUP = "x".repeat(LENGTH_MAX + 1);
const ID = /^[A-Za-z0-9_.|-]*$/;
const NAMES_CARD = /card|visa|rupay|amex|maestro|(?<![a-z])(?:pan|cc)(?![a-z])/i;
const SEPARATOR = "[ .,_/\\u00a0\\u2009\\u2010-\\u2015-]";
/** IDs in a log have many digits between letters, so such digits do not count. */
const LONE_RUN = new RegExp(
  `(?<![0-9A-Za-z])(?:\\d{13,19}|\\d{4}(${SEPARATOR})\\d{4}\\1\\d{4}\\1\\d{1,7}` +
    `|\\d{4}(${SEPARATOR})\\d{6}\\2\\d{4,5})(?![0-9A-Za-z])`,
  "g",
);

const isCardRun = (run: string): boolean => isCardNumber(run.replace(/\D/g, ""));

/** No one can read a text that is encoded more often than this. */
const DECODED_MAX = 3;
const ENCODED = /(?:%[0-9a-f]{2})+/gi;

/** Returns the text as it is, and again after each round of percent-decoding. */
function spellings(text: string): string[] {
  const found = [text];
  for (let times = 0; times < DECODED_MAX; times += 1) {
    const last = found.at(-1)!;
    const decoded = last.replace(ENCODED, (run) =>
      Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"),
    );
    if (decoded === last) break;
    found.push(decoded);
  }
  return found;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi;
const UUID_ALONE = new RegExp(`^${UUID.source}$`, "i");
/** One of 250 random UUIDs has fewer letters than this; one that hides a card number has hardly any. */
const LETTERS_OF_UUID_MIN = 5;

/** Hides UUIDs from the search, since one of 5,000 random ones has groups of digits like a card's. */
function nameUuid(uuid: string): string {
  return (uuid.match(/[a-f]/gi) ?? []).length < LETTERS_OF_UUID_MIN ? uuid : "uuid";
}

/** Matches amounts such as 1,25,000.00: several of them side by side are as long as a card number. */
const AMOUNT = /(?<![\d,.])\d{1,3}(?:,\d{2,3}){1,4}\.\d\d(?![\d,.]*\d)/g;

/** Returns true if consecutive groups of digits contain a card number that begins and ends with a group. */
function holdsCard(line: readonly Group[], tally: Tally): boolean {
  return (
    line.some((group, at) => holdsCards(group, tally) || beginsCard(line, at, { ...AS_ON_CARDS, tally })) ||
    withoutOrdinaryNumbers(line).some((part) =>
      part.some((_, at) => beginsCard(part, at, { ...IN_PIECES, tally })),
    )
  );
}

interface Manner {
  /** Matches the lengths of the groups. */
  readonly shape: RegExp;
  readonly lengthMin: number;
}

const AS_ON_CARDS: Manner = {
  shape: /^(?:1[3-9]|4 4 4 [1-7]|4 4 4 4 [1-3]|4 6 [45]) $/,
  lengthMin: LENGTH_MIN,
};
const IN_IDS: Manner = { ...AS_ON_CARDS, shape: /^(?:4 4 4 [1-7]|4 4 4 4 [1-3]|4 6 [45]) $/ };
/** A house number with its postal code has thirteen digits, and hardly any card has thirteen nowadays. */
const IN_PIECES: Manner = { shape: /^/, lengthMin: 14 };

function beginsCard(
  groups: readonly Group[],
  first: number,
  { shape, lengthMin, tally }: Manner & { tally: Tally },
): boolean {
  let [digits, lengths] = ["", ""];
  for (let at = first; at < groups.length; at += 1) {
    const group = groups[at]!;
    tally.looks += 1;
    if (digits.length + group.length > LENGTH_MAX) return false;
    digits += group;
    lengths += `${group.length} `;
    if (digits.length >= lengthMin && isCardNumber(digits) && shape.test(lengths)) return true;
  }
  return false;
}

/** Returns true if a run of digits consists of card numbers and nothing else. */
function holdsCards(run: Group, tally: Tally): boolean {
  if (run.length < 2 * LENGTH_MIN) return false;
  const ends = new Set([0]);
  for (let at = 0; at < run.length; at += 1) {
    if (!ends.has(at)) continue;
    for (let length = LENGTH_MIN; length <= LENGTH_MAX; length += 1) {
      tally.looks += 1;
      if (isCardNumber(run.slice(at, at + length))) ends.add(at + length);
    }
  }
  return ends.has(run.length);
}

const ZERO = 48;

/** Returns false also if a character is not a digit. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 1; index <= digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - index) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return false;
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Digits with nothing between them, as ASCII. */
type Group = string;

/**
 * Returns the groups of digits in a text, in any script, as lines. No letter stands between the groups of one line.
 * Each character is read only once.
 */
function findGroups(text: string, tally: { looks: number }): Group[][] {
  const lines: Group[][] = [];
  let line: Group[] = [];
  let digits = "";
  const endGroup = (): void => {
    if (digits !== "") line.push(digits);
    digits = "";
  };
  const endLine = (): void => {
    endGroup();
    if (line.length > 0) lines.push(line);
    line = [];
  };
  for (const character of text) {
    tally.looks += 1;
    const sign = signOf(character.codePointAt(0)!);
    if (sign === UNSEEN) continue;
    if (sign === LETTER) endLine();
    else if (sign === BETWEEN) endGroup();
    else digits += String(sign);
  }
  endLine();
  return lines;
}

/** An Indian mobile number: ten digits from 6 on, in one group or two of five, with or without 91 or 0. */
const MOBILE = "(?:(?:91|0) ?)?[6-9]\\d{4} ?\\d{5}";
/** A landline number with its area code. */
const LANDLINE = "0\\d{2,4} \\d{6,8}";
const DAY = "[0-3]?\\d [01]?\\d (?:19|20)\\d\\d|(?:19|20)\\d\\d [01]?\\d [0-3]?\\d";
/** A financial year such as 2026-27. */
const FINANCIAL_YEAR = Array.from({ length: 40 }, (_, year) => `20${10 + year} ${11 + year}`).join("|");

/** The patterns have one blank between groups. */
const ORDINARY = new RegExp(`(?<!\\d)(?:${MOBILE}|${LANDLINE}|${DAY}|${FINANCIAL_YEAR})(?!\\d)`);

/** Returns the groups before, between and after the phone numbers, days and years among them. */
function withoutOrdinaryNumbers(groups: readonly string[]): string[][] {
  return groups
    .join(" ")
    .split(ORDINARY)
    .map((part) => part.trim().split(" "));
}
