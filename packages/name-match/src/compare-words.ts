/** Compares one word of a name with one of another: the same, nearly the same, or different. */
import { foldSound } from "./fold-sound.ts";
import { NEAR_TRADES } from "./known-words.ts";
import type { Word } from "./read-name.ts";

/**
 * `same_sound`: another spelling. `shortened`: a common part (Rameshkumar, Ramesh) is left out. `slip`: a
 * typing error. `similar`: nearly the same letters, but usually another name (Rohan, Roshan; Arun, Aruna).
 */
export type Likeness = "same" | "same_sound" | "shortened" | "slip" | "similar";

/** Returns null if the words are not alike. Initials are only compared with initials. */
export function compareWords(one: Word, other: Word): Likeness | null {
  if (one.role === "initial" || other.role === "initial") {
    return one.role === other.role && one.sound === other.sound ? "same" : null;
  }
  if (one.text === other.text) return "same";
  if (isSameSound(one.sound, other.sound)) return "same_sound";
  if (one.looseSound !== null && one.looseSound === other.looseSound) return "same_sound";
  if (one.role === "trade" && other.role === "trade") {
    return NEAR_TRADES.some((near) => near.has(one.sound) && near.has(other.sound)) ? "similar" : null;
  }
  if (one.role === "common" || other.role === "common") return null;
  // A mistyped trade word looks like a name.
  if (one.role !== other.role) return compareLetters(one.text, other.text) === "slip" ? "slip" : null;
  if (isShortened(one, other) || isShortened(other, one)) return "shortened";
  return compareLetters(one.text, other.text);
}

/** Long words may differ more: Bengal writes B for V, and the south does not separate T and D. */
export function isSameSound(one: string, other: string): boolean {
  if (one === other) return true;
  const length = Math.min(one.length, other.length);
  if (length < 4) return false;
  const alike = (sound: string): string => {
    const hard = sound.replaceAll("b", "v");
    return length < 6 ? hard : hard.replaceAll("t", "d");
  };
  return alike(one) === alike(other);
}

const COMMON_PART = /(?<=.{3})(?:kumar|kumari|lal|singh|devi|chand)$/;

function isShortened(long: Word, short: Word): boolean {
  return COMMON_PART.test(long.text) && foldSound(long.text.replace(COMMON_PART, "")) === short.sound;
}

const SLIP_FROM = 7;
const SLIP_OF_VOWEL_FROM = 6;
const SIMILAR_FROM = 5;

function compareLetters(one: string, other: string): "slip" | "similar" | null {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short.length < 3 || short[0] !== long[0]) return null;
  if (short.length < long.length) return compareLengths(short, long);
  const places = [...short].flatMap((letter, at) => (letter === long[at] ? [] : [at]));
  const [at = 0, next] = places;
  if (places.length === 2 && next === at + 1 && short[at] === long[next] && short[next] === long[at]) {
    if (short.length >= SLIP_FROM) return "slip";
    return short.length >= SIMILAR_FROM ? "similar" : null;
  }
  if (places.length !== 1 || !isVowel(short[at]) || !isVowel(long[at])) return null;
  if (at === short.length - 1) return "similar";
  // Another first vowel makes another name (Kiran, Karan); a later one may be misheard.
  const isFirstVowel = ![...short.slice(0, at)].some(isVowel);
  if (!isFirstVowel && short.length >= SLIP_OF_VOWEL_FROM) return "slip";
  return short.length >= SIMILAR_FROM ? "similar" : null;
}

/** `long` has one more letter. At the end it makes another name: Sunil, Sunila; Krishna, Krishnan. */
function compareLengths(short: string, long: string): "slip" | "similar" | null {
  if (long.startsWith(short)) return "similar";
  for (let at = 1; at < short.length; at += 1) {
    if (long.slice(0, at) + long.slice(at + 1) !== short) continue;
    if (short.length >= SLIP_FROM) return "slip";
    return short.length >= SIMILAR_FROM ? "similar" : null;
  }
  return null;
}

const isVowel = (letter: string | undefined): boolean => letter !== undefined && "aeiouy".includes(letter);
