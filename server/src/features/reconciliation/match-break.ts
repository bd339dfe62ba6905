import { requirePermission } from "#access";
import { type Actor, recordAudit } from "#audit";
import { postEntries } from "#ledger";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { askForRelease, requireNoRequest } from "./ask-for-release.ts";
import { breakKeyOf } from "./book-marks.ts";
import { type Break, BREAK, lockBreak, personOf, readNote, suspenseEntry } from "./break.ts";
import { changeBreak } from "./change-break.ts";
import { isRecharge } from "./conditions.ts";
import type { BookedAttempt } from "./decide-attempt.ts";
import { ReconciliationError } from "./errors.ts";
import { LINE, type Line, readBookedAttempts, type Tied } from "./line.ts";
import { settleAttempts } from "./match-lines.ts";
import { openBreaks } from "./open-breaks.ts";

interface BreakToMatch {
  readonly breakId: string;
  /** Our number of the transfer to which the line belongs. */
  readonly referenceId: bigint;
  /** The source of that knowledge; at most 500 characters. */
  readonly note: string;
  readonly by: Actor;
}

/**
 * Matches a line in suspense to a transfer by hand; the books follow by a recorded bank report. A credit is
 * then the return of that transfer, and its money can be spent again. A debit proves that the transfer was paid, and
 * takes its money from the fund source; one that a rule had tied to another payment is taken from that one. If the
 * policies for credits require approval of that, the break is returned open. An Owner's match takes the place of
 * another member's request about the break. A match that was undone can be made again without approval, because the
 * money stayed where it is. Throws
 * ReconciliationError.break_not_found, break_closed, break_has_no_line, break_awaits_approval, line_settled,
 * transfer_not_found, amount_differs, is_recharge, already_matched, not_taken or note_invalid;
 * AccessError.not_permitted.
 */
