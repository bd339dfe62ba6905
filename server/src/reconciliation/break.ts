/** A break: a difference between statements, banks and our books. */

export const BREAK_KINDS = [
  "unknown_debit",
  "unknown_credit",
  "amount_differs",
  "double_debit",
  "ambiguous",
  "bank_charge",
  "awaits_reversal",
  "return_without_payment",
  "top_up_contradiction",
  "statement_wrong",
  "statement_changed",
  "statement_unreadable",
  "entry_left_out",
  "other_account",
  "opening_differs",
  "missing_day",
  "line_vanished",
  "evidence_withdrawn",
  "contradiction",
  "stray_news",
  "file_refused",
] as const;

export type BreakKind = (typeof BREAK_KINDS)[number];

/** How a break ended. People choose among the first four; `matched` and `went_away` follow from events. */
export const RESOLUTIONS = ["explained", "bank_corrected", "written_off", "not_ours"] as const;

export type Resolution = (typeof RESOLUTIONS)[number] | "matched" | "went_away";

export type BreakAction = "opened" | "assigned" | "matched" | "resolved" | "undone" | "opened_again";

export interface Break {
  readonly breakId: string;
  readonly kind: BreakKind;
  readonly bankId: string | null;
  /** The IST day of its statement, `YYYY-MM-DD`. */
  readonly day: string | null;
  readonly lineId: string | null;
  readonly transferId: string | null;
  readonly amountPaise: bigint | null;
  /** The difference, in a sentence. */
  readonly detail: string;
  /** The member who owns it. */
  readonly ownerId: string | null;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly resolution: Resolution | null;
  readonly note: string | null;
  readonly steps: number;
}

/** The columns of a break under the names of the interface above. */
export const breakColumns = `
  break.break_id as "breakId", break.kind, break.bank_id as "bankId", break.day::text as day,
  break.line_id as "lineId", break.transfer_id as "transferId", break.amount_paise as "amountPaise", break.detail,
  break.owner_id as "ownerId", break.opened_at as "openedAt", break.closed_at as "closedAt", break.resolution,
  break.note, break.steps`;
