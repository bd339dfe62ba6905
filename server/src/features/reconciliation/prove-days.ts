/**
 * Checks that statements follow from the ones before. If one does not, credits from it on are not believed
 * until the gap is filled or a person has accepted it: it may be of another account, or upside down.
 */
import type { LongStatement } from "#banks";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import type { Break, BreakKind } from "./break.ts";
import { reopenBreaks } from "./change-break.ts";
import { closeBreaks } from "./close-breaks.ts";
import { type DayBalances, gapBetween, type StatementFault } from "./check-statement.ts";
import { type BreakToOpen, openBreaks } from "./open-breaks.ts";
import { makeLineKeys } from "./write-lines.ts";

/**
 * Compares a file with the stored lines of its day: "more" if it has all of them and others, "less" if it has
 * no others, null if each side lacks some. A statement exported at noon has half of the day.
 */
export async function compareDays(
  tx: Tx,
  vault: Vault,
  { bankId, statement }: { readonly bankId: string; readonly statement: LongStatement },
): Promise<"more" | "less" | null> {
  const rows = await tx.query<{ key: string }>(
    `select line_key as key
     from reconciliation.line
     where merchant_id = $1
       and bank_id = $2
       and day = $3
       and vanished_at is null`,
    [tx.merchantId, bankId, statement.day],
  );
  const stored = new Set(rows.map(({ key }) => key));
  const keysOf = makeLineKeys(vault, tx);
  let isMore = false;
  for await (const lines of statement.sets()) {
    const { own, others } = keysOf(lines);
    for (const [index, key] of own.entries()) {
      const isKnown = stored.delete(key) || stored.delete(others[index]!);
      isMore ||= !isKnown;
    }
  }
  if (stored.size > 0) return isMore ? null : "less";
  return isMore ? "more" : "less";
}

const GAP_KINDS: readonly BreakKind[] = ["opening_differs", "missing_day"];

/** Returns true if a break is about a gap: resolving it may release the credits that wait for it. */
export function isAboutGap({ kind }: Pick<Break, "kind">): boolean {
  return GAP_KINDS.includes(kind);
}

/** Returns true if this resolution of a break would release waiting credits. */
export function frees(about: Pick<Break, "kind" | "amountPaise">, resolution: string): boolean {
  return isAboutGap(about) && about.amountPaise !== null && ACCEPTED.has(resolution);
}

/** Returns the amount that waits for each of these gaps so far, in paise. Credits that arrive later wait too. */
export async function readWaitingCredits(
  tx: Tx,
  breakIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await tx.query<{ breakId: string; paise: bigint }>(
    `select break_id as "breakId", coalesce(sum(line.amount_paise), 0)::bigint as paise
     from reconciliation.break
     left join reconciliation.line
       on line.merchant_id = break.merchant_id
      and line.bank_id = break.bank_id
      and line.day >= break.day
      and line.side = 'credit'
      and line.state = 'new'
     where break.merchant_id = $1
       and break_id = any ($2::uuid[])
     group by break_id`,
    [tx.merchantId, breakIds],
  );
  return new Map(rows.map(({ breakId, paise }) => [breakId, paise]));
}

/**
 * Checks a bank's day and what follows up to the next whole day, in the caller's transaction: gaps become
 * breaks, breaks of filled gaps end, and statements whose balances do not follow are marked.
 */
export async function proveDays(tx: Tx, bankId: string, day: string): Promise<void> {
  const stated = await tx.query<StatedDay>(READ, [tx.merchantId, bankId, day]);
  const days = stated.map((one) => ({ ...one, gap: gapOf(one) }));
  const breaks = days.flatMap(({ gap, whole, ...one }) => {
    // An intraday statement can arrive before the statement of the day before it, so a missing day is not reported yet.
    const isTold = gap !== null && (whole || gap.kind === "opening_differs");
    return isTold ? [breakOf(bankId, one, gap)] : [];
  });
  const known = await readEnds(
    tx,
    breaks.map(({ sourceKey }) => sourceKey),
  );
  await openBreaks(tx, breaks);
  await reopenBreaks(
    tx,
    breaks.filter(({ sourceKey }) => known.get(sourceKey) === "went_away"),
  );
  await closeFilled(tx, { bankId, days: days.map((one) => one.day), open: breaks, by: day });
  const unproved = days.filter(
    ({ gap, ...one }) =>
      gap !== null &&
      gap.amountPaise !== null &&
      !ACCEPTED.has(known.get(breakOf(bankId, one, gap).sourceKey)),
  );
  await tx.execute(MARK, [
    tx.merchantId,
    bankId,
    days.map((one) => one.day),
    days.map((one) => one.kind),
    days.map((one) => unproved.some((other) => other.day === one.day)),
  ]);
}

