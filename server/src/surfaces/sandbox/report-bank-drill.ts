import { type BankTurn, readBankTurns } from "#health";
import type { Context } from "#lib/context";
import { type RouteExplanation, readDecisions } from "#routing";
import { readLateSuccesses, readSpan, type SpanTransfer } from "#transfers";
import { type BankDrill, type DrilledBank, readBankDrill } from "./bank-drill.ts";
import { readClock } from "./move-clock.ts";
import { callSimulator } from "./simulator.ts";

// Computes the figures of a drill; pure.

/** Numbers of transfers, unless stated otherwise. */
interface DrillFigures {
  readonly transfers: number;
  readonly succeeded: number;
  /** Ended otherwise: failed, rejected, cancelled or returned. */
  readonly failed: number;
  /** Not ended yet; `waiting` of them wait for a bank or for banking hours. */
  readonly open: number;
  readonly waiting: number;
  /** Instructions to the drilled bank; `troubled` of them were refused or had no response. */
  readonly calls: number;
  readonly troubled: number;
  /** From the start until the bank was found unhealthy (ms), and instructions until then. Null means never. */
  readonly detectedAfterMs: number | null;
  readonly detectedAfterCalls: number | null;
  readonly detectedAs: "degraded" | "down" | null;
  /**
   * The time in ms from the end of the drill until the bank was healthy again. Null if it is not healthy yet, or if it
   * was never found unhealthy.
   */
  readonly recoveredAfterMs: number | null;
  /** The number of transfers sent by another bank because this one was known to be unhealthy. */
  readonly rerouted: number;
  /** Sent by another bank after an attempt at this one. */
  readonly failedOver: number;
  /** Waited for a working bank. */
  readonly queued: number;
  /** Ended transfers for which the banks' books and our status differ. */
  readonly lost: number;
  /** More money left for the transfer than was ordered. */
  readonly paidTwice: number;
}

interface DrillFacts {
  readonly transfers: readonly SpanTransfer[];
  readonly decisions: ReadonlyMap<string, RouteExplanation>;
  readonly turns: readonly BankTurn[];
  /** Transfers that were paid after they had failed, and are known to have been. */
  readonly paidLate: ReadonlySet<string>;
  /** Net amounts in the banks' books, by `bankId reference`. */
  readonly paidPaise: ReadonlyMap<string, bigint>;
}

const OPEN: ReadonlySet<string> = new Set(["awaiting_approval", "waiting", "ready", "sent", "review"]);

function sumDrill(drill: BankDrill, facts: DrillFacts): DrillFigures {
  const { transfers, decisions } = facts;
  const count = (is: (transfer: SpanTransfer) => boolean): number => transfers.filter(is).length;
  const succeeded = count(({ status }) => status === "succeeded");
  const open = count(({ status }) => OPEN.has(status));
  const calls = transfers
    .flatMap(({ attempts }) => attempts)
    .filter(({ bankId, rail }) => bankId === drill.bankId && rail === drill.rail);
  return {
    transfers: transfers.length,
    succeeded,
    failed: transfers.length - succeeded - open,
    open,
    waiting: count(({ status }) => status === "waiting"),
    calls: calls.length,
    troubled: calls.filter((call) => call.troubled).length,
    ...detectionOf(drill, facts, calls),
    rerouted: count(({ attempts }) =>
      attempts.some(({ decisionId }) => avoids(drill, decisions.get(decisionId))),
    ),
    failedOver: count(({ attempts }) => {
      const at = attempts.findIndex(({ bankId }) => bankId === drill.bankId);
      return at >= 0 && attempts.slice(at + 1).some(({ bankId }) => bankId !== drill.bankId);
    }),
    queued: count(({ waited }) => waited),
    lost: count((transfer) => isLost(transfer, facts)),
    paidTwice: count((transfer) => paidOf(transfer, facts) > transfer.amountPaise),
  };
}

function detectionOf(
  { from, until }: BankDrill,
  { turns }: DrillFacts,
  calls: readonly { readonly at: Date }[],
): Pick<DrillFigures, "detectedAfterMs" | "detectedAfterCalls" | "detectedAs" | "recoveredAfterMs"> {
  const seen = turns.find(({ state, at }) => (state === "degraded" || state === "down") && at < until);
  if (seen === undefined) {
    return { detectedAfterMs: null, detectedAfterCalls: null, detectedAs: null, recoveredAfterMs: null };
  }
  const last = turns.at(-1)!;
  const isWell = last.state === "healthy" && last.at > seen.at;
  return {
    detectedAfterMs: seen.at.getTime() - from.getTime(),
    detectedAfterCalls: calls.filter(({ at }) => at <= seen.at).length,
    detectedAs: seen.state as "degraded" | "down",
    recoveredAfterMs: isWell ? Math.max(last.at.getTime() - until.getTime(), 0) : null,
  };
}

const AVOIDED: ReadonlySet<string | null> = new Set([
  "bank_down",
  "bank_announced_down",
  "bank_without_place",
]);

/** Returns true if a decision avoided the drilled bank because of its health. */
function avoids({ bankId, rail }: BankDrill, decision: RouteExplanation | undefined): boolean {
  const { candidates = [], chosen } = decision ?? {};
  const own = candidates.find((one) => one.bankId === bankId && one.rail === rail);
  if (own === undefined || chosen == null || chosen.bankId === bankId) return false;
  return own.demoted === true || AVOIDED.has(own.skipped);
}

function paidOf({ attempts }: SpanTransfer, { paidPaise }: DrillFacts): bigint {
  return attempts.reduce(
    (sum, { bankId, reference }) => sum + (paidPaise.get(`${bankId} ${reference}`) ?? 0n),
    0n,
  );
}

/** True if a transfer reported as paid is not fully paid, or one reported as unpaid has left money. */
function isLost(transfer: SpanTransfer, facts: DrillFacts): boolean {
  const { transferId, status, amountPaise } = transfer;
  if (OPEN.has(status)) return false;
  const isTold = status === "succeeded" || facts.paidLate.has(transferId);
  const paid = paidOf(transfer, facts);
  return isTold ? paid < amountPaise : paid > 0n;
}

export interface DrillReport {
  readonly drill: BankDrill;
  readonly running: boolean;
  readonly figures: DrillFigures;
}

/** The time (ms) after a drill's end in which the recovery of its bank counts. */
const RECOVERS_WITHIN_MS = 86_400_000;

/**
 * Reports the last drill of a bank from the transfers of that time, their attempts and routing decisions, the
 * states of the bank, and the banks' own books. Null means that there was none. Throws SandboxError.bank_not_found.
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
  readonly decisions: ReadonlyMap<string, RouteExplanation>;
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
