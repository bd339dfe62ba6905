/** Card numbers may never enter: only network tokens do. These find them in text before it is stored. */

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
  { name: "maestro", begins: /^(?:50|5[6-9]|6)/, lengths: [13, 14, 15, 16, 17, 18, 19] },
];

/**
 * Whether digits are those of a payment card: a network's first digits and length, and the Luhn check. Some
 * account numbers look so by chance: use it on fields that hold cards or free text, not on account numbers.
 */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits) || !passesLuhn(digits)) return false;
  return NETWORKS.some(({ begins, lengths }) => lengths.includes(digits.length) && begins.test(digits));
}

const SEPARATOR = "[ .,_/\\u00a0\\u2009\\u2010-\\u2015-]";
const GROUPS =
  `\\d{13,19}|\\d{4}(${SEPARATOR})\\d{4}\\1\\d{4}\\1\\d{1,7}` + `|\\d{4}(${SEPARATOR})\\d{6}\\2\\d{4,5}`;
const RUN = new RegExp(`(?<!\\d)(?:${GROUPS})(?!\\d)`, "g");
/** In a log ids are full of digits between letters. */
const LONE_RUN = new RegExp(`(?<![0-9A-Za-z])(?:${GROUPS})(?![0-9A-Za-z])`, "g");

/** Whether a text has a card number in it: in digits of any script, written together or in groups. */
export function containsCardNumber(text: string): boolean {
  return readDigits(text)
    .matchAll(RUN)
    .some(([run]) => isCardNumber(run.replace(/\D/g, "")));
}

/**
 * Whether an id is a card's number and nothing else, in one or in groups. Longer runs of digits are common in ids and
 * look like a card's by chance; one that is all of the id is refused for what it may be.
 */
export function isCardNumberAsId(id: string): boolean {
  return isCardNumber(id.replaceAll(/[-_.|]/g, ""));
}

/** The text with its card numbers taken out; for logs. Digits of other scripts are left as they are. */
export function removeCardNumbers(text: string): string {
  return text.replace(LONE_RUN, (run) =>
    isCardNumber(run.replace(/\D/g, "")) ? "[card number removed]" : run,
  );
}

const DIGITS_OF_OTHERS = /[\p{Nd}--[0-9]]+/gv;

/** Digits of other scripts as ours. */
function readDigits(text: string): string {
  return text.replace(DIGITS_OF_OTHERS, readRun);
}

function readRun(run: string): string {
  const digits = Buffer.allocUnsafe(run.length);
  let length = 0;
  for (let at = 0; at < run.length; at += 1) {
    const code = run.codePointAt(at)!;
    // It takes two places of the text.
    if (code > 0xffff) at += 1;
    digits[length] = ZERO + (known.get(code) ?? readDigit(code));
    length += 1;
  }
  return digits.toString("latin1", 0, length);
}

const ZERO = 48;
/** Digits by their code, those that were met: some hundreds at most, since there are no more. */
const known = new Map<number, number>();

/** One digit of another script: each has its ten in a row. */
function readDigit(code: number): number {
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  const digit = (code - zero) % 10;
  known.set(code, digit);
  return digit;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
