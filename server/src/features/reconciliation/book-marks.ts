/** Books the decisions about lines: their state, suspense entries and breaks, in one commit. */
import { requirePermission } from "#access";
import { type Actor, recordAudit } from "#audit";
import { listBankConnections, resumeBanks, stopBank } from "#fund-sources";
import { type Entry, postEntries } from "#ledger";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupeesIndian } from "#lib/money";
import { keepUnknownDebits, type UnknownDebit } from "#transfers";
import { suspenseEntry } from "./break.ts";
import { reopenBreaks } from "./change-break.ts";
import { type BreakClosing, closeBreaks } from "./close-breaks.ts";
import type { Mark } from "./decide-attempt.ts";
import { ReconciliationError } from "./errors.ts";
import type { Line } from "./line.ts";
import { openBreaks } from "./open-breaks.ts";
import { STOP_ABOVE_DEFAULT_PAISE } from "./terms.ts";

/** Reads the largest unknown debit that does not stop its bank account, in paise. */
export async function readStopLimit(tx: Tx): Promise<bigint> {
  const [row] = await tx.query<{ paise: bigint }>(
    "select stop_above_paise as paise from reconciliation.setting where merchant_id = $1",
    [tx.merchantId],
  );
  return row?.paise ?? STOP_ABOVE_DEFAULT_PAISE;
}

/**
 * Sets the largest unknown debit that does not stop its bank account; 0 stops at the first one. Banks that were stopped
 * by amounts that the limit now allows go on. Throws
 * ReconciliationError.limit_invalid or AccessError.not_permitted.
 */
export async function writeStopLimit(
  tx: Tx,
  { stopAbovePaise, by }: { stopAbovePaise: bigint; by: Actor },
): Promise<void> {
  if (stopAbovePaise < 0n) throw ReconciliationError.limit_invalid();
  await requirePermission(tx, by, "manage_settings");
  await tx.execute(
    `insert into reconciliation.setting (merchant_id, stop_above_paise)
     values ($1, $2)
     on conflict (merchant_id) do update set stop_above_paise = excluded.stop_above_paise`,
    [tx.merchantId, stopAbovePaise],
  );
  const detail = { stopAbovePaise: stopAbovePaise.toString() };
  await recordAudit(tx, [
    { actor: by, action: "reconciliation.stop_limit_set", subject: "merchant", detail },
  ]);
  await resumeBanks(tx, { upToPaise: stopAbovePaise, by });
}

/** A mark of a line that the caller has locked; `topUpId` is set for a top-up. */
export interface MarkToBook extends Mark {
  readonly topUpId?: string;
}

/** Books a set of marks in the caller's transaction. `closing` explains lines that leave suspense now. */
export async function bookMarks(
  ctx: Context,
  tx: Tx,
  marks: readonly MarkToBook[],
  closing?: BreakClosing,
): Promise<void> {
  const changed = marks.filter(isChange);
  if (changed.length === 0) return;
  // First, because only one line of a side is matched to an attempt at a time.
  await endWeakTies(tx, changed.filter(isEnding));
  await writeStates(
    tx,
    changed.filter((mark) => !isEnding(mark)),
  );
  await postEntries(tx, changed.flatMap(entriesOf));
  const suspended = changed.filter(({ state, line }) => state === "suspense" && line.state !== "suspense");
  const breaks = suspended.map(({ line, fault }) => ({
    ...fault!,
    sourceKey: breakKeyOf(line),
    bankId: line.bankId,
    day: line.day,
    lineId: line.lineId,
    transferId: line.transferId,
    amountPaise: line.amountPaise,
  }));
  // If a line was in suspense before, its earlier break has ended.
  const opened = new Set([...(await reopenBreaks(tx, breaks)), ...(await openBreaks(tx, breaks))]);
  await closeExplained(tx, changed, closing);
  await keepUnknownDebits(tx, suspended.flatMap(unknownDebitOf));
  await stopBanks(
    ctx,
    tx,
    suspended.filter(({ line }) => opened.has(breakKeyOf(line))),
  );
}

/** Returns the unknown debits with a reference. A restore may have undone their orders, so reports may follow. */
function unknownDebitOf({ line, fault }: MarkToBook): UnknownDebit[] {
  const { bankId, reference, amountPaise, utr, lineId } = line;
  if (fault?.kind !== "unknown_debit" || reference === null || line.transferId !== null) return [];
  return [{ bankId, reference, amountPaise, utr, lineId }];
}

/** Returns the key of a line's break. */
export function breakKeyOf({ lineId }: Pick<Line, "lineId">): string {
  return `line:${lineId}`;
}

const isEnding = ({ givesWay }: MarkToBook): boolean => givesWay === true;

function isChange(mark: MarkToBook): boolean {
  const { line, state, heldUntil } = mark;
  return isEnding(mark) || line.state !== state || line.heldUntil?.getTime() !== heldUntil?.getTime();
}

/** Moves lines into or out of suspense. A new line that matches is already booked as transfer or top-up. */
function entriesOf({ line, state }: MarkToBook): Entry[] {
  const isIn = line.state === "suspense";
  const shallBe = state === "suspense";
  if (isIn === shallBe) return [];
  return [suspenseEntry(line, shallBe ? "to_suspense" : "from_suspense")];
}

