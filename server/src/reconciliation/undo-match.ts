import { requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import { postEntries } from "#ledger";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { breakKeyOf } from "./book-marks.ts";
import { breakColumns, type Break } from "./break.ts";
import { changeBreak } from "./change-break.ts";
import { ReconciliationError } from "./errors.ts";
import { lineColumns, type Line } from "./line.ts";
import { readNote } from "./lock-break.ts";
import { openBreaks } from "./open-breaks.ts";
import { suspenseEntry } from "./suspense-entry.ts";

export interface MatchToUndo {
  readonly lineId: string;
  /** The reason why it is wrong; at most 500 characters. */
  readonly note: string;
  readonly by: Actor;
}

/**
 * Undoes a match by a rule or by hand: the line goes back into suspense with a break, and no rule ties it
 * again. What the bank reported by the line stays a fact; if nothing else proves the move, a break says so.
 * Throws ReconciliationError.undo_impossible or note_invalid; AccessError.not_permitted.
 */
export async function undoMatch(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { lineId, note, by }: MatchToUndo,
): Promise<Break> {
  const said = readNote(note);
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_settings");
    const undone = await undoInTransaction(tx, { lineId, note: said, by });
    crashPoint("reconciliation.undo.before_commit");
    return undone;
  });
}

async function undoInTransaction(tx: Tx, { lineId, note, by }: MatchToUndo): Promise<Break> {
  const [line] = await tx.query<Line>(
    `select ${lineColumns} from reconciliation.line where merchant_id = $1 and line_id = $2 for update`,
    [tx.merchantId, lineId],
  );
  if (line?.state !== "matched" || line.transferId === null)
    throw ReconciliationError.undo_impossible({ lineId });
  await tx.execute(
    `update reconciliation.line
     set state = 'suspense', settled_at = null, transfer_id = null, attempt = null, rule = null,
       evidence = jsonb_build_object('undone', $3::text), suspended = suspended + 1
     where merchant_id = $1
       and line_id = $2`,
    [tx.merchantId, lineId, note],
  );
  await postEntries(tx, [suspenseEntry(line, "to_suspense")]);
  await noteWithdrawn(tx, line);
  await recordAudit(tx, [
    { actor: by, action: "reconciliation.match_undone", subject: `line:${lineId}`, detail: { note } },
  ]);
  return reopen(tx, line, { lineId, note, by });
}

/** Reopens the break of the line, or opens a new one. */
async function reopen(tx: Tx, line: Line, { note, by }: MatchToUndo): Promise<Break> {
  await openBreaks(tx, [
    {
      kind: line.side === "debit" ? "unknown_debit" : "unknown_credit",
      sourceKey: breakKeyOf(line),
      bankId: line.bankId,
      day: line.day,
      lineId: line.lineId,
      transferId: line.transferId,
      amountPaise: line.amountPaise,
      detail: "what this line was matched with is not what it is",
    },
  ]);
  const [found] = await tx.query<Break>(
    `select ${breakColumns} from reconciliation.break where merchant_id = $1 and source_key = $2 for update`,
    [tx.merchantId, breakKeyOf(line)],
  );
  return changeBreak(tx, found!, { action: "undone", note, by, resolution: null });
}

/** The transfer keeps its status; if only this line had proved it, a person must know. */
async function noteWithdrawn(tx: Tx, line: Line): Promise<void> {
  const { transferId, attempt, lineId, side, suspended } = line;
  const [other] = await tx.query(
    `select from transfers.fact
     where merchant_id = $1
       and transfer_id = $2
       and attempt = $3
       and evidence = $4
       and fact_key <> 'line:' || $5::text`,
    [tx.merchantId, transferId, attempt, side === "debit" ? "POS" : "RET", lineId],
  );
  if (other !== undefined) return;
  await openBreaks(tx, [
    {
      kind: "evidence_withdrawn",
      sourceKey: `withdrawn:${lineId}:${suspended}`,
      bankId: line.bankId,
      day: line.day,
      transferId,
      amountPaise: line.amountPaise,
      detail: `only a line that is not its own had said that it was ${side === "debit" ? "paid" : "returned"}`,
    },
  ]);
}
