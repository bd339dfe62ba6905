/** Settles lines without an attempt: money from elsewhere is a top-up; the rest stays in suspense. */
import { bookTopUps, claimCredits, type TopUpCredit, WALLET_ID } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { bookMarks, type MarkToBook } from "./book-marks.ts";
import { IS_UNTIED, IS_WHOLE, isBesideHand, isRecharge, TOLD } from "./conditions.ts";
import { countAlike } from "./count-alike.ts";
import { countNamed } from "./cut-reference.ts";
import { type Mark, suspend } from "./decide-attempt.ts";
import { decideUntied, isPlain, mayBeAlike, type Untied, type UntiedDecision } from "./decide-untied.ts";
import { LINE, type Line } from "./line.ts";
import { unconfirmedOf } from "./read-candidates.ts";
import type { DayOfBank } from "./tie-lines.ts";
import { COUNTERPARTY_PURPOSE } from "./write-lines.ts";

/** A line of bank $2 under this name that belongs to nothing known, and may be half of a pair. */
const isHalf = (name: string): string => `
  ${name}.merchant_id = $1
    and ${name}.bank_id = $2
    and ${name}.state in ('new', 'suspense')
    and ${name}.transfer_id is null
    and ${name}.top_up_id is null
    and not ${isRecharge(name)}`;

/**
 * CTEs: the lines that may be the other half of lines of the CTE `line`: with the same number of the bank or,
 * on day $3, with neither such a number nor a reference.
 */
const HALVES = `
  numbered as materialized (
    select half.side, half.amount_paise, half.utr, half.state
    from reconciliation.line as half
    where ${isHalf("half")}
      and half.utr = any (array(select line.utr from line where line.utr is not null))
  ), nameless as materialized (
    select half.side, half.amount_paise, half.booked_at, half.state
    from reconciliation.line as half
    where ${isHalf("half")}
      and half.day = $3::date
      and num_nonnulls(half.utr, half.reference) = 0
      and (half.side = 'debit' or half.kind = 'reversal')
  )`;

/** True if a line in this state undoes `line` or is undone by it. Uses hashes, however many there are. */
const isUndone = (state: "new" | "suspense"): string => `
  (
    (case line.side when 'debit' then 'credit' else 'debit' end, line.amount_paise, line.utr) in (
      select side, amount_paise, utr from numbered where state = '${state}'
    ) or (
      num_nonnulls(line.utr, line.reference) = 0
      and (line.side = 'debit' or line.kind = 'reversal')
      and (case line.side when 'debit' then 'credit' else 'debit' end, line.amount_paise, line.booked_at) in (
        select side, amount_paise, booked_at from nameless where state = '${state}'
      )
    )
  )`;

/** The state of the other half of `line`; null without one. */
const OTHER_HALF = `
  case when ${isUndone("suspense")} then 'suspense' when ${isUndone("new")} then 'new' end`;

/**
 * Pairs what went and came back, whatever it was: one debit and one credit of an amount under one number, or
 * as many debits as reversals of one moment. Returns the marks of all, even of those in suspense; if counts
 * differ, marks of the given lines, which the caller's transaction has locked, say so.
 */
async function pairUntied(tx: Tx, bankId: string, halves: readonly Line[]): Promise<Mark[]> {
  if (halves.length === 0) return [];
  const lines = await tx.query<Line>(READ, [
    tx.merchantId,
    bankId,
    halves.flatMap(({ utr }) => utr ?? []),
    halves.flatMap(({ utr, bookedAt }) => (utr === null ? [bookedAt] : [])),
    halves.flatMap(({ utr, day }) => (utr === null ? [day] : [])),
  ]);
  const given = new Set(halves.map(({ lineId }) => lineId));
  const groups = [...Map.groupBy(lines, groupOf).values()].filter((group) =>
    group.some(({ lineId }) => given.has(lineId)),
  );
  const credits = groups.filter(isBalanced).flatMap((group) => group.filter(({ side }) => side === "credit"));
  const taken = await claimCredits(
    tx,
    "return",
    credits.map(({ utr, amountPaise }) => ({ bankId, utr, amountPaise, reference: null })),
  );
  const recharges = new Set(credits.filter((_, index) => taken[index] !== null));
  return groups.flatMap((group) =>
    isBalanced(group) && !group.some((line) => recharges.has(line))
      ? group.map(pair)
      : group.filter(({ lineId }) => given.has(lineId)).map((line) => suspend(line, "ambiguous", MORE)),
  );
}

