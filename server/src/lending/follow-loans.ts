import type { Tx } from "#lib/db";
import { istDate } from "#rails";
import type { TransferChange } from "#transfers";
import type { LoanStatus } from "./loan.ts";
import { wakeLending } from "./wake-lending.ts";

/**
 * Notes what became of loans' transfers, in the transaction that decided it. Money that was not lent lies in the
 * intermediate ledger then; the worker gives it back, so that no one here waits for the locks of the other ledgers.
 * Charges are passed on when the day in India has ended.
 */
export async function followLoans(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const ends = changes.flatMap(({ before, after }) => {
    const status = before.status === after.status ? undefined : ENDS[after.status];
    return status === undefined ? [] : [{ status, loanId: after.originId }];
  });
  if (ends.length === 0) return;
  await tx.execute(NOTE, [
    tx.merchantId,
    tx.now,
    endOfDay(tx.now),
    ends.map(({ loanId }) => loanId),
    ends.map(({ status }) => status),
  ]);
  if (ends.some(({ status }) => status !== "disbursed")) await wakeLending(tx);
}

const ENDS: Readonly<Record<string, LoanStatus | undefined>> = {
  succeeded: "disbursed",
  failed: "failed",
  cancelled: "failed",
  rejected: "failed",
  reversed: "returned",
};

const DAY_MS = 86_400_000;

/** Midnight in India after a moment. */
function endOfDay(at: Date): Date {
  return new Date(Date.parse(`${istDate(at)}T00:00:00+05:30`) + DAY_MS);
}

const NOTE = `
  update lending.loan as loan
  set status = ended.status,
    due_at = case
      when ended.status <> 'disbursed' then $2::timestamptz
      when loan.lender_charges_paise + loan.originator_charges_paise > 0 then $3::timestamptz
    end,
    finished_at = $2
  from unnest($4::uuid[], $5::text[]) as ended (loan_id, status)
  where loan.merchant_id = $1
    and loan.loan_id = ended.loan_id
    and case ended.status
      when 'returned' then loan.status in ('disbursing', 'disbursed')
      else loan.status = 'disbursing'
    end`;
