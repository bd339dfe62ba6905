/** Random card numbers, in every disguise that the guard promises to recognise. */
import { type Chooser, makeChooser } from "./innocent-texts.ts";

export interface Disguised {
  readonly text: string;
  /** The number in plain digits. */
  readonly card: string;
  readonly disguise: string;
}

const KINDS: readonly (readonly [prefix: string, length: number])[] = [
  ["4", 16],
  ["4", 19],
  ["51", 16],
  ["2223", 16],
  ["2699", 16],
  ["6069", 16],
  ["6521", 16],
  ["8172", 16],
  ["5085", 16],
  ["37", 15],
  ["36", 14],
  ["5893", 19],
  ["6304", 18],
];

/** Makes a number of a network, with the correct check digit or the next one. */
function makeCard(dice: Chooser, isWrong = false): string {
  const [prefix, length] = dice.pick(KINDS);
  const body = prefix + digitsOf(dice, length - 1 - prefix.length);
  const sum = [...body].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10) + (isWrong ? 1 : 0)) % 10}`;
}

const digitsOf = (dice: Chooser, count: number): string =>
  Array.from({ length: count }, () => dice.below(10)).join("");

const SEPARATORS = [..." \t\n\r\u00a0\u2009\u2028-\u2010\u2014_.,;:·•/\\|()[]{}<>*+=~'\"!?#&@^`$₹…、。"];
const UNSEEN = [
  ..."\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeff\ufe0f\u0301\u0332",
];
/** The zeros of Devanagari, Arabic, Bengali, Thai, full width, bold and sans-serif mathematics, and so on. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xc66, 0xe50, 0x1040, 0xff10, 0x1d7ce, 0x1d7e2, 0x1d7f6, 0x1fbf0];
const SHAPES = [
  [..."⓪①②③④⑤⑥⑦⑧⑨"],
  [..."⁰¹²³⁴⁵⁶⁷⁸⁹"],
  [..."₀₁₂₃₄₅₆₇₈₉"],
  [..."⓿❶❷❸❹❺❻❼❽❾"],
  [..."〇一二三四五六七八九"],
];

const inFours = (card: string): string[] => card.match(/\d{1,4}/g)!;
const each = (card: string, write: (digit: number) => string): string =>
  [...card].map((digit) => write(Number(digit))).join("");
const encoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

/** Splits the number at random places into pieces of at most five digits, with up to four signs between them. */
function inPieces(dice: Chooser, card: string): string {
  let text = "";
  for (let at = 0; at < card.length;) {
    const length = 1 + dice.below(5);
    text += card.slice(at, at + length);
    at += length;
    if (at < card.length) text += run(dice, SEPARATORS);
  }
  return readsAsDay(text) || readsAsMobile(text) ? inPieces(dice, card) : text;
}

const run = (dice: Chooser, signs: readonly string[]): string =>
  Array.from({ length: 1 + dice.below(4) }, () => dice.pick(signs)).join("");

/** These look like something else in honest texts, so the guard accepts them. */
const readsAsDay = (text: string): boolean =>
  /(?<!\d)(?:\d{1,2}\D+\d{1,2}\D+(?:19|20)\d\d|(?:19|20)\d\d\D+\d{1,2}\D+\d{1,2})(?!\d)/.test(text);
const readsAsMobile = (text: string): boolean => /(?<!\d)[6-9]\d{4}\D+\d{5}(?!\d)/.test(text);

type Disguise = (card: string, dice: Chooser) => string;

