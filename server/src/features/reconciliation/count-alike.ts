import type { Tx } from "#lib/db";
import { DAYS_BEFORE, UNSTATED } from "./conditions.ts";
import { ALIKE_MAX, type Untied } from "./decide-untied.ts";
import type { Line } from "./line.ts";
import type { DayOfBank } from "./tie-lines.ts";

/** Replaces the end of the destination of a payee without a bank account: any debit may belong to it. */
const ANY = "*";

/**
 * Counts the attempts that each line of a bank's day could belong to by amount, time and account, at most
 * ALIKE_MAX. They are counted once for all lines, by side, amount and end of the account. Attempts with the
 * line's UTR are not counted, because other rules find them by it.
 */
export async function countAlike(
  tx: Tx,
  { bankId, day }: DayOfBank,
  lines: readonly Line[],
): Promise<(line: Line) => Pick<Untied, "alike" | "isCovered">> {
  if (lines.length === 0) return () => ({ alike: 0, isCovered: false });
  const [sides, amounts] = [lines.map(({ side }) => side), lines.map(({ amountPaise }) => amountPaise)];
  const rows = await tx.query<Tally>(COUNT, [
    tx.merchantId,
    bankId,
    day,
    sides,
    amounts,
    lines.map(isNamed),
    [ANY, ...new Set(lines.flatMap(({ counterpartyLast4 }) => counterpartyLast4 ?? []))],
    lines.map(({ kind }) => kind),
  ]);
  const untied = await tx.query<Rivals>(COUNT_UNTIED, [tx.merchantId, bankId, day, sides, amounts]);
  const tallies = new Map(rows.map((row) => [keyOf(row, row.tail), row]));
  const rivalsOf = Map.groupBy(untied, (row) => keyOf(row, null));
  return (line) => {
    const { counterpartyLast4 } = line;
    const tails = counterpartyLast4 === null ? [null] : [counterpartyLast4, ANY];
    const fitting = tails.flatMap((tail) => tallies.get(keyOf(line, tail)) ?? []);
    // Any line may belong to a payee without an account.
    const isOfAll = counterpartyLast4 === null || fitting.some(({ tail }) => tail === ANY);
    const rivals = (rivalsOf.get(keyOf(line, null)) ?? []).filter(
      ({ tail }) => isOfAll || tail === null || tail === counterpartyLast4,
    );
    const alike = sum(fitting.map((tally) => (isNamed(line) ? tally.unnamed : tally.alike)));
    const expected = sum(fitting.map((tally) => (isNamed(line) ? tally.unnamedLive : tally.live)));
    return { alike: Math.min(alike, ALIKE_MAX), isCovered: sum(rivals.map((one) => one.lines)) <= expected };
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

interface Tally extends Pick<Line, "side" | "amountPaise"> {
  /** Null for all accounts together. */
  readonly tail: string | null;
  readonly alike: number;
  /** The number of these that were not refused. */
  readonly live: number;
  /** The same numbers of those whose transfer has no UTR. */
  readonly unnamed: number;
  readonly unnamedLive: number;
}

/** Lines that are tied to no attempt. */
interface Rivals extends Pick<Line, "side" | "amountPaise"> {
  /** The last digits of the account number that the lines name. */
  readonly tail: string | null;
  readonly lines: number;
}

/** A returned payment has another UTR than the original. */
const isNamed = ({ side, utr }: Pick<Line, "side" | "utr">): boolean => side === "debit" && utr !== null;

const keyOf = ({ side, amountPaise }: Pick<Line, "side" | "amountPaise">, tail: string | null): string =>
  `${side} ${amountPaise} ${tail ?? ""}`;

const COUNT = `
  with asked as materialized (
    select side, amount_paise, max(${DAYS_BEFORE}) as days, bool_and(named) as unnamed
    from unnest($4::text[], $5::bigint[], $6::bool[], $8::text[]) as line (side, amount_paise, named, kind)
    group by side, amount_paise
  ), ${UNSTATED}
  select side, amount_paise as "amountPaise", fitting.tail, count(*)::int as alike,
    (count(*) filter (where live))::int as live,
    (count(*) filter (where utr is null))::int as unnamed,
    (count(*) filter (where utr is null and live))::int as "unnamedLive"
  from unstated
  cross join lateral (
    select null::text as tail
    union all
    select named
    from (select case when side = 'debit' and has_no_account then '${ANY}' else unstated.tail end as named) as its_end
    where named = any ($7::text[])
  ) as fitting
  group by side, amount_paise, fitting.tail`;

// Those of the day before may belong to the same attempts.
const COUNT_UNTIED = `
  with asked as materialized (
    select distinct side, amount_paise
    from unnest($4::text[], $5::bigint[]) as line (side, amount_paise)
  )
  select side, amount_paise as "amountPaise", counterparty_last4 as tail, count(*)::int as lines
  from reconciliation.line
  join asked using (side, amount_paise)
  where merchant_id = $1
    and bank_id = $2
    and day between $3::date - 1 and $3::date
    and state in ('new', 'suspense')
    and transfer_id is null
    and reference is null
    and kind not in ('charge', 'credit', 'batch')
  group by side, amount_paise, counterparty_last4`;
