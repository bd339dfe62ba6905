/** Judges the pairs of two names if at least one of them is a business's. */
import { atMost, type MatchOutcome } from "./outcome.ts";
import { isInOrder, type PairEvidence } from "./weigh-pairs.ts";

/** Returns the outcome if at least one name is a business's. */
export function judgeBusiness(evidence: PairEvidence): MatchOutcome {
  const { given, atBank } = evidence;
  const outcome = judgeWords(evidence);
  const nameless = [given, atBank].find((name) => !name.isBusiness);
  // A person's account is not the account of the person's firm; a long name does not belong to a person.
  const isPersons = nameless !== undefined && nameless.words.length <= PERSON_WORDS_MAX;
  if (isPersons && isOfTrade(evidence)) return atMost("moderate_match", outcome);
  const [one, other] = [given.legalForm, atBank.legalForm];
  return one !== null && other !== null && one !== other ? atMost("moderate_match", outcome) : outcome;
}

const PERSON_WORDS_MAX = 3;

const isOfTrade = ({ left }: PairEvidence): boolean =>
  [...left.given, ...left.atBank].some((word) => word.role === "trade");

function judgeWords(evidence: PairEvidence): MatchOutcome {
  const { sure, slips, similar, initials, trade, left, common } = evidence;
  const known = sure.length + slips + common;
  const hasName = known > 0 || initials >= 2;
  if (!hasName) return similar > 0 ? "poor_match" : "no_match";
  const [given, atBank] = [left.given, left.atBank];
  if (given.length > 0 && atBank.length > 0) return "poor_match";
  if (similar > 0) return "moderate_match";
  const more = [...given, ...atBank];
  if (more.some((word) => word.text === "new")) return "moderate_match";
  if (more.length === 0) {
    if (slips > 0) return sure.length + trade > 0 ? "good_partial_match" : "moderate_match";
    if (!isInOrder(evidence)) return "moderate_match";
    return evidence.initialsWrittenOut > 0 ? "good_partial_match" : "direct_match";
  }
  return known >= 2 || trade > 0 ? "good_partial_match" : "moderate_match";
}
