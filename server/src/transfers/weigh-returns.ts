import { claimCredits } from "#fund-sources";
import type { Tx } from "#lib/db";
import type { Asked } from "./ask-about-news.ts";
import { isPaid } from "./decide-news.ts";
import type { Fact } from "./fact.ts";

/**
 * Weighs reports that payments came back: if that credit was booked as a recharge before, its money is not booked
 * again, and a person must look. What the bank says about the payment itself still counts.
 */
export async function weighReturns(
  tx: Tx,
  facts: readonly Fact[],
  { attempts, transfers }: Pick<Asked, "attempts" | "transfers">,
): Promise<readonly Fact[]> {
  const returns = facts.flatMap((fact) => {
    const { transferId, attempt, utr } = fact;
    const of = attempts.find((row) => row.transferId === transferId && row.attempt === attempt);
    const transfer = transfers.find((row) => row.transferId === transferId);
    if (fact.evidence !== "RET" || of === undefined || transfer === undefined) return [];
    const { amountPaise } = transfer;
    return [{ fact, credit: { bankId: of.bankId, reference: of.reference, utr, amountPaise } }];
  });
  if (returns.length === 0) return facts;
  const taken = await claimCredits(
    tx,
    "return",
    returns.map(({ credit }) => credit),
  );
  const refused = new Set(returns.filter((_, index) => taken[index] !== null).map(({ fact }) => fact));
  return facts.map((fact) => (refused.has(fact) ? withoutReturn(fact) : fact));
}

function withoutReturn(fact: Fact): Fact {
  const detail = "the bank says that this payment came back, and its money was booked as a recharge";
  return { ...fact, evidence: isPaid(fact) ? "POS" : "UNK", reason: null, code: "", detail, alarm: true };
}