export async function matchBreak(ctx: Context, merchantId: string, match: BreakToMatch): Promise<Break> {
  const { breakId, by } = match;
  const note = readNote(match.note);
  const said = await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireNoRequest(tx, breakId, by);
    const fit = await findFit(tx, match);
    if (needsOther(fit) && (await askAbout(tx, fit, { ...match, note }))) return fit.found;
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

/** A match as its card showed it when another person was asked. */
interface ApprovedMatch {
  readonly effect: string;
  readonly takenFrom: string | null;
  readonly askedAt: Date;
}

/**
 * Ties the line in the caller's transaction, after any approval; the worker settles it at once. Throws
 * ReconciliationError.match_changed if that would do something else than was approved.
 */
export async function tieByHand(tx: Tx, match: BreakToMatch, approved?: ApprovedMatch): Promise<void> {
  const fit = await findFit(tx, match);
  if (approved !== undefined && isOther(fit, approved)) throw ReconciliationError.match_changed();
  await tie(tx, fit, { ...match, dueAt: tx.now });
  await changeBreak(tx, fit.found, { action: "matched", note: match.note, by: match.by });
}

/** A break with its line, and the attempt to which the line may belong. */
interface Fit {
  readonly found: Break;
  readonly line: Line;
  readonly attempt: Tied & { readonly at: Date };
  readonly booked: BookedAttempt;
  /** The merchant's ID of another payment to which a rule had tied the line; null if there is none. */
  readonly takenFrom: string | null;
}

async function findFit(tx: Tx, { breakId, referenceId, by }: BreakToMatch): Promise<Fit> {
  const found = await lockBreak(tx, breakId, by);
  if (found.closedAt !== null) throw ReconciliationError.break_closed({ breakId });
  const line = await lockLine(tx, found);
  const attempt = await findAttempt(tx, line, referenceId);
  const booked = await requireFit(tx, line, attempt);
  return { found, line, attempt, booked, takenFrom: await findTakenFrom(tx, line, attempt) };
}

/** A match by hand, and one that was undone, keep what a rule had tied it to. */
async function findTakenFrom(tx: Tx, { lineId }: Line, to: Tied): Promise<string | null> {
  const [taken] = await tx.query<{ transferKey: string }>(
    `select transfer_key as "transferKey"
     from reconciliation.line
     cross join lateral jsonb_to_record(
       case coalesce(line.rule, 'by_hand') when 'by_hand' then coalesce(evidence -> 'was', '{}') else to_jsonb(line) end
     ) as was (transfer_id uuid, attempt smallint)
     join transfers.transfer on transfer.merchant_id = $1 and transfer.transfer_id = was.transfer_id
     where line.merchant_id = $1
       and line_id = $2
       and (was.transfer_id, was.attempt) is distinct from ($3::uuid, $4::smallint)`,
    [tx.merchantId, lineId, to.transferId, to.attempt],
  );
  return taken?.transferKey ?? null;
}

/** A match moves money unless the transfer is already booked as the line says, as after a match that was undone. */
const moves = ({ line: { side }, booked: { returned, standing } }: Pick<Fit, "line" | "booked">): boolean =>
  side === "credit" ? !returned : standing !== "paid";

const needsOther = (fit: Fit): boolean => moves(fit) || fit.takenFrom !== null;

const effectOf = (fit: Pick<Fit, "line" | "booked">): string =>
  fit.line.side === "credit" ? "return" : moves(fit) ? "payment" : "debit";

/**
 * Returns true if the match is no longer the one that was approved. An attempt after the request is a different payment
 * from the one that was shown.
 */
const isOther = (fit: Fit, approved: ApprovedMatch): boolean =>
  effectOf(fit) !== approved.effect ||
  fit.takenFrom !== approved.takenFrom ||
  fit.attempt.at > approved.askedAt;

async function askAbout(
  tx: Tx,
  { found, line, booked, attempt: { transferId }, takenFrom }: Fit,
  { referenceId, note, by }: BreakToMatch,
): Promise<boolean> {
  const [row] = await tx.query<{ transferKey: string; payee: string }>(
    `select transfer.transfer_key as "transferKey", beneficiary.name as payee
     from transfers.transfer
     join beneficiaries.beneficiary using (merchant_id, beneficiary_id)
     where merchant_id = $1 and transfer_id = $2`,
    [tx.merchantId, transferId],
  );
  const waitingPaise = String(line.amountPaise);
  const effect = effectOf({ line, booked });
  const said = { referenceId: String(referenceId), ...row!, effect, takenFrom, note, waitingPaise };
  return askForRelease(tx, found, { said, by });
}

async function lockLine(tx: Tx, { breakId, lineId }: Break): Promise<Line> {
  const [line] = await tx.query<Line>(
    `select ${LINE.columns} from reconciliation.line where merchant_id = $1 and line_id = $2 for update`,
    [tx.merchantId, lineId],
  );
  if (line === undefined) throw ReconciliationError.break_has_no_line({ breakId });
  if (line.state !== "suspense") throw ReconciliationError.line_settled({ breakId });
  return line;
}

/** Finds the transfer's latest attempt at the line's bank. */
async function findAttempt(tx: Tx, { bankId }: Line, referenceId: bigint): Promise<Fit["attempt"]> {
  const [found] = await tx.query<Fit["attempt"]>(
    `select transfer_id as "transferId", attempt.attempt, attempt.at
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

/** Returns how the attempt is booked, if the line may belong to it. */
async function requireFit(tx: Tx, line: Line, tied: Tied): Promise<BookedAttempt> {
  const [booked] = (await readBookedAttempts(tx, [tied])).values();
  if (booked!.amountPaise !== line.amountPaise) throw ReconciliationError.amount_differs();
  const [recharge] = await tx.query(
    `select from reconciliation.line where merchant_id = $1 and line_id = $2 and ${isRecharge()}`,
    [tx.merchantId, line.lineId],
  );
  if (recharge !== undefined) throw ReconciliationError.is_recharge();
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
  return booked!;
}

/** Contains what a rule had tied the line to, and `undone` if a person has undone that since. */
const WAS = `
  case
    when rule = 'by_hand' then coalesce(evidence -> 'was', '{}')
    when evidence ? 'undone' then coalesce(evidence -> 'was', '{}') || '{"undone": true}'
    else jsonb_build_object('transfer_id', transfer_id, 'attempt', attempt, 'rule', rule, 'held_until', held_until)
  end`;

async function tie(
  tx: Tx,
  { line: { lineId }, attempt: { transferId, attempt } }: Fit,
  { breakId, referenceId, note, by, dueAt = null }: BreakToMatch & { readonly dueAt?: Date | null },
): Promise<Tied> {
  await tx.execute(
    `update reconciliation.line
     set transfer_id = $3, attempt = $4, rule = 'by_hand', held_until = $6,
       evidence = jsonb_build_object('note', $5::text, 'was', ${WAS})
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

interface MatchToUndo {
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
    `select ${LINE.columns} from reconciliation.line where merchant_id = $1 and line_id = $2 for update`,
    [tx.merchantId, lineId],
  );
  if (line?.state !== "matched" || line.transferId === null)
    throw ReconciliationError.undo_impossible({ lineId });
  await tx.execute(
    `update reconciliation.line
     set state = 'suspense', settled_at = null, transfer_id = null, attempt = null, rule = null,
       evidence = jsonb_build_object('undone', $3::text, 'was', ${WAS}), suspended = suspended + 1
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
    `select ${BREAK.columns} from reconciliation.break where merchant_id = $1 and source_key = $2 for update`,
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
       and not starts_with(fact_key, 'line:' || $5::text)`,
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
