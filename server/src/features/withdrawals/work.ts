/** The background work of withdrawals and refunds. */
import type { Context } from "#lib/context";
import { CrashError } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { defineWorker, momentsIn, wakeWorker } from "#lib/worker";
import { isLateReason } from "#rails";
import { followTransfers, type TransferChange } from "#transfers";
import { giveBackWithdrawals } from "./make-withdrawal.ts";
import { nextMorning, placeRefunds } from "./place-refunds.ts";
import { placeWithdrawals } from "./place-withdrawals.ts";
import { tryOfKey } from "./refund.ts";
import { openRefunds } from "./refunds.ts";
import { endColumns, type LateWithdrawal, tellEnds, tellLate, type WithdrawalEnd } from "./withdrawal.ts";

const STEPS = [openRefunds, giveBackWithdrawals, placeWithdrawals, placeRefunds];

/**
 * Does all of a merchant's due work until nothing is due any more. A step that fails does not prevent the others; the
 * first failure is thrown after them.
 */
export async function workWithdrawals(ctx: Context, merchantId: string): Promise<void> {
  const failures: unknown[] = [];
  for (const step of STEPS) {
    try {
      while ((await step(ctx, merchantId)) > 0);
    } catch (error) {
      if (error instanceof CrashError) throw error;
      if (failures.length > 0) ctx.log.error({ err: error, merchantId }, `${step.name} failed as well`);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

export const withdrawalsWorker = defineWorker({
  name: "withdrawals",
  everyMs: 1_000,
  due: `exists (
      select from withdrawals.withdrawal
      where withdrawal.merchant_id = clock.merchant_id
        and withdrawal.due_at <= clock.now
    )
    or exists (
      select from withdrawals.refund
      where refund.merchant_id = clock.merchant_id
        and refund.due_at <= clock.now
    )
    or exists (
      select from fund_sources.top_up
      left join withdrawals.refund
        on refund.merchant_id = top_up.merchant_id
       and refund.top_up_id = top_up.top_up_id
      where top_up.merchant_id = clock.merchant_id
        and top_up.suspended
        and refund.top_up_id is null
    )`,
  work: workWithdrawals,
  /** The times at which withdrawals and refunds are placed. */
  moments: {
    withdrawals: momentsIn("withdrawals.withdrawal"),
    refunds: momentsIn("withdrawals.refund"),
  },
});

/** Registers withdrawals and refunds for the outcomes of their transfers. Called once at the start of a process. */
export function registerWithdrawals(): void {
  followTransfers("withdrawal", followWithdrawals);
  followTransfers("refund", followRefunds);
}

/**
 * Records the outcome of refunds' transfers, in the transaction that decided it. Money that was not paid, or came back,
 * is in transit again, and the refund is tried again on the next working day, as long as there is time. If a bank paid
 * after it had refused, the refund is not tried again: the sender has the money, and a person must look.
 */
async function followRefunds(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  await noteEnds(tx, changes);
  await noteLateRefunds(tx, changes);
}

async function noteEnds(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const ends = changes.filter(({ before, after }) => before.status !== after.status && after.status in PAID);
  if (ends.length === 0) return;
  const after = ends.map((change) => change.after);
  await tx.execute(NOTE_REFUNDS, [
    tx.merchantId,
    tx.now,
    nextMorning(tx.now),
    after.map(({ originId }) => originId),
    after.map(({ transferKey }) => tryOfKey(transferKey)),
    after.map(({ status }) => PAID[status]),
    after.map(({ reason }) => reason),
    after.map(({ utr }) => utr),
  ]);
}

/**
 * A try may end unpaid while an earlier one was paid late, so the state is read from all tries and not from the change.
 */
async function noteLateRefunds(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const returned = changes.filter(({ after }) => after.reason === "PAID_LATE_AND_RETURNED");
  if (returned.length > 0)
    await tx.execute(NOTE_RETURNED, [tx.merchantId, nextMorning(tx.now), idsOf(returned)]);
  const unpaid = changes.filter(({ after }) => PAID[after.status] === false || isLateReason(after.reason));
  if (unpaid.length > 0) await tx.execute(NOTE_LATE_REFUNDS, [tx.merchantId, idsOf(unpaid)]);
}

const idsOf = (changes: readonly TransferChange[]) => changes.map(({ after }) => after.originId);

/** The final statuses of a transfer, with true for those that paid. */
const PAID: Readonly<Record<string, boolean>> = {
  succeeded: true,
  failed: false,
  cancelled: false,
  rejected: false,
  reversed: false,
};

// The worker that placed it may not have recorded it yet. Then this try is the one after the last recorded one.
const NOTE_REFUNDS = `
  update withdrawals.refund as refund
  set status = case when ended.paid then 'paid' when $3 <= refund.refund_by then 'waiting' else 'stuck' end,
    due_at = case when ended.paid or $3 > refund.refund_by then null else $3 end,
    finished_at = case when ended.paid then $2::timestamptz end,
    tries = ended.try,
    reason = ended.reason,
    utr = coalesce(ended.utr, refund.utr)
  from unnest($4::uuid[], $5::smallint[], $6::boolean[], $7::text[], $8::text[])
    as ended (top_up_id, try, paid, reason, utr)
  where refund.merchant_id = $1
    and refund.top_up_id = ended.top_up_id
    and (
      (refund.status = 'waiting' and refund.tries = ended.try - 1)
      or (refund.status = 'processing' and refund.tries = ended.try)
      or (refund.status = 'paid' and refund.tries = ended.try and not ended.paid)
    )`;

// Runs before the other statement, which checks if the payment of another try stands.
const NOTE_RETURNED = `
  update withdrawals.refund
  set status = case when $2 <= refund_by then 'waiting' else 'stuck' end,
    due_at = case when $2 <= refund_by then $2::timestamptz end,
    reason = 'PAID_LATE_AND_RETURNED'
  where merchant_id = $1
    and top_up_id = any ($3::uuid[])
    and status = 'stuck'
    and reason = 'PAID_AFTER_FAILURE'`;

const NOTE_LATE_REFUNDS = `
  update withdrawals.refund
  set status = 'stuck',
    due_at = null,
    reason = 'PAID_AFTER_FAILURE',
    utr = coalesce(late.utr, refund.utr)
  from transfers.transfer as late
  where refund.merchant_id = $1
    and refund.top_up_id = any ($2::uuid[])
    and refund.status in ('waiting', 'stuck')
    and late.merchant_id = $1
    and late.origin_id = refund.top_up_id
    and late.reason = 'PAID_AFTER_FAILURE'`;

/**
 * Records the outcome of withdrawals' transfers, in the transaction that decided it. Money that came back is in transit
 * then. The worker gives it back to the wallet, so that nothing here has to wait for the wallet's lock.
 */
async function followWithdrawals(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const ends = changes.flatMap(({ before, after }) => {
    const status = before.status === after.status ? undefined : ENDS[after.status];
    return status === undefined ? [] : [{ status, after }];
  });
  await noteLateWithdrawals(tx, changes);
  if (ends.length === 0) return;
  const noted = await tx.query<WithdrawalEnd>(NOTE_WITHDRAWALS, [
    tx.merchantId,
    tx.now,
    ends.map(({ after }) => after.originId),
    ends.map(({ status }) => status),
    ends.map(({ after }) => after.reason),
    ends.map(({ after }) => after.utr),
  ]);
  await tellEnds(tx, noted);
  if (ends.some(({ status }) => status !== "paid")) await wakeWorker(tx, "withdrawals");
}

/**
 * A withdrawal that was paid after it had failed stays failed, with the reason and the bank's number, and people are
 * notified.
 */
async function noteLateWithdrawals(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const late = changes.filter(
    ({ before, after }) => isLateReason(after.reason) && before.reason !== after.reason,
  );
  if (late.length === 0) return;
  const noted = await tx.query<LateWithdrawal>(NOTE_LATE_WITHDRAWALS, [
    tx.merchantId,
    late.map(({ after }) => after.originId),
    late.map(({ after }) => after.reason),
    late.map(({ after }) => after.utr),
  ]);
  await tellLate(tx, noted);
}

const ENDS: Readonly<Record<string, "paid" | "failed" | "returned" | undefined>> = {
  succeeded: "paid",
  failed: "failed",
  cancelled: "failed",
  rejected: "failed",
  reversed: "returned",
};

const NOTE_WITHDRAWALS = `
  update withdrawals.withdrawal as withdrawal
  set status = ended.status,
    reason = ended.reason,
    utr = coalesce(ended.utr, withdrawal.utr),
    due_at = case when ended.status = 'paid' then null else $2::timestamptz end,
    finished_at = $2
  from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) as ended (withdrawal_id, status, reason, utr)
  where withdrawal.merchant_id = $1
    and withdrawal.withdrawal_id = ended.withdrawal_id
    and case ended.status
      when 'returned' then withdrawal.status in ('waiting', 'processing', 'paid')
      else withdrawal.status in ('waiting', 'processing')
    end
  returning ${endColumns}`;

const NOTE_LATE_WITHDRAWALS = `
  update withdrawals.withdrawal as withdrawal
  set reason = late.reason,
    utr = coalesce(late.utr, withdrawal.utr)
  from unnest($2::uuid[], $3::text[], $4::text[]) as late (withdrawal_id, reason, utr)
  where withdrawal.merchant_id = $1
    and withdrawal.withdrawal_id = late.withdrawal_id
  returning ${endColumns}, withdrawal.reason`;
