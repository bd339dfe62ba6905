import type { Fact } from "./fact.ts";

/** What a transfer says of itself when it fails after one of its earlier attempts was paid after all. */
export interface PaidElsewhere {
  readonly reason: "PAID_AFTER_FAILURE" | "PAID_LATE_AND_RETURNED";
  readonly utr: string | null;
}

/** From the facts of the other attempts given up: the payment that stands, else one that came back, or null. */
export function findPaidElsewhere(facts: readonly Fact[]): PaidElsewhere | null {
  const attempts = [...Map.groupBy(facts, (fact) => fact.attempt).values()];
  const paid = attempts.filter((said) => said.some(({ evidence }) => evidence === "POS"));
  const standing = paid.find((said) => said.every(({ evidence }) => evidence !== "RET"));
  const said = standing ?? paid[0];
  if (said === undefined) return null;
  return {
    reason: standing === undefined ? "PAID_LATE_AND_RETURNED" : "PAID_AFTER_FAILURE",
    utr: paidUtr(said),
  };
}

/** The bank's number of a payment; null while no bank has told it. */
export function paidUtr(facts: readonly Fact[]): string | null {
  return facts.findLast(({ evidence, utr }) => evidence === "POS" && utr !== null)?.utr ?? null;
}
