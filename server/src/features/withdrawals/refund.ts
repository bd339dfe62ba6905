/** A refund: money from an account other than the registered one, on its way back to its sender. */

/** Money that does not count goes back within this many working days. */
export const REFUND_WORKING_DAYS = 7;

/** `stuck` means that a person must look, and `credited` that it counted after all. */
type RefundStatus = "waiting" | "processing" | "paid" | "stuck" | "credited";

/** One refund. Amount in paise, times by the merchant's clock. */
export interface Refund {
  /** The money that arrived; there is one refund of each. */
  readonly topUpId: string;
  readonly amountPaise: bigint;
  readonly status: RefundStatus;
  /** The number of transfers that were tried. */
  readonly tries: number;
  readonly reason: string | null;
  readonly utr: string | null;
  readonly dueAt: Date | null;
  readonly refundBy: Date;
  readonly finishedAt: Date | null;
}

/** The columns of a refund under the names of the interface above. */
export const refundColumns = `
  top_up_id as "topUpId", amount_paise as "amountPaise", status, tries, reason, utr, due_at as "dueAt",
  refund_by as "refundBy", finished_at as "finishedAt"`;

/** The transfer engine's key of a refund's nth transfer; no merchant's own id has a full stop. */
export const refundKeyOf = (topUpId: string, nth: number): string => `refund.${topUpId}.${nth}`;

/** The number of the try that a key of `refundKeyOf` stands for. */
export const tryOfKey = (transferKey: string): number => Number(transferKey.split(".").at(-1));
