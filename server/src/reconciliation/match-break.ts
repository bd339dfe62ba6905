import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { askForRelease, requireNoRequest } from "./ask-for-release.ts";
import type { Break } from "./break.ts";
import { changeBreak } from "./change-break.ts";
import { ReconciliationError } from "./errors.ts";
import { lineColumns, type Line } from "./line.ts";
import { lockBreak, readNote } from "./lock-break.ts";
import { settleAttempts } from "./match-lines.ts";
import { readBookedAttempts, type Tied } from "./read-booked-attempts.ts";
import { personOf } from "./write-break-steps.ts";

export interface BreakToMatch {
  readonly breakId: string;
  /** Our number of the transfer to which the line belongs. */
  readonly referenceId: bigint;
  /** The source of that knowledge; at most 500 characters. */
  readonly note: string;
  readonly by: Actor;
}

/**
 * Matches a line in suspense to a transfer by hand; the books follow by a recorded bank report. A credit is
 * then the return of that transfer, and its money can be spent again; if the policies for credits require
 * approval of that, the break is returned open. Throws ReconciliationError.break_not_found, break_closed,
 * break_has_no_line, break_awaits_approval, line_settled, transfer_not_found, amount_differs,
 * already_matched, not_taken or note_invalid; AccessError.not_permitted.
 */
export async function matchBreak(ctx: Context, merchantId: string, match: BreakToMatch): Promise<Break> {
  const { breakId, by } = match;
  const note = readNote(match.note);
  const said = await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireNoRequest(tx, breakId);
    const fit = await findFit(tx, match);
    if (fit.line.side === "credit" && (await askAbout(tx, fit, { ...match, note }))) return fit.found;
    return tie(tx, fit, { ...match, note });
  });
  if ("breakId" in said) return said;
  crashPoint("reconciliation.by_hand.tied");
  await settleAttempts(ctx, merchantId, {
    attempts: [said],
    closing: { resolution: "matched", note, by: personOf(by) },
  });
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const found = await lockBreak(tx, breakId, by);
    if (found.resolution !== "matched") throw ReconciliationError.not_taken({ breakId });
    return found;
  });
}

/** Ties the line in the caller's transaction, after any approval; the worker settles it at once. */
export async function tieByHand(tx: Tx, match: BreakToMatch): Promise<void> {
  const fit = await findFit(tx, match);
  await tie(tx, fit, { ...match, dueAt: tx.now });
  await changeBreak(tx, fit.found, { action: "matched", note: match.note, by: match.by });
}

/** A break with its line, and the attempt to which the line may belong. */
interface Fit {
  readonly found: Break;
  readonly line: Line;
  readonly attempt: Tied;
}

async function findFit(tx: Tx, { breakId, referenceId, by }: BreakToMatch): Promise<Fit> {
  const found = await lockBreak(tx, breakId, by);
  if (found.closedAt !== null) throw ReconciliationError.break_closed({ breakId });
  const line = await lockLine(tx, found);
  const attempt = await findAttempt(tx, line, referenceId);
  await requireFit(tx, line, attempt);
  return { found, line, attempt };
}

async function askAbout(
  tx: Tx,
  { found, line, attempt: { transferId } }: Fit,
  { referenceId, note, by }: BreakToMatch,
): Promise<boolean> {
  const [row] = await tx.query<{ transferKey: string }>(
    `select transfer_key as "transferKey" from transfers.transfer where merchant_id = $1 and transfer_id = $2`,
    [tx.merchantId, transferId],
  );
  const waitingPaise = String(line.amountPaise);
  const said = { referenceId: String(referenceId), transferKey: row!.transferKey, note, waitingPaise };
  return askForRelease(tx, found, { said, by });
}

async function lockLine(tx: Tx, { breakId, lineId }: Break): Promise<Line> {
  const [line] = await tx.query<Line>(
    `select ${lineColumns} from reconciliation.line where merchant_id = $1 and line_id = $2 for update`,
    [tx.merchantId, lineId],
  );
  if (line === undefined) throw ReconciliationError.break_has_no_line({ breakId });
  if (line.state !== "suspense") throw ReconciliationError.line_settled({ breakId });
  return line;
}

/** Finds the transfer's latest attempt at the line's bank. */
async function findAttempt(tx: Tx, { bankId }: Line, referenceId: bigint): Promise<Tied> {
  const [found] = await tx.query<Tied>(
    `select transfer_id as "transferId", attempt.attempt
     from transfers.transfer
     join transfers.attempt using (merchant_id, transfer_id)
     where merchant_id = $1
       and reference_id = $2
       and attempt.bank_id = $3
     order by attempt.live desc, attempt.attempt desc
     limit 1`,
    [tx.merchantId, referenceId, bankId],
  );
  if (found === undefined)
    throw ReconciliationError.transfer_not_found({ referenceId: referenceId.toString() });
  return found;
}

async function requireFit(tx: Tx, line: Line, tied: Tied): Promise<void> {
  const [booked] = (await readBookedAttempts(tx, [tied])).values();
  if (booked!.amountPaise !== line.amountPaise) throw ReconciliationError.amount_differs();
  if (line.side === "credit" && booked!.standing !== "paid") throw ReconciliationError.not_taken();
  const [other] = await tx.query(
    `select from reconciliation.line
     where merchant_id = $1
       and transfer_id = $2
       and attempt = $3
       and side = $4
       and state in ('matched', 'new')`,
    [tx.merchantId, tied.transferId, tied.attempt, line.side],
  );
  if (other !== undefined) throw ReconciliationError.already_matched();
}

async function tie(
  tx: Tx,
  { line: { lineId }, attempt: { transferId, attempt } }: Fit,
  { breakId, referenceId, note, by, dueAt = null }: BreakToMatch & { readonly dueAt?: Date | null },
): Promise<Tied> {
  await tx.execute(
    `update reconciliation.line
     set transfer_id = $3, attempt = $4, rule = 'by_hand', evidence = jsonb_build_object('note', $5::text),
       held_until = $6
     where merchant_id = $1
       and line_id = $2`,
    [tx.merchantId, lineId, transferId, attempt, note, dueAt],
  );
  const detail = { note, referenceId: referenceId.toString() };
  await recordAudit(tx, [
    { actor: by, action: "reconciliation.break_matched", subject: `break:${breakId}`, detail },
  ]);
  return { transferId, attempt };
}
