/** Says what each character of a text is to a reader of numbers; its table grows as characters are met. */

/** Nothing by itself to the eye: zero-width and bidi marks, soft hyphens, variation selectors, accents. */
export const UNSEEN = 0xff;
/** Neither a letter nor a digit: blanks, line breaks, punctuation, symbols. */
export const BETWEEN = 0xfe;
/** A letter of any script, or another character that counts as part of a word. */
export const LETTER = 0xfd;

/** The zero of each script, which its other digits follow. The digits of five mathematical alphabets begin at 1d7ce. */
const ZEROS =
  "30 660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0 1a80 1a90 1b50 " +
  "1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 ff10 104a0 10d30 10d40 11066 110f0 11136 111d0 112f0 11450 " +
  "114d0 11650 116c0 116d0 116da 11730 118e0 11950 11bf0 11c50 11d50 11da0 11de0 11f50 16130 16a60 16ac0 16b50 " +
  "16d70 1ccf0 1d7ce 1d7d8 1d7e2 1d7ec 1d7f6 1e140 1e2f0 1e4f0 1e5f1 1e950 1fbf0";

/** Numbers with their own character: the code of the first, its number, and how many follow one another. */
const NUMERALS: readonly (readonly [code: number, number: number, count: number])[] = [
  // Superscripts and subscripts.
  [0xb2, 2, 2],
  [0xb9, 1, 1],
  [0x2070, 0, 1],
  [0x2074, 4, 6],
  [0x2080, 0, 10],
  // In circles, in brackets, or with a full stop or a comma.
  [0x2460, 1, 20],
  [0x2474, 1, 20],
  [0x2488, 1, 20],
  [0x24ea, 0, 1],
  [0x24eb, 11, 10],
  [0x24f5, 1, 10],
  [0x24ff, 0, 1],
  [0x2776, 1, 10],
  [0x2780, 1, 10],
  [0x278a, 1, 10],
  [0x3251, 21, 15],
  [0x32b1, 36, 15],
  [0x1f100, 0, 1],
  [0x1f101, 0, 10],
  [0x1f10b, 0, 1],
  [0x1f10c, 0, 1],
  // Digits of scripts without a zero, and Chinese ones.
  [0x1369, 1, 9],
  [0x10a40, 1, 4],
  [0x10e60, 1, 9],
  [0x11052, 1, 9],
  [0x3007, 0, 1],
  [0x3021, 1, 9],
  ...[..."零一二三四五六七八九"].map((sign, number) => [sign.codePointAt(0)!, number, 1] as const),
];

const NUMBERS = new Map<number, number>([
  ...ZEROS.split(" ").flatMap((zero) => numbersFrom(Number.parseInt(zero, 16), 0, 10)),
  ...NUMERALS.flatMap(([code, number, count]) => numbersFrom(code, number, count)),
]);

function numbersFrom(code: number, number: number, count: number): [number, number][] {
  return Array.from({ length: count }, (_, nth) => [code + nth, number + nth]);
}

const PAGE = 256;
const pages = new Map<number, Uint8Array>();

/** Returns the number (0 to 50) that a code point stands for, or one of the three constants above. */
export function signOf(code: number): number {
  const nth = Math.floor(code / PAGE);
  let page = pages.get(nth);
  if (page === undefined) {
    page = Uint8Array.from({ length: PAGE }, (_, at) => readSign(nth * PAGE + at));
    pages.set(nth, page);
  }
  return page[code % PAGE]!;
}

const IS_UNSEEN = /[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/u;
const IS_LETTER = /[\p{L}\p{N}]/u;

function readSign(code: number): number {
  const number = NUMBERS.get(code);
  if (number !== undefined) return number;
  const sign = String.fromCodePoint(code);
  if (IS_UNSEEN.test(sign)) return UNSEEN;
  return IS_LETTER.test(sign) ? LETTER : BETWEEN;
}
