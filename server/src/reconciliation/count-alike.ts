import type { Tx } from "#lib/db";
import { UNSTATED } from "./conditions.ts";
import { ALIKE_MAX } from "./decide-untied.ts";
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
): Promise<(line: Line) => number> {
  if (lines.length === 0) return () => 0;
  const rows = await tx.query<Tally>(COUNT, [
    tx.merchantId,
    bankId,
    day,
    lines.map(({ side }) => side),
    lines.map(({ amountPaise }) => amountPaise),
    lines.map(isNamed),
    [ANY, ...new Set(lines.flatMap(({ counterpartyLast4 }) => counterpartyLast4 ?? []))],
  ]);
  const tallies = new Map(rows.map((row) => [keyOf(row, row.tail), row]));
  return (line) => {
    const { counterpartyLast4 } = line;
    const tails = counterpartyLast4 === null ? [null] : [counterpartyLast4, ANY];
    const fitting = tails.map((tail) => tallies.get(keyOf(line, tail)));
    const counts = fitting.map((tally) => (isNamed(line) ? tally?.unnamed : tally?.alike) ?? 0);
    return Math.min(
      counts.reduce((sum, count) => sum + count, 0),
      ALIKE_MAX,
    );
  };
}

interface Tally extends Pick<Line, "side" | "amountPaise"> {
  /** Null for all accounts together. */
  readonly tail: string | null;
  readonly alike: number;
  /** The number of these whose transfer has no UTR. */
  readonly unnamed: number;
}

/** A returned payment has another UTR than the original. */
const isNamed = ({ side, utr }: Pick<Line, "side" | "utr">): boolean => side === "debit" && utr !== null;

const keyOf = ({ side, amountPaise }: Pick<Line, "side" | "amountPaise">, tail: string | null): string =>
  `${side} ${amountPaise} ${tail ?? ""}`;

const COUNT = `
  with asked as materialized (
    select side, amount_paise, bool_and(named) as unnamed
    from unnest($4::text[], $5::bigint[], $6::bool[]) as line (side, amount_paise, named)
    group by side, amount_paise
  ), ${UNSTATED}
  select side, amount_paise as "amountPaise", tail, count(*)::int as alike,
    (count(*) filter (where utr is null))::int as unnamed
  from unstated
  cross join lateral (
    select null::text as tail
    union all
    select distinct named
    from unnest(case when side = 'debit' and has_no_account then array['${ANY}'] else tails end) as named
    where named = any ($7::text[])
  ) as fitting
  group by side, amount_paise, tail`;
