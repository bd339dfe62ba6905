/** Judges the pairs of two people's names. */
import { TELUGU_ENDINGS } from "./known-words.ts";
import { atMost, type MatchOutcome } from "./outcome.ts";
import type { Name, Word } from "./read-name.ts";
import { isInOrder, type PairEvidence } from "./weigh-pairs.ts";

/** Returns the outcome for two people. */
export function judgePerson(evidence: PairEvidence): MatchOutcome {
  const { given, atBank } = evidence;
  const outcome = judgeWords(evidence);
  const isOtherGender = given.gender !== null && atBank.gender !== null && given.gender !== atBank.gender;
  const isOtherEntity = given.legalForm !== atBank.legalForm;
  return isOtherGender || isOtherEntity ? atMost("moderate_match", outcome) : outcome;
}

function judgeWords(evidence: PairEvidence): MatchOutcome {
  const { sure, slips, similar, left } = evidence;
  const isWhole = left.given.length + left.atBank.length === 0;
  if (sure.length + slips === 0) return judgeCommon(evidence, isWhole);
  if (isContradiction(evidence)) return judgeContradiction(evidence);
  if (evidence.gender === "other") return "poor_match";
  if (evidence.gender === "unsure" || similar > 0) return "moderate_match";
  return isWhole ? judgeWhole(evidence) : judgePart(evidence);
}

/** Judges names that share only common words: A K Singh may well be Ajay Kumar Singh. */
function judgeCommon({ common, initials, similar }: PairEvidence, isWhole: boolean): MatchOutcome {
  if (isWhole && common > 0 && similar === 0) {
    if (initials === 0) return "direct_match";
    return common + initials >= 3 ? "good_partial_match" : "moderate_match";
  }
  return similar > 0 || common >= 2 ? "poor_match" : "no_match";
}

const isTelling = (word: Word): boolean => word.role === "name" || word.role === "initial";

/** Each side has a word that the other lacks. */
function isContradiction({ left }: PairEvidence): boolean {
  return left.given.some(isTelling) && left.atBank.some(isTelling);
}

/** The same given and family name with another name between, or with a name after marriage, may match. */
function judgeContradiction({ left, sure, similar, isFirstPaired }: PairEvidence): MatchOutcome {
  const isOneName = [left.given, left.atBank].every(
    (words) => words.length === 1 && words[0]!.role === "name",
  );
  return isOneName && isFirstPaired && sure.length >= 2 && similar === 0 ? "moderate_match" : "poor_match";
}

/** Every word has a partner. */
function judgeWhole(evidence: PairEvidence): MatchOutcome {
  const { sure, slips, initials, initialsWrittenOut, shortened, kin, hasOnlyFamilyNames, isCut } = evidence;
  if (slips > 0) return slips === 1 && sure.length > 0 ? "good_partial_match" : "moderate_match";
  if (initialsWrittenOut > 0 && hasOnlyFamilyNames && initials < 2) return "moderate_match";
  if (!isInOrder(evidence) || !evidence.areInitialsInOrder) return "moderate_match";
  if (isCut) return sure.length >= 2 ? "direct_match" : "good_partial_match";
  return initialsWrittenOut + shortened + kin > 0 ? "good_partial_match" : "direct_match";
}

/** One side has more words. */
function judgePart(evidence: PairEvidence): MatchOutcome {
  const { sure, slips, initials, common, kin, left, hasOnlyFamilyNames } = evidence;
  const more = [...left.given, ...left.atBank];
  const known = sure.length + slips + initials + common + kin;
  if (hasOnlyFamilyNames && initials < 2) return initials === 0 ? "poor_match" : "moderate_match";
  const hasMoreNames = more.some((word) => word.role === "name");
  if (known === 1)
    return !hasMoreNames && more.every((word) => word.role === "initial")
      ? "good_partial_match"
      : "moderate_match";
  if (!isInOrder(evidence)) return "moderate_match";
  if (hasMoreNames && (slips > 0 || lacksGivenName(evidence))) return "moderate_match";
  return slips > 1 ? "moderate_match" : "good_partial_match";
}

/**
 * Returns true if the first name of the longer one is missing: Ramesh Patil is not Mahesh Ramesh Patil, but
 * may be his father. In Telugu names the family name comes first and may be missing.
 */
function lacksGivenName({ given, atBank, left, placeAtBank, placeInGiven }: PairEvidence): boolean {
  const [long, short, partnerOf, missing] =
    left.atBank.length > 0
      ? ([atBank, given, placeAtBank, left.atBank] as const)
      : ([given, atBank, placeInGiven, left.given] as const);
  const isFamilyFirst = short.words.length > 1 && partnerOf.get(placeOfFamily(short)) === 0;
  const words = isFamilyFirst ? long.words.slice(1) : long.words;
  const first = words.find((word) => word.role === "name");
  if (first === undefined || !missing.includes(first)) return false;
  return isFamilyFirst || !TELUGU_ENDINGS.has(endingOf(short));
}

/** The family name comes last, unless the first word is a known one and the last is not. */
function placeOfFamily({ words }: Name): number {
  const last = words.length - 1;
  return words[0]!.isFamilyName && !words[last]!.isFamilyName ? 0 : last;
}

const endingOf = (name: Name): string => name.words.at(-1)?.text ?? "";