/** A person knows why the balances differ. With `not_ours`, the statement is not to be believed. */
const ACCEPTED: ReadonlySet<string | undefined> = new Set(["explained", "bank_corrected", "written_off"]);

interface StatedDay extends DayBalances {
  readonly kind: string;
  readonly whole: boolean;
  /** The last whole day before it. */
  readonly before: {
    readonly day: string;
    readonly sequenceNo: number | null;
    readonly closing: string;
  } | null;
}

function gapOf({ before, ...later }: StatedDay): StatementFault | null {
  return before === null ? null : gapBetween({ ...before, closingPaise: BigInt(before.closing) }, later);
}

type Later = Omit<StatedDay, "whole">;

function breakOf(bankId: string, { day, openingPaise, before }: Later, gap: StatementFault): BreakToOpen {
  const between = `${before!.day}:${before!.closing}:${openingPaise}`;
  return { ...gap, bankId, day, sourceKey: `gap:${bankId}:${day}:${between}` };
}

/** Returns how the breaks with these keys ended; null for those that are open. */
async function readEnds(tx: Tx, sourceKeys: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ sourceKey: string; resolution: string }>(
    `select source_key as "sourceKey", resolution
     from reconciliation.break
     where merchant_id = $1
       and source_key = any ($2::text[])
       and closed_at is not null`,
    [tx.merchantId, sourceKeys],
  );
  return new Map(rows.map(({ sourceKey, resolution }) => [sourceKey, resolution]));
}

interface Filled {
  readonly bankId: string;
  readonly days: readonly string[];
  /** The remaining faults. */
  readonly open: readonly BreakToOpen[];
  readonly by: string;
}

async function closeFilled(tx: Tx, { bankId, days, open, by }: Filled): Promise<void> {
  const rows = await tx.query<{ sourceKey: string }>(
    `select source_key as "sourceKey"
     from reconciliation.break
     where merchant_id = $1
       and bank_id = $2
       and day = any ($3::date[])
       and kind = any ($4::text[])
       and source_key <> all ($5::text[])
       and closed_at is null`,
    [tx.merchantId, bankId, days, GAP_KINDS, open.map(({ sourceKey }) => sourceKey)],
  );
  await closeBreaks(
    tx,
    rows.map(({ sourceKey }) => sourceKey),
    { resolution: "went_away", note: `the statement of ${by} has arrived`, by: "system" },
  );
}

/**
 * Reads the statements from the day up to the next whole-day statement, one for each day. A whole-day statement is
 * preferred to an intraday one.
 */
const READ = `
  with believed as materialized (
    select day, kind, whole, opening_paise, closing_paise, sequence_no
    from reconciliation.statement
    where merchant_id = $1
      and bank_id = $2
      and state = 'imported'
  ), later as (
    select distinct on (day) *
    from believed
    where day >= $3::date
      and day <= coalesce((select min(day) from believed where whole and day > $3::date), 'infinity')
    order by day, whole desc
  )
  select later.day::text as day, later.kind, later.whole, later.sequence_no::int as "sequenceNo",
    later.opening_paise as "openingPaise", later.closing_paise as "closingPaise", (
      select json_build_object('day', day::text, 'sequenceNo', sequence_no, 'closing', closing_paise::text)
      from believed
      where whole and day < later.day
      order by day desc
      limit 1
    ) as before
  from later
  order by later.day`;

const MARK = `
  update reconciliation.statement
  set unproved = looked.unproved and statement.kind = looked.kind
  from unnest($3::date[], $4::text[], $5::bool[]) as looked (day, kind, unproved)
  where statement.merchant_id = $1
    and statement.bank_id = $2
    and statement.day = looked.day
    and statement.unproved is distinct from (looked.unproved and statement.kind = looked.kind)`;
