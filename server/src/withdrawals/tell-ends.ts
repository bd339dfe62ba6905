import { formatRupeesIndian } from "#lib/money";
import { noteEvents } from "#notifications";
import type { Tx } from "#lib/db";

/** A withdrawal that has just ended, or has come back after its end. */
export interface WithdrawalEnd {
  readonly withdrawalId: string;
  readonly withdrawalKey: string;
  readonly amountPaise: bigint;
  readonly status: "paid" | "failed" | "returned";
}

/**
 * The columns of the interface above, for the `returning` clause of a statement about `withdrawals.withdrawal as
 * withdrawal`.
 */
export const endColumns = `withdrawal.withdrawal_id as "withdrawalId", withdrawal.withdrawal_key as "withdrawalKey",
    withdrawal.amount_paise as "amountPaise", withdrawal.status`;

/** Notifies the merchant's people by e-mail, with the merchant's own id. */
export async function tellEnds(tx: Tx, ends: readonly WithdrawalEnd[]): Promise<void> {
  await noteEvents(
    tx,
    ends.map(({ withdrawalId, withdrawalKey, amountPaise, status }) => ({
      category: "withdrawal",
      sourceKey: `withdrawal_${withdrawalId}_${status}`,
      what: WORDS[status],
      id: withdrawalKey,
      detail: formatRupeesIndian(amountPaise),
    })),
  );
}

const WORDS = { paid: "Paid", failed: "Failed", returned: "Sent back" } as const;

/** A withdrawal that was paid after it had failed, or of which that payment has come back. */
export interface LateWithdrawal extends Omit<WithdrawalEnd, "status"> {
  readonly reason: "PAID_AFTER_FAILURE" | "PAID_LATE_AND_RETURNED";
}

/**
 * Notifies people of withdrawals that a bank paid after it had refused them, in a category that is sent immediately.
 */
export async function tellLate(tx: Tx, withdrawals: readonly LateWithdrawal[]): Promise<void> {
  await noteEvents(
    tx,
    withdrawals.map(({ withdrawalId, withdrawalKey, amountPaise, reason }) => ({
      category: "transfer_paid_late",
      sourceKey: `withdrawal_${withdrawalId}_${reason}`,
      what: LATE_WORDS[reason],
      id: withdrawalKey,
      detail: formatRupeesIndian(amountPaise),
    })),
  );
}

const LATE_WORDS = {
  PAID_AFTER_FAILURE: "Withdrawal paid after the failure",
  PAID_LATE_AND_RETURNED: "Withdrawal paid after the failure, and returned",
} as const;
