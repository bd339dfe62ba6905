/**
 * A withdrawal: money that goes from the wallet to the business's own registered account. It is listed, and people
 * are told of its end.
 */
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { bigint, defineRow, nullable, text, timestamptz, uuid, type RowOf } from "#lib/rows";
import { formatRupeesIndian } from "#lib/money";
import { noteEvents } from "#notifications";

/** `waiting` is set aside, `processing` is a transfer under way; failed and returned money goes back to the wallet. */
type WithdrawalStatus = "waiting" | "processing" | "paid" | "failed" | "returned";

/** The rows of withdrawals. Amounts are in paise, times by the merchant's clock. */
export const WITHDRAWAL = defineRow("withdrawals.withdrawal", {
  withdrawalId: uuid,
  /** The merchant's own ID: the same ID always stands for the same withdrawal. */
  withdrawalKey: text(),
  fundSourceId: text(),
  amountPaise: bigint,
  remarks: text(),
  status: text<WithdrawalStatus>(),
  /** The reason why it was not paid. */
  reason: nullable(text()),
  utr: nullable(text()),
  /** The time when it is processed, if it still waits for that. */
  dueAt: nullable(timestamptz),
  madeAt: timestamptz,
  finishedAt: nullable(timestamptz),
});

export type Withdrawal = RowOf<typeof WITHDRAWAL>;

export interface WithdrawalOrder {
  readonly withdrawalKey: string;
  readonly amountPaise: bigint;
  readonly remarks: string;
  readonly by: Actor;
}

/** The reasons why no withdrawal was made. Nothing is stored, and the id stays free. */
type WithdrawalRefusal =
  /** No account is registered to withdraw to. */
  | "not_configured"
  /** Three were made today. */
  | "too_many"
  /** In live a member who is no Owner makes two of them. */
  | "too_many_of_member"
  | "insufficient_balance"
  /** The id stands for another withdrawal. */
  | "withdrawal_id_exists";

export type WithdrawalOutcome =
  | { readonly kind: "made"; readonly withdrawal: Withdrawal; readonly repeated: boolean }
  | { readonly kind: "refused"; readonly code: WithdrawalRefusal };

/** At most this many are made on one day in India. */
export const WITHDRAWALS_PER_DAY = 3;

/** In live, a member who is not an Owner makes at most this many of them, so that no member uses them all up. */
export const WITHDRAWALS_OF_MEMBER = 2;

/**
 * The transfer engine's key of a withdrawal's transfer. No merchant's own id contains a full stop, so the two never
 * collide.
 */
export const transferKeyOf = (withdrawalId: string): string => `withdrawal.${withdrawalId}`;

/** A merchant's withdrawals, newest first, at most `limit` (1 to 1,000); with `before` only those made before it. */
export async function listWithdrawals(
  tx: Tx,
  { limit, before }: { limit: number; before?: { readonly withdrawalId: string } },
): Promise<Withdrawal[]> {
  return tx.query<Withdrawal>(
    `select ${WITHDRAWAL.columns}
     from withdrawals.withdrawal
     where merchant_id = $1
       and ($2::uuid is null or withdrawal_id < $2)
     order by withdrawal_id desc
     limit $3`,
    [tx.merchantId, before?.withdrawalId ?? null, Math.min(Math.max(limit, 1), 1_000)],
  );
}

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
