import { requirePermission } from "#access";
import type { Actor } from "#audit";
import { type Entry, settlementAccount, SUSPENSE } from "#ledger";
import type { Tx } from "#lib/db";
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
  readonly resolution: BreakResolution | null;
  readonly note: string | null;
  readonly steps: number;
}

/** The columns of a break under the names of the interface above. */
export const breakColumns = `
  break.break_id as "breakId", break.kind, break.bank_id as "bankId", break.day::text as day,
  break.line_id as "lineId", break.transfer_id as "transferId", break.amount_paise as "amountPaise", break.detail,
  break.owner_id as "ownerId", break.opened_at as "openedAt", break.closed_at as "closedAt", break.resolution,
  break.note, break.steps`;

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

/** One row of a break's history. */
interface BreakStep {
  readonly breakId: string;
  readonly step: number;
  readonly action: BreakAction;
  readonly note: string;
  readonly by: BreakActor;
}

/** Appends to the history of breaks, in the caller's transaction. */
export async function writeBreakSteps(tx: Tx, steps: readonly BreakStep[]): Promise<void> {
  if (steps.length === 0) return;
  await tx.execute(
    `insert into reconciliation.break_step (merchant_id, break_id, step, action, note, by, at)
     select $1, break_id, step, action, note, by, $2
     from unnest($3::uuid[], $4::smallint[], $5::text[], $6::text[], $7::text[])
       as taken (break_id, step, action, note, by)`,
    [
      tx.merchantId,
      tx.now,
      steps.map(({ breakId }) => breakId),
      steps.map(({ step }) => step),
      steps.map(({ action }) => action),
      steps.map(({ note }) => note),
      steps.map(({ by }) => by),
    ],
  );
}

const NOTE_MAX = 500;

/**
 * Locks a break for a member who may handle it. Throws ReconciliationError.break_not_found or
 * AccessError.not_permitted.
 */
export async function lockBreak(tx: Tx, breakId: string, by: Actor): Promise<Break> {
  await requirePermission(tx, by, "manage_settings");
  const [found] = await tx.query<Break>(
    `select ${breakColumns} from reconciliation.break where merchant_id = $1 and break_id = $2 for update`,
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