async function writeStates(tx: Tx, marks: readonly MarkToBook[]): Promise<void> {
  await tx.execute(
    `update reconciliation.line
     set state = found.state,
         held_until = found.held_until,
         top_up_id = found.top_up_id,
         rule = case when found.top_up_id is not null then 'arrival' else line.rule end,
         suspended = line.suspended
           + case when found.state = 'suspense' and line.state <> 'suspense' then 1 else 0 end,
         settled_at = case when found.state = 'suspense' then null else $2::timestamptz end
     from unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::uuid[])
       as found (line_id, state, held_until, top_up_id)
     where line.merchant_id = $1
       and line.line_id = found.line_id`,
    [
      tx.merchantId,
      tx.now,
      marks.map(({ line }) => line.lineId),
      marks.map(({ state }) => state),
      marks.map(({ heldUntil }) => heldUntil),
      marks.map(({ topUpId = null }) => topUpId),
    ],
  );
}

/**
 * Puts lines that give way into suspense, tied as they were before a person matched them. No rule ties one that was
 * not tied: what it reported of the payment would tie it there again. A line that was tied by likeness reported
 * nothing by which it is known, so the rules may still find its own payment.
 */
async function endWeakTies(tx: Tx, marks: readonly MarkToBook[]): Promise<void> {
  if (marks.length === 0) return;
  await tx.execute(
    `update reconciliation.line
     set state = 'suspense', settled_at = null,
       suspended = line.suspended + case when line.state = 'suspense' then 0 else 1 end,
       transfer_id = before.transfer_id, attempt = before.attempt, rule = before.rule,
       held_until = before.held_until,
       evidence = case
         when before.rule is null and line.rule = 'by_hand'
           then jsonb_build_object('undone', 'the payment has another line', 'was', evidence -> 'was')
       end
     from (
       select line_id, was.*
       from reconciliation.line
       cross join lateral jsonb_to_record(
         case when evidence -> 'was' ? 'undone' then '{}' else coalesce(evidence -> 'was', '{}') end
       ) as was (transfer_id uuid, attempt smallint, rule text, held_until timestamptz)
       where merchant_id = $1
         and line_id = any ($2::uuid[])
     ) as before
     where line.merchant_id = $1
       and line.line_id = before.line_id`,
    [tx.merchantId, marks.map(({ line }) => line.lineId)],
  );
}

const KNOWN: BreakClosing = {
  resolution: "matched",
  note: "what the line is of has become known",
  by: "system",
};

async function closeExplained(
  tx: Tx,
  marks: readonly MarkToBook[],
  closing: BreakClosing = KNOWN,
): Promise<void> {
  const keysOf = (state: Mark["state"]): string[] =>
    marks.flatMap(({ line, state: is }) =>
      is === state && line.state === "suspense" ? [breakKeyOf(line)] : [],
    );
  await closeBreaks(tx, keysOf("matched"), closing);
  await closeBreaks(tx, keysOf("paired"), {
    resolution: "bank_corrected",
    note: "the bank has reversed the debit",
    by: "system",
  });
}

/** Money left for an unknown reason: nothing more is sent from that account until a person has checked. */
async function stopBanks(ctx: Context, tx: Tx, suspended: readonly MarkToBook[]): Promise<void> {
  if (suspended.length === 0) return;
  const [limitPaise, recovering] = [await readStopLimit(tx), await readRecovering(ctx, tx)];
  const grave = suspended.filter(
    ({ line, fault }) =>
      fault!.kind === "double_debit" ||
      (STOPPING.has(fault!.kind) &&
        line.side === "debit" &&
        fault!.unexplainedPaise > limitPaise &&
        !recovering.has(line.bankId)),
  );
  for (const [bankId, marks] of Map.groupBy(grave, ({ line }) => line.bankId)) {
    const [{ line, fault }] = marks as [MarkToBook];
    const because = becauseOf(line, fault!);
    const amounts = marks.map((one) => one.fault!.unexplainedPaise);
    const unexplainedPaise = marks.some((one) => one.fault!.kind === "double_debit")
      ? null
      : amounts.reduce((most, paise) => (paise > most ? paise : most));
    const stopped = await stopBank(tx, { bankId, because, unexplainedPaise });
    ctx.log.error(
      { merchantId: tx.merchantId, bankId, lineIds: marks.map((one) => one.line.lineId), stopped },
      `a statement shows this, and a person must look: ${because}`,
    );
  }
}

/** Identifies the line, so that a person finds it on the statement and among the breaks. */
function becauseOf(
  { amountPaise, day, reference, utr }: Line,
  { kind, unexplainedPaise }: NonNullable<Mark["fault"]>,
): string {
  const named = utr === null ? (reference === null ? "" : `, reference ${reference}`) : `, UTR ${utr}`;
  const differs =
    kind === "amount_differs"
      ? ` that differs by ${formatRupeesIndian(unexplainedPaise)} from the amount ordered`
      : "";
  return `${WORDS[kind] ?? kind} of ${formatRupeesIndian(amountPaise)} on ${day}${differs}${named}`;
}

/** Returns banks whose unknown debits are expected: they paid them before a restore of the database. */
async function readRecovering(ctx: Context, tx: Tx): Promise<ReadonlySet<string>> {
  const connections = await listBankConnections(ctx, tx);
  return new Set(
    connections.flatMap(({ bankId, recoveringSince }) => (recoveringSince === null ? [] : [bankId])),
  );
}

const STOPPING: ReadonlySet<string> = new Set([
  "unknown_debit",
  "ambiguous",
  "bank_charge",
  "amount_differs",
]);
const WORDS: Readonly<Record<string, string>> = {
  unknown_debit: "unknown debit",
  ambiguous: "unexplained debit",
  bank_charge: "unusual charge",
  amount_differs: "debit",
  double_debit: "repeated debit",
};
