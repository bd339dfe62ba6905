import { claimCredits } from "#fund-sources";
import type { Tx } from "#lib/db";
import type { AskedNews } from "./ask-about-news.ts";
import { isPaid } from "./decide-news.ts";
import type { Fact } from "../fact.ts";

/**
 * Weighs reports that payments came back: if that credit was booked as a recharge before, its money is not booked
 * again, and a person must look. What the bank says about the payment itself still counts.
 */
export async function weighReturns(
  tx: Tx,
  facts: readonly Fact[],
  { attempts, transfers }: Pick<AskedNews, "attempts" | "transfers">,
): Promise<readonly Fact[]> {
  const told = facts.filter(({ evidence }) => evidence === "RET");
  if (told.length === 0) return facts;
  const attemptOf = new Map(attempts.map((row) => [keyOf(row), row]));
  const transferOf = new Map(transfers.map((row) => [row.transferId, row]));
  const returns = told.flatMap((fact) => {
    const { transferId, attempt, utr } = fact;
    const [of, transfer] = [attemptOf.get(keyOf(fact)), transferOf.get(transferId)];
    if (of === undefined || transfer === undefined) return [];
    const { amountPaise } = transfer;
    // A second report of a return books nothing.
    const isBooked = transfer.status === "reversed" && transfer.attempt === attempt;
    const besides = isBooked ? "all" : fact.besides;
    return [{ fact, credit: { bankId: of.bankId, reference: of.reference, utr, amountPaise, besides } }];
  });
  const taken = await claimCredits(
    tx,
    "return",
    returns.map(({ credit }) => credit),
  );
  const details = new Map(
    returns.flatMap(({ fact }, index) =>
      taken[index] === null ? [] : [[fact, taken[index] === "reference" ? NAMED : RECHARGED] as const],
    ),
  );
  return facts.map((fact) => {
    const detail = details.get(fact);
    return detail === undefined ? fact : withoutReturn(fact, detail);
  });
}

const keyOf = ({ transferId, attempt }: Pick<Fact, "transferId" | "attempt">): string =>
  `${transferId} ${attempt}`;

const RECHARGED = "the bank says that this payment came back, and its money was booked as a recharge";
const NAMED =
  "the bank says that this payment came back, and a recharge has named it, which may be the same money: it is booked " +
  "when the statement of the whole day has a line of each, or when a person matches the line of the return";

function withoutReturn(fact: Fact, detail: string): Fact {
  return { ...fact, evidence: isPaid(fact) ? "POS" : "UNK", reason: null, code: "", detail, alarm: true };
}
