/** Counts the pairs of two names, for the judges. */
import type { Pairing } from "./pair-words.ts";
import { genderOf, type Name, type Word } from "./read-name.ts";

export interface PairEvidence {
  readonly given: Name;
  readonly atBank: Name;
  /** Positions of distinctive words of the given name that the bank also has, in any spelling. */
  readonly sure: readonly number[];
  readonly slips: number;
  readonly similar: number;
  readonly common: number;
  /** The number of trade words that both names have. */
  readonly trade: number;
  /** The words that are an initial on one side or on both. */
  readonly initials: number;
  /** The words that are an initial on one side only. */
  readonly initialsWrittenOut: number;
  /** K R is not R K. */
  readonly areInitialsInOrder: boolean;
  /** The words that lack a common part on one side. */
  readonly shortened: number;
  /** The words that belong to a relative on the other side. */
  readonly kin: number;
  readonly left: { readonly given: readonly Word[]; readonly atBank: readonly Word[] };
  /** True if all sure or mistyped words are names that a whole region shares. */
  readonly hasOnlyFamilyNames: boolean;
  /** True if the bank also has the first distinctive word of the given name. */
  readonly isFirstPaired: boolean;
  /** For unpaired common words with a gender: the other one, one that may change, or no difference. */
  readonly gender: "same" | "unsure" | "other";
  readonly isCut: boolean;
  /** The position of a word's partner. */
  readonly placeAtBank: ReadonlyMap<number, number>;
  readonly placeInGiven: ReadonlyMap<number, number>;
}

export function weighPairs(given: Name, atBank: Name, pairing: Pairing): PairEvidence {
  const { pairs, isCut } = pairing;
  const roleOf = (places: readonly number[]): Word["role"] | undefined =>
    places.map((at) => given.words[at]!.role).toSorted((one, other) => RANK[one] - RANK[other])[0];
  const exact = pairs.filter(({ how }) => EXACT.has(how));
  const count = (isMeant: (pair: Pairing["pairs"][number]) => boolean): number =>
    pairs.filter(isMeant).length;
  const sure = exact
    .filter(({ given: places }) => roleOf(places) === "name")
    .flatMap((pair) => pair.given)
    .toSorted((one, other) => one - other);
  const telling = [...sure, ...pairs.filter(({ how }) => how === "slip").flatMap((pair) => pair.given)];
  const left = {
    given: pairing.givenLeft.map((at) => given.words[at]!),
    atBank: pairing.atBankLeft.map((at) => atBank.words[at]!),
  };
  const first = given.words.findIndex((word) => word.role === "name");
  return {
    given,
    atBank,
    sure,
    slips: count(({ how }) => how === "slip"),
    similar: count(({ how }) => how === "similar"),
    common: exact.filter(({ given: places }) => roleOf(places) === "common").length,
    trade: exact.filter(({ given: places }) => roleOf(places) === "trade").length,
    initials: pairs
      .filter(
        ({ how, given: places }) => how === "initial" || (EXACT.has(how) && roleOf(places) === "initial"),
      )
      .reduce((sum, pair) => sum + Math.max(pair.given.length, pair.atBank.length), 0),
    initialsWrittenOut: count(({ how }) => how === "initial"),
    areInitialsInOrder: areInOrder(given, pairing),
    shortened: count(({ how }) => how === "shortened"),
    kin: count(({ how }) => how === "kin"),
    left,
    hasOnlyFamilyNames: telling.length > 0 && telling.every((at) => given.words[at]!.isFamilyName),
    isFirstPaired: sure.includes(first),
    gender: compareGenders(left.given, left.atBank),
    isCut,
    placeAtBank: new Map(pairs.flatMap((pair) => placesOf(pair.given, pair.atBank))),
    placeInGiven: new Map(pairs.flatMap((pair) => placesOf(pair.atBank, pair.given))),
  };
}

const RANK: Readonly<Record<Word["role"], number>> = { name: 0, trade: 1, common: 2, initial: 3 };
const EXACT: ReadonlySet<string> = new Set(["same", "same_sound", "joined", "cut", "shortened"]);

function areInOrder({ words }: Name, { pairs }: Pairing): boolean {
  const places = pairs
    .filter(({ how, given }) => how === "initial" || given.some((at) => words[at]!.role === "initial"))
    .toSorted((one, other) => one.given[0]! - other.given[0]!)
    .map(({ atBank }) => atBank[0]!);
  return places.every((at, n) => n === 0 || at > places[n - 1]!);
}

const placesOf = (from: readonly number[], to: readonly number[]): [number, number][] =>
  to.length === 0 ? [] : from.map((at) => [at, to[0]!]);

function compareGenders(given: readonly Word[], atBank: readonly Word[]): PairEvidence["gender"] {
  const [one, other] = [given, atBank].map((words) =>
    words.map(genderOf).filter((gender) => gender !== null),
  );
  if (one!.length === 0 || other!.length === 0) return "same";
  return one!.some((gender) => other!.includes(gender)) ? "unsure" : "other";
}

/**
 * Returns true if the sure words have the same order on both sides, or the family name moved from one end to
 * the other. Two may have either order; among three, a swap turns a father into his son.
 */
export function isInOrder({ sure, placeAtBank }: PairEvidence): boolean {
  const places = sure.map((at) => placeAtBank.get(at)!).filter((at, n, all) => all.indexOf(at) === n);
  if (places.length < 3) return true;
  const breaks = places.filter((at, n) => at > places[(n + 1) % places.length]!).length;
  if (breaks > 1) return false;
  const start = places.indexOf(Math.min(...places));
  return start === 0 || start === 1 || start === places.length - 1;
}