const MORE = "more debits or credits belong together than one of each";

const groupOf = ({ utr, bookedAt, amountPaise }: Line): string =>
  `${utr ?? bookedAt.getTime()} ${amountPaise}`;

function isBalanced(group: readonly Line[]): boolean {
  const credits = group.filter(({ side }) => side === "credit").length;
  return credits * 2 === group.length && (credits === 1 || group[0]!.utr === null);
}

function pair(line: Line): Mark {
  return { line, state: "paired", heldUntil: null, fault: null };
}

const READ = `
  select ${LINE.columns}
  from reconciliation.line
  where ${isHalf("line")}
    and (
      line.utr = any ($3::text[])
      or (
        num_nonnulls(line.utr, line.reference) = 0
        and line.booked_at = any ($4::timestamptz[])
        and line.day = any ($5::date[])
        and (line.side = 'debit' or line.kind = 'reversal')
      )
    )
  order by line.line_id
  for update of line`;

const SET_MAX = 500;

/**
 * Settles all new lines of one bank and day that no rule has tied, set by set. When `signal` aborts, throws
 * its reason between two sets.
 */
export async function settleUntied(
  ctx: Context,
  merchantId: string,
  day: DayOfBank,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let settled = SET_MAX; settled === SET_MAX;) {
    signal?.throwIfAborted();
    settled = await ctx.db.inMerchant(merchantId, (tx) => settleSet(ctx, tx, day));
    crashPoint("reconciliation.untied.booked");
  }
}

async function settleSet(ctx: Context, tx: Tx, { bankId, day }: DayOfBank): Promise<number> {
  const lines = await tx.query<UntiedRow>(READ_UNTIED, [tx.merchantId, bankId, day]);
  const alikeOf = await countAlike(tx, { bankId, day }, lines.filter(mayBeAlike));
  const namedOf = await countNamed(
    tx,
    bankId,
    lines.filter((line) => mayBeAlike(line) || isPlain(line)),
  );
  const decided = lines.map((line) => {
    const counts = [alikeOf(line), namedOf(line)].filter(({ alike }) => alike > 0);
    const alike = Math.max(0, ...counts.map((one) => one.alike));
    const isCovered = counts.some((one) => one.isCovered);
    return { line, decision: decideUntied({ ...line, alike, isCovered }) };
  });
  const waiting = decided.filter(({ decision }) => decision === "wait").map(({ line }) => line.lineId);
  const halves = decided.filter(({ decision }) => decision === "pair").map(({ line }) => line);
  const arrived = decided.filter(({ decision }) => decision === "top_up").map(({ line }) => line);
  const suspended = decided.flatMap(({ line, decision }) =>
    typeof decision === "string" ? [] : [suspendUntied(line, decision)],
  );
  await awaitDay(tx, waiting);
  const paired = await pairUntied(tx, bankId, halves);
  await bookMarks(ctx, tx, [...suspended, ...paired, ...(await bookArrivals(ctx, tx, arrived))]);
  return lines.length;
}

function suspendUntied(
  line: Line,
  { kind, detail, isCovered = false }: Exclude<UntiedDecision, string>,
): Mark {
  const mark = suspend(line, kind, detail);
  return isCovered ? { ...mark, fault: { ...mark.fault!, unexplainedPaise: 0n } } : mark;
}

