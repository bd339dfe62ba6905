// How the name given is compared with the name the bank has, and whether money is sent.
import { isPayable, OUTCOMES, SCORES } from "./from-the-engine.ts";
import type { Outcome } from "./from-the-engine.ts";

const words: Record<Outcome, { outcome: string; meaning: string }> = {
  direct_match: { outcome: "Direct match", meaning: "Both names are the same" },
  good_partial_match: { outcome: "Good partial match", meaning: "The names differ in small things only" },
  moderate_match: { outcome: "Moderate partial match", meaning: "Only a part of the name agrees" },
  poor_match: { outcome: "Poor partial match", meaning: "Little agrees" },
  no_match: { outcome: "No match", meaning: "Another name" },
};

export const nameMatches = OUTCOMES.map((outcome) => ({
  ...words[outcome],
  word: outcome.toUpperCase(),
  score: SCORES[outcome],
  paid: isPayable(outcome),
}));
