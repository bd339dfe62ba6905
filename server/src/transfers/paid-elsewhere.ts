import type { AttemptRow } from "./ask-about-news.ts";
import type { Fact } from "./fact.ts";
import { priceBy, type Price } from "./price.ts";
import type { Transfer } from "./transfer.ts";

/** The reason and price of a transfer that fails after an earlier attempt was paid late. */
export interface PaidElsewhere extends Price {
  readonly reason: "PAID_AFTER_FAILURE" | "PAID_LATE_AND_RETURNED";
  readonly utr: string | null;
}

/** Finds a payment by a given-up attempt that was not returned, else one that was, else null. */
export function findPaidElsewhere(
  transfer: Transfer,
  facts: readonly Fact[],
  own: readonly AttemptRow[],
): PaidElsewhere | null {
  const attempts = [...Map.groupBy(facts, (fact) => fact.attempt).values()];
  const paid = attempts.filter((said) => said.some(({ evidence }) => evidence === "POS"));
  const standing = paid.find((said) => said.every(({ evidence }) => evidence !== "RET"));
  const said = standing ?? paid[0];
  const carrier = own.find(({ attempt }) => attempt === said?.[0]?.attempt);
  if (said === undefined || carrier === undefined) return null;
  return {
    reason: standing === undefined ? "PAID_LATE_AND_RETURNED" : "PAID_AFTER_FAILURE",
    utr: paidUtr(said),
    ...priceBy(transfer, carrier.rail),
  };
}

/** The UTR of a payment; null until a bank reports it. */
export function paidUtr(facts: readonly Fact[]): string | null {
  return facts.findLast(({ evidence, utr }) => evidence === "POS" && utr !== null)?.utr ?? null;
}