interface UntiedRow extends Omit<Untied, "alike" | "isCovered"> {
  readonly sealedCounterparty: Buffer | null;
}

const READ_UNTIED = `
  with line as materialized (
    select utr
    from reconciliation.line
    where ${IS_UNTIED}
    order by line_id
    limit ${SET_MAX}
  ), ${TOLD}, told_here as materialized (
    select told.utr
    from told
    join transfers.attempt
      on attempt.merchant_id = $1
     and attempt.transfer_id = told.transfer_id
     and attempt.attempt = told.attempt
    where attempt.bank_id = $2
  ), ${unconfirmedOf("line")}, ${HALVES}
  select ${LINE.columns}, line.sealed_counterparty as "sealedCounterparty",
    coalesce(line.utr in (select utr from told_here), false) as "utrKnown",
    coalesce(line.utr in (select utr from unconfirmed), false) as "isUnconfirmed",
    -- Or it has been given up.
    ${IS_WHOLE} or exists (
      select from reconciliation.schedule
      where schedule.merchant_id = $1 and schedule.bank_id = $2 and schedule.next_day > $3::date
    ) as "dayKnown",
    ${OTHER_HALF} as "otherHalf", ${isRecharge()} as "isRecharge",
    ${isBesideHand()} as "isBesideHand"
  from reconciliation.line
  where ${IS_UNTIED}
  order by line.line_id
  limit ${SET_MAX}
  for update of line`;

async function awaitDay(tx: Tx, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return;
  await tx.execute(
    "update reconciliation.line set awaits_day = true where merchant_id = $1 and line_id = any ($2::uuid[])",
    [tx.merchantId, lineIds],
  );
}

/** Books money from elsewhere to the wallet, each UTR of a bank once, whichever source reported it first. */
async function bookArrivals(ctx: Context, tx: Tx, lines: readonly UntiedRow[]): Promise<MarkToBook[]> {
  if (lines.length === 0) return [];
  const outcomes = await bookTopUps(
    tx,
    ctx.vault,
    lines.map((line) => creditOf(ctx, tx, line)),
  );
  const stated = await readStated(
    tx,
    outcomes.map(({ topUpId }) => topUpId),
  );
  return lines.map((line, index) => {
    const { kind, topUpId } = outcomes[index]!;
    if (kind === "contradiction")
      return suspend(
        line,
        "top_up_contradiction",
        "money with this UTR was credited before with another amount or to another fund source",
      );
    if (kind === "returned" || kind === "doubtful")
      return suspend(
        line,
        "top_up_contradiction",
        "money with this UTR is booked as a payment that came back",
      );
    if (stated.has(topUpId)) return suspend(line, "unknown_credit", "another line has the same UTR");
    stated.add(topUpId);
    const matched: Mark = { line, state: "matched", heldUntil: null, fault: null };
    return { ...matched, topUpId };
  });
}

function creditOf(ctx: Context, tx: Tx, line: UntiedRow): TopUpCredit {
  const { bankId, utr, amountPaise, counterpartyName, counterpartyIfsc, sealedCounterparty } = line;
  const owner = { merchantId: tx.merchantId, purpose: COUNTERPARTY_PURPOSE };
  const from = {
    ...(counterpartyName === null ? {} : { name: counterpartyName }),
    ...(counterpartyIfsc === null ? {} : { ifsc: counterpartyIfsc }),
    ...(sealedCounterparty === null
      ? {}
      : { accountNumber: ctx.vault.open(owner, sealedCounterparty).toString() }),
  };
  return { bankId, utr: utr!, amountPaise, from, fundSourceId: WALLET_ID };
}

async function readStated(tx: Tx, topUpIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ topUpId: string }>(
    `select top_up_id as "topUpId"
     from reconciliation.line
     where merchant_id = $1
       and top_up_id = any ($2::uuid[])
       and state = 'matched'`,
    [tx.merchantId, topUpIds],
  );
  return new Set(rows.map(({ topUpId }) => topUpId));
}
