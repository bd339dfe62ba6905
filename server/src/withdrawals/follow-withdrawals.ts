import type { Tx } from "#lib/db";
import { isLateReason } from "#rails";
import type { TransferChange } from "#transfers";
import { endColumns, tellEnds, tellLate, type LateWithdrawal, type WithdrawalEnd } from "./tell-ends.ts";
import { wakeWithdrawals } from "./wake-withdrawals.ts";

/**
 * Notes what became of withdrawals' transfers, in the transaction that decided it. Money that came back lies in
 * transit then; the worker gives it back to the wallet, so that no one here has to wait for the wallet's lock.
 */
export async function followWithdrawals(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const ends = changes.flatMap(({ before, after }) => {
    const status = before.status === after.status ? undefined : ENDS[after.status];
    return status === undefined ? [] : [{ status, after }];
  });
  await noteLate(tx, changes);
  if (ends.length === 0) return;
  const noted = await tx.query<WithdrawalEnd>(NOTE, [
    tx.merchantId,
    tx.now,
    ends.map(({ after }) => after.originId),
    ends.map(({ status }) => status),
    ends.map(({ after }) => after.reason),
    ends.map(({ after }) => after.utr),
  ]);
  await tellEnds(tx, noted);
  if (ends.some(({ status }) => status !== "paid")) await wakeWithdrawals(tx);
}

/** What was paid after it had failed stays failed, with the reason and the bank's number; the people are told. */
async function noteLate(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const late = changes.filter(
    ({ before, after }) => isLateReason(after.reason) && before.reason !== after.reason,
  );
  if (late.length === 0) return;
  const noted = await tx.query<LateWithdrawal>(NOTE_LATE, [
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

const NOTE = `
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

const NOTE_LATE = `
  update withdrawals.withdrawal as withdrawal
  set reason = late.reason,
    utr = coalesce(late.utr, withdrawal.utr)
  from unnest($2::uuid[], $3::text[], $4::text[]) as late (withdrawal_id, reason, utr)
  where withdrawal.merchant_id = $1
    and withdrawal.withdrawal_id = late.withdrawal_id
  returning ${endColumns}, withdrawal.reason`;
