import { requirePermission } from "#access";
import type { Actor } from "#audit";
import { type Entry, settlementAccount, SUSPENSE } from "#ledger";
import type { Tx } from "#lib/db";
import {
  bigint,
  day,
  defineRow,
  insertRows,
  nullable,
  smallint,
  text,
  timestamptz,
  uuid,
  type RowOf,
} from "#lib/rows";
import { ReconciliationError } from "./errors.ts";
import type { Line } from "./line.ts";

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

/** The ways in which a break ends. People choose among the first four; `matched` and `went_away` follow from events. */
export const RESOLUTIONS = ["explained", "bank_corrected", "written_off", "not_ours"] as const;

export type BreakResolution = (typeof RESOLUTIONS)[number] | "matched" | "went_away";

export type BreakAction = "opened" | "assigned" | "matched" | "resolved" | "undone" | "opened_again";

export const BREAK = defineRow("reconciliation.break", {
  breakId: uuid,
  kind: text<BreakKind>(),
  bankId: nullable(text()),
  /** The IST day of its statement. */
  day: nullable(day),
  lineId: nullable(uuid),
  transferId: nullable(uuid),
  amountPaise: nullable(bigint),
  /** The difference, in a sentence. */
  detail: text(),
  /** The member who owns it. */
  ownerId: nullable(uuid),
  openedAt: timestamptz,
  closedAt: nullable(timestamptz),
  resolution: nullable(text<BreakResolution>()),
  note: nullable(text()),
  steps: smallint,
});

export type Break = RowOf<typeof BREAK>;

/** Makes the entry that moves a line into or out of suspense, each time once. */
export function suspenseEntry(line: Line, kind: "to_suspense" | "from_suspense"): Entry {
  const settlement = settlementAccount(line.bankNo);
  // Money that left is credited to the bank's settlement account; out of suspense it is the reverse.
  const left = (line.side === "debit") === (kind === "to_suspense");
  return {
    causeId: line.lineId,
    kind,
    firstLine: kind === "to_suspense" ? line.suspended + 1 : line.suspended,
    lines: [
      {
        debit: left ? SUSPENSE : settlement,
        credit: left ? settlement : SUSPENSE,
        amountPaise: line.amountPaise,
      },
    ],
  };
}

/** `operator`: a person at the command line. */
export type BreakActor = Actor | "operator";

/** Returns who has decided about a break: a member or, without a member's name, the operator. */
export function personOf(by: Actor): BreakActor {
  return by === "system" ? "operator" : by;
}

const BREAK_STEP = defineRow("reconciliation.break_step", {
  breakId: uuid,
  step: smallint,
  action: text<BreakAction>(),
  note: text(),
  by: text<BreakActor>(),
  at: timestamptz,
});

/** Appends to the history of breaks, in the caller's transaction. */
export async function writeBreakSteps(
  tx: Tx,
  steps: readonly Omit<RowOf<typeof BREAK_STEP>, "at">[],
): Promise<void> {
  await insertRows(tx, BREAK_STEP, steps, { at: tx.now });
}

const NOTE_MAX = 500;

/**
 * Locks a break for a member who may handle it. Throws ReconciliationError.break_not_found or
 * AccessError.not_permitted.
 */
export async function lockBreak(tx: Tx, breakId: string, by: Actor): Promise<Break> {
  await requirePermission(tx, by, "manage_settings");
  const [found] = await tx.query<Break>(
    `select ${BREAK.columns} from reconciliation.break where merchant_id = $1 and break_id = $2 for update`,
    [tx.merchantId, breakId],
  );
  if (found === undefined) throw ReconciliationError.break_not_found({ breakId });
  return found;
}

/** Returns a person's note about a break, trimmed. Throws ReconciliationError.note_invalid. */
export function readNote(note: string): string {
  const said = note.trim();
  // Control characters and direction overrides would make the note look different from what was written.
  if (said === "" || said.length > NOTE_MAX || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(said))
    throw ReconciliationError.note_invalid();
  return said;
}
