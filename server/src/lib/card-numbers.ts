/** Card numbers may never enter: only network tokens do. These find them in text before it is stored. */
import { findGroups, type Group } from "./groups-of-digits.ts";
import { withoutOrdinaryNumbers } from "./ordinary-numbers.ts";

const [LENGTH_MIN, LENGTH_MAX] = [13, 19];

/**
 * First digits of the networks seen in India, with the lengths of their numbers. Twelve digits are a UTR or an Aadhaar
 * number: no card in use has so few.
 */
const NETWORKS: readonly { name: string; begins: RegExp; lengths: readonly number[] }[] = [
  { name: "rupay", begins: /^(?:60|65|81|82|508|353|356)/, lengths: [16] },
  { name: "visa", begins: /^4/, lengths: [13, 16, 19] },
  { name: "mastercard", begins: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { name: "amex", begins: /^3[47]/, lengths: [15] },
  { name: "diners", begins: /^3(?:0[0-5]|[689])/, lengths: [14] },
  { name: "jcb", begins: /^35(?:2[89]|[3-8])/, lengths: [16] },
  // On paper 12 to 19; these are made.
  { name: "maestro", begins: /^(?:50|5[6-9]|6)/, lengths: [16, 18, 19] },
];

/**
 * Whether digits are those of a payment card: a network's first digits and length, and the Luhn check. Some
 * account numbers look so by chance: use it on fields that hold cards or free text, not on account numbers.
 */
export function isCardNumber(digits: string): boolean {
  const { length } = digits;
  if (length < LENGTH_MIN || length > LENGTH_MAX || !passesLuhn(digits)) return false;
  return NETWORKS.some(({ begins, lengths }) => lengths.includes(length) && begins.test(digits));
}

/** No text that is kept may be as long; what is longer is refused unread. */
const TEXT_LENGTH_MAX = 20_000;

/** How often a text was looked at: characters read and windows of digits tried. */
interface Tally {
  looks: number;
}

/**
 * Whether a text has a card number in it: in digits of any script or shape, with whatever between them that is no
 * letter, with signs that are not seen, percent-encoded, or several numbers in one run. What reads as a phone number or
 * a day is no part of one unless it is grouped as on cards; digits within a longer run are none. The work grows with
 * the length alone.
 */
export function containsCardNumber(text: string): boolean {
  return search(text, { looks: 0 });
}

/** How many looks at characters and groups it takes to answer that: for tests of what a text may cost. */
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
 * Whether an id of the merchant's own is a card's number, names one (`card_4111...`) or has one in groups as on cards.
 * Other digits beside letters are an id's: of those made by chance, one of 27 with sixteen digits would be refused.
 * A UUID is none. What has other signs than ids have is read as any text is.
 */
export function isCardNumberAsId(id: string): boolean {
  if (UUID_ALONE.test(id)) return false;
  if (!ID.test(id) || NAMES_CARD.test(id)) return containsCardNumber(id);
  if (isCardNumber(id.replaceAll(/[-_.|]/g, ""))) return true;
  const parts = id.split(/[-_.|]+/).map((part) => (/^\d+$/.test(part) ? part : NO_GROUP));
  return parts.some((_, at) => beginsCard(parts, at, { ...IN_IDS, tally: { looks: 0 } }));
}

/** The text with its card numbers taken out; for logs. Digits of other scripts are left as they are. */
export function removeCardNumbers(text: string): string {
  return text.replace(LONE_RUN, (run) => (isCardRun(run) ? "[card number removed]" : run));
}

/** A part of an id with letters: too long to be one of a card's number. */
const NO_GROUP = "x".repeat(LENGTH_MAX + 1);
const ID = /^[A-Za-z0-9_.|-]*$/;
const NAMES_CARD = /card|visa|rupay|amex|maestro|(?<![a-z])(?:pan|cc)(?![a-z])/i;
const SEPARATOR = "[ .,_/\\u00a0\\u2009\\u2010-\\u2015-]";
/** In a log ids are full of digits between letters. */
const LONE_RUN = new RegExp(
  `(?<![0-9A-Za-z])(?:\\d{13,19}|\\d{4}(${SEPARATOR})\\d{4}\\1\\d{4}\\1\\d{1,7}` +
    `|\\d{4}(${SEPARATOR})\\d{6}\\2\\d{4,5})(?![0-9A-Za-z])`,
  "g",
);

const isCardRun = (run: string): boolean => isCardNumber(run.replace(/\D/g, ""));

/** A text is encoded three times over at most before it says nothing to anyone. */
const DECODED_MAX = 3;
const ENCODED = /(?:%[0-9a-f]{2})+/gi;

/** The text as it stands, and with what is percent-encoded in it decoded. */
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
/** One made by chance has fewer in one of 250 cases; one that hides a card's number has hardly any. */
const LETTERS_OF_UUID_MIN = 5;

/** Of ids made by chance one in 5,000 has groups of digits like a card's. */
function nameUuid(uuid: string): string {
  return (uuid.match(/[a-f]/gi) ?? []).length < LETTERS_OF_UUID_MIN ? uuid : "uuid";
}

/** 1,25,000.00: several of them beside one another are as long as a card's number. */
const AMOUNT = /(?<![\d,.])\d{1,3}(?:,\d{2,3}){1,4}\.\d\d(?![\d,.]*\d)/g;

/** Whether groups of digits that follow one another have a card's number in them, beginning and ending with a group. */
function holdsCard(line: readonly Group[], tally: Tally): boolean {
  return (
    line.some((group, at) => holdsCards(group, tally) || beginsCard(line, at, { ...AS_ON_CARDS, tally })) ||
    withoutOrdinaryNumbers(line).some((part) =>
      part.some((_, at) => beginsCard(part, at, { ...IN_PIECES, tally })),
    )
  );
}

interface Manner {
  /** Of the lengths of the groups. */
  readonly shape: RegExp;
  readonly lengthMin: number;
}

const AS_ON_CARDS: Manner = {
  shape: /^(?:1[3-9]|4 4 4 [1-7]|4 4 4 4 [1-3]|4 6 [45]) $/,
  lengthMin: LENGTH_MIN,
};
const IN_IDS: Manner = { ...AS_ON_CARDS, shape: /^(?:4 4 4 [1-7]|4 4 4 4 [1-3]|4 6 [45]) $/ };
/** The numbers of a house with its postal code have thirteen digits, and hardly a card does nowadays. */
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

/** Whether a run of digits is made of cards' numbers and nothing else. */
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

/** False too where a sign is no digit. */
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
