import { type BankTurn, readBankTurns } from "#health";
import type { Context } from "#lib/context";
import { type Explanation, readDecisions } from "#routing";
import { readLateSuccesses, readSpan, type SpanTransfer } from "#transfers";
import type { BankDrill } from "./bank-drill.ts";
import { readClock } from "./move-clock.ts";
import { type DrilledBank, readBankDrill } from "./read-bank-drill.ts";
import { callSimulator } from "./simulator.ts";
import { type DrillFigures, sumDrill } from "./sum-drill.ts";

export interface DrillReport {
  readonly drill: BankDrill;
  readonly running: boolean;
  readonly figures: DrillFigures;
}

/** The time (ms) after a drill's end in which the recovery of its bank counts. */
const RECOVERS_WITHIN_MS = 86_400_000;

/**
 * Reports the last drill of a bank from the transfers of that time, their attempts and routing decisions, the
 * states of the bank, and the banks' own books; null: there was none. Throws SandboxError.bank_not_found.
 */
export async function reportBankDrill(
  ctx: Context,
  merchantId: string,
  { bankId, simulatorUrl }: DrilledBank,
): Promise<DrillReport | null> {
  const { drill, debitAccount } = await readBankDrill(ctx, merchantId, { bankId, simulatorUrl });
  if (drill === null) return null;
  const { now } = await readClock(ctx, merchantId);
  const known = await readKnown(ctx, merchantId, drill);
  // Read after the transfers: for payments made meanwhile the bank's report is still on its way.
  const paidPaise = await readBooks(simulatorUrl, debitAccount);
  return { drill, running: drill.until > now, figures: sumDrill(drill, { ...known, paidPaise }) };
}

interface Known {
  readonly transfers: readonly SpanTransfer[];
  readonly decisions: ReadonlyMap<string, Explanation>;
  readonly paidLate: ReadonlySet<string>;
  readonly turns: readonly BankTurn[];
}

function readKnown(
  ctx: Context,
  merchantId: string,
  { bankId, rail, from, until }: BankDrill,
): Promise<Known> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const transfers = await readSpan(tx, { rail, from, until });
    const decisionIds = transfers.flatMap(({ attempts }) => attempts.map(({ decisionId }) => decisionId));
    const transferIds = transfers.map(({ transferId }) => transferId);
    const turnsUntil = new Date(until.getTime() + RECOVERS_WITHIN_MS);
    return {
      transfers,
      decisions: await readDecisions(tx, [...new Set(decisionIds)]),
      paidLate: new Set((await readLateSuccesses(tx, transferIds)).keys()),
      turns: await readBankTurns(tx, { bankId, rail, from, until: turnsUntil }),
    };
  });
}

/** Returns the net amount that left the account for each reference, by the banks' own books. */
async function readBooks(simulatorUrl: string, debitAccount: string): Promise<ReadonlyMap<string, bigint>> {
  const query = new URLSearchParams({ debitAccount, form: "summary" });
  const { rows } = (await callSimulator(simulatorUrl, { method: "GET", path: `/sim/debits?${query}` })) as {
    rows: readonly [bankId: string, reference: string, ...sums: number[]][];
  };
  const paid = new Map<string, bigint>();
  for (const [bankId, reference, ...sums] of rows) paid.set(`${bankId} ${reference}`, BigInt(sums.at(-1)!));
  return paid;
}
