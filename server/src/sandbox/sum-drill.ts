/** Computes the figures of a drill; pure. */
import type { BankTurn } from "#health";
import type { Explanation } from "#routing";
import type { SpanTransfer } from "#transfers";
import type { BankDrill } from "./bank-drill.ts";

/** Numbers of transfers, unless stated otherwise. */
export interface DrillFigures {
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
  /** From the start until the bank was found unhealthy (ms), and instructions until then; null: never. */
  readonly detectedAfterMs: number | null;
  readonly detectedAfterCalls: number | null;
  readonly detectedAs: "degraded" | "down" | null;
  /** From its end until the bank was healthy again (ms); null: not yet, or it was never found unhealthy. */
  readonly recoveredAfterMs: number | null;
  /** Sent by another bank because this one was known to be unhealthy. */
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

export interface DrillFacts {
  readonly transfers: readonly SpanTransfer[];
  readonly decisions: ReadonlyMap<string, Explanation>;
  readonly turns: readonly BankTurn[];
  /** Transfers that were paid after they had failed, and are known to have been. */
  readonly paidLate: ReadonlySet<string>;
  /** Net amounts in the banks' books, by `bankId reference`. */
  readonly paidPaise: ReadonlyMap<string, bigint>;
}

const OPEN: ReadonlySet<string> = new Set(["awaiting_approval", "waiting", "ready", "sent", "review"]);

export function sumDrill(drill: BankDrill, facts: DrillFacts): DrillFigures {
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
function avoids({ bankId, rail }: BankDrill, decision: Explanation | undefined): boolean {
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
