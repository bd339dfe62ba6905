import { judgeBusiness } from "./judge-business.ts";
import { judgePerson } from "./judge-person.ts";
import { atMost, OUTCOMES, type MatchOutcome, SCORES } from "./outcome.ts";
import { type How, pairWords, type Pairing } from "./pair-words.ts";
import { type Name, readName } from "./read-name.ts";
import { weighPairs } from "./weigh-pairs.ts";

/** One line of the explanation: words of the given name, words of the bank's, and their relation. */
export interface WordMatch {
  /** Null means that the given name lacks the word. */
  readonly given: string | null;
  readonly atBank: string | null;
  readonly how: How | "only_given" | "only_at_bank";
}

export interface NameMatch {
  readonly outcome: MatchOutcome;
  /** The public score of the outcome: 100, 85, 61, 55 or 14. */
  readonly score: number;
  readonly explanation: readonly WordMatch[];
}

/**
 * Decides whether a given name is the name that a bank has. Pure. Forms of address, legal forms, order and
 * spelling do not count; missing and contradicting words do. Holders of a joint account are compared singly.
 * Names must be in Latin letters; `isLoose` if one was in Tamil, which has fewer letters.
 */
export function matchNames(given: string, atBank: string, isLoose = false): NameMatch {
  const [one, other] = [readName(given, isLoose), readName(atBank, isLoose)];
  const matches = [compare(one.whole, other.whole)];
  for (const holder of other.holders) matches.push(limit(compare(one.whole, holder)));
  for (const holder of one.holders) matches.push(limit(compare(holder, other.whole)));
  return matches.reduce((best, match) =>
    OUTCOMES.indexOf(match.outcome) < OUTCOMES.indexOf(best.outcome) ? match : best,
  );
}

/** One of several holders is not the whole account. */
function limit(match: NameMatch): NameMatch {
  const outcome = atMost("good_partial_match", match.outcome);
  return { ...match, outcome, score: SCORES[outcome] };
}

function compare(given: Name, atBank: Name): NameMatch {
  const pairing = pairWords(given, atBank);
  const evidence = weighPairs(given, atBank, pairing);
  const isBusiness = given.isBusiness || atBank.isBusiness;
  const outcome = isSameText(given, atBank)
    ? "direct_match"
    : isBusiness
      ? judgeBusiness(evidence)
      : judgePerson(evidence);
  return { outcome, score: SCORES[outcome], explanation: explain(given, atBank, pairing) };
}

/** The texts are identical, which nothing can outweigh. */
function isSameText(given: Name, atBank: Name): boolean {
  return given.text === atBank.text && given.text !== "";
}

function explain(given: Name, atBank: Name, { pairs, givenLeft, atBankLeft }: Pairing): WordMatch[] {
  const textOf = ({ words }: Name, places: readonly number[]): string | null =>
    places.length === 0 ? null : places.map((at) => words[at]!.text).join(" ");
  return [
    ...pairs.map((pair) => ({
      given: textOf(given, pair.given),
      atBank: textOf(atBank, pair.atBank),
      how: pair.how,
    })),
    ...givenLeft.map((at) => ({ given: textOf(given, [at]), atBank: null, how: "only_given" as const })),
    ...atBankLeft.map((at) => ({ given: null, atBank: textOf(atBank, [at]), how: "only_at_bank" as const })),
  ];
}
