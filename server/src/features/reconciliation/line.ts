/** A line of a statement as the database holds it. */
import type { LineKind } from "#banks";
import type { FailureReason } from "#rails";

/** `vanished`: the statement of the whole day does not contain it. */
type LineState = "new" | "matched" | "paired" | "suspense" | "vanished";

/** The rules by which a line can be tied, from the strongest on. */
type TyingRule = "reference" | "utr" | "likeness" | "arrival" | "by_hand";

export interface Line {
  readonly lineId: string;
  readonly bankId: string;
  readonly bankNo: number;
  /** The IST day of its statement, `YYYY-MM-DD`. */
  readonly day: string;
  readonly bookedAt: Date;
  readonly arrivedAt: Date;
  readonly side: "debit" | "credit";
  readonly amountPaise: bigint;
  readonly kind: LineKind;
  readonly reference: string | null;
  readonly utr: string | null;
  readonly narration: string;
  readonly code: string;
  readonly reason: FailureReason | null;
  readonly counterpartyName: string | null;
  readonly counterpartyLast4: string | null;
  readonly counterpartyIfsc: string | null;
  readonly state: LineState;
  readonly rule: TyingRule | null;
  readonly transferId: string | null;
  readonly attempt: number | null;
  readonly topUpId: string | null;
  readonly heldUntil: Date | null;
  /** The number of times it went into suspense. */
  readonly suspended: number;
}

/** The columns of a line under the names of the interface above. */
export const lineColumns = `
  line.line_id as "lineId", line.bank_id as "bankId", line.bank_no as "bankNo", line.day::text as day,
  line.booked_at as "bookedAt", line.arrived_at as "arrivedAt", line.side, line.amount_paise as "amountPaise",
  line.kind, line.reference, line.utr, line.narration, line.code, line.reason,
  line.counterparty_name as "counterpartyName", line.counterparty_last4 as "counterpartyLast4",
  line.counterparty_ifsc as "counterpartyIfsc", line.state, line.rule, line.transfer_id as "transferId",
  line.attempt, line.top_up_id as "topUpId", line.held_until as "heldUntil", line.suspended`;
