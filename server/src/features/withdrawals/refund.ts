/** A refund: money from an account other than the registered one, on its way back to its sender. */

import { bigint, defineRow, nullable, smallint, text, timestamptz, uuid, type RowOf } from "#lib/rows";

/** Money that does not count goes back within this many working days. */
export const REFUND_WORKING_DAYS = 7;

/** `stuck` means that a person must look, and `credited` that it counted after all. */
type RefundStatus = "waiting" | "processing" | "paid" | "stuck" | "credited";

/** The rows of refunds. Amounts are in paise, times by the merchant's clock. */
export const REFUND = defineRow("withdrawals.refund", {
  /** The money that arrived; there is one refund of each. */
  topUpId: uuid,
  amountPaise: bigint,
  status: text<RefundStatus>(),
  /** The number of transfers that were tried. */
  tries: smallint,
  reason: nullable(text()),
  utr: nullable(text()),
  dueAt: nullable(timestamptz),
  refundBy: timestamptz,
  finishedAt: nullable(timestamptz),
});

export type Refund = RowOf<typeof REFUND>;

/** The transfer engine's key of a refund's nth transfer; no merchant's own id has a full stop. */
export const refundKeyOf = (topUpId: string, nth: number): string => `refund.${topUpId}.${nth}`;

/** The number of the try that a key of `refundKeyOf` stands for. */
export const tryOfKey = (transferKey: string): number => Number(transferKey.split(".").at(-1));