export const DISGUISES: Readonly<Record<string, Disguise>> = {
  whole: (card) => card,
  fours: (card, dice) => inFours(card).join(dice.pick([" ", "-", ".", "_", "/", ", "])),
  "as Amex writes it": (card, dice) =>
    [card.slice(0, 4), card.slice(4, 10), card.slice(10)].join(dice.pick([" ", "-", ".", "  "])),
  "fours in an id": (card, dice) => {
    const between = dice.pick(["-", "_"]);
    return [...dice.pick([[], ["card"], ["a1"]]), ...inFours(card)].join(between);
  },
  "as Amex writes it, in an id": (card, dice) =>
    ["x", ...(card.length === 15 ? card.match(/^(.{4})(.{6})(.{5})$/)!.slice(1) : inFours(card))].join(
      dice.pick(["-", "_"]),
    ),
  "named in an id": (card, dice) => `${dice.pick(["card_", "card", "visa-", "PAN_", "my_cc_"])}${card}`,
  "each digit by itself": (card, dice) => [...card].join(dice.pick(SEPARATORS)),
  "pieces with any signs between": (card, dice) => inPieces(dice, card),
  "digits of another script": (card, dice) => {
    const zero = dice.pick(ZEROS);
    return each(card, (digit) => String.fromCodePoint(zero + digit));
  },
  "digits of many scripts": (card, dice) =>
    each(card, (digit) => String.fromCodePoint(dice.pick(ZEROS) + digit)),
  "digits in circles, raised or lowered, or Chinese": (card, dice) => {
    const shape = dice.pick(SHAPES);
    return each(card, (digit) => shape[digit]!);
  },
  keycaps: (card) => each(card, (digit) => `${digit}\ufe0f\u20e3`),
  "signs that are not seen": (card, dice) => each(card, (digit) => digit + run(dice, UNSEEN)),
  "unseen signs and any others": (card, dice) =>
    inPieces(dice, card).replace(/\d/g, (digit) => digit + dice.pick(UNSEEN)),
  "percent-encoded": (card) => encoded(card),
  "encoded in part, in fours": (card, dice) =>
    inFours(card)
      .map((four) => (dice.below(2) === 0 ? encoded(four) : four))
      .join(encoded(dice.pick(SEPARATORS))),
  "encoded twice": (card) => encoded(card).replaceAll("%", "%25"),
  "of full width, encoded": (card) => encoded(each(card, (digit) => String.fromCodePoint(0xff10 + digit))),
  "in a URL": (card, dice) =>
    `https://example.com/${dice.pick(["pay", "c/x"])}/${card}?to=${dice.pick(["a", "b"])}#x`,
  "in a URL's query, in fours": (card) => `https://example.com/?card=${inFours(card).join("%20")}&x=y`,
  "after letters": (card, dice) => `${dice.pick(["card", "x_", "no", "tok-", "विवरण"])}${card}`,
  "with expiry and code": (card, dice) =>
    `${inFours(card).join(" ")} 0${1 + dice.below(9)}/29 ${digitsOf(dice, 3)}`,
  "two in one run": (card, dice) => card + makeCard(dice),
};

const BEFORE = ["", "", "pay ", "card: ", "(", "Asha\t", "नाम "];
const AFTER = ["", "", " now", ".", ")", "\nthanks", " कृपया"];

interface Wanted {
  readonly seed: string;
  readonly count: number;
  /**
   * The check digit is wrong. The number then stays whole, because some of its pieces could be another valid number.
   */
  readonly isWrong?: boolean;
  /** The names of disguises; absent: all. */
  readonly only?: readonly string[];
}

/** The disguises whose characters are allowed in IDs. */
export const OF_IDS: readonly string[] = [
  "whole",
  "fours in an id",
  "as Amex writes it, in an id",
  "named in an id",
];

/** Yields the same numbers for the same seed; every disguise has its turn. */
export function* makeDisguised({ seed, count, isWrong = false, only }: Wanted): Generator<Disguised> {
  const dice = makeChooser(seed);
  const names = only ?? (isWrong ? ["whole"] : Object.keys(DISGUISES));
  for (let made = 0; made < count; made += 1) {
    const disguise = names[made % names.length]!;
    const card = makeCard(dice, isWrong);
    const text = DISGUISES[disguise]!(card, dice);
    const around = only === undefined ? [dice.pick(BEFORE), dice.pick(AFTER)] : ["", ""];
    yield { card, disguise, text: around.join(text) };
  }
}
