/** A withdrawal: money that goes from the wallet to the business's own registered account. */
import type { Actor } from "#audit";

/** `waiting` is set aside, `processing` is a transfer under way; failed and returned money goes back to the wallet. */
export type WithdrawalStatus = "waiting" | "processing" | "paid" | "failed" | "returned";

/** One withdrawal. Amount in paise, times by the merchant's clock. */
export interface Withdrawal {
  readonly withdrawalId: string;
  /** The merchant's own id: the same id is the same withdrawal, forever. */
  readonly withdrawalKey: string;
  readonly fundSourceId: string;
  readonly amountPaise: bigint;
  readonly remarks: string;
  readonly status: WithdrawalStatus;
  /** The reason why it was not paid. */
  readonly reason: string | null;
  readonly utr: string | null;
  /** The time when it is processed, if it still waits for that. */
  readonly dueAt: Date | null;
  readonly madeAt: Date;
  readonly finishedAt: Date | null;
}

export interface WithdrawalOrder {
  readonly withdrawalKey: string;
  readonly amountPaise: bigint;
  readonly remarks: string;
  readonly by: Actor;
}

/** The reasons why no withdrawal was made. Nothing is stored, and the id stays free. */
export type WithdrawalRefusal =
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

/** At most so many of them are made by one member who is no Owner, in live: one member does not use them up. */
export const WITHDRAWALS_OF_MEMBER = 2;

/** The columns of a withdrawal under the names of the interface above. */
export const withdrawalColumns = `
  withdrawal_id as "withdrawalId", withdrawal_key as "withdrawalKey", fund_source_id as "fundSourceId",
  amount_paise as "amountPaise", remarks, status, reason, utr, due_at as "dueAt", made_at as "madeAt",
  finished_at as "finishedAt"`;

/**
 * The transfer engine's key of a withdrawal's transfer. No merchant's own id contains a full stop, so the two never
 * collide.
 */
export const transferKeyOf = (withdrawalId: string): string => `withdrawal.${withdrawalId}`;
