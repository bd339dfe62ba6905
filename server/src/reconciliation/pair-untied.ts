import type { Tx } from "#lib/db";
import { suspend, type Mark } from "./decide-attempt.ts";
import { lineColumns, type Line } from "./line.ts";

/** A line of bank $2 under this name that belongs to nothing known, and may be half of a pair. */
const isHalf = (name: string): string => `
  ${name}.merchant_id = $1
    and ${name}.bank_id = $2
    and ${name}.state in ('new', 'suspense')
    and ${name}.transfer_id is null
    and ${name}.top_up_id is null`;

/**
 * CTEs: the lines that may be the other half of lines of the CTE `line`: with the same number of the bank or,
 * on day $3, with neither such a number nor a reference.
 */
export const HALVES = `
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
export const OTHER_HALF = `
  case when ${isUndone("suspense")} then 'suspense' when ${isUndone("new")} then 'new' end`;

/**
 * Pairs what went and came back, whatever it was: one debit and one credit of an amount under one number, or
 * as many debits as reversals of one moment. Returns the marks of all, even of those in suspense; if counts
 * differ, marks of the given lines, which the caller's transaction has locked, say so.
 */
export async function pairUntied(tx: Tx, bankId: string, halves: readonly Line[]): Promise<Mark[]> {
  if (halves.length === 0) return [];
  const lines = await tx.query<Line>(READ, [
    tx.merchantId,
    bankId,
    halves.flatMap(({ utr }) => utr ?? []),
    halves.flatMap(({ utr, bookedAt }) => (utr === null ? [bookedAt] : [])),
    halves.flatMap(({ utr, day }) => (utr === null ? [day] : [])),
  ]);
  const given = new Set(halves.map(({ lineId }) => lineId));
  const groups = Map.groupBy(lines, groupOf);
  return [...groups.values()].flatMap((group) => {
    const own = group.filter(({ lineId }) => given.has(lineId));
    if (own.length === 0) return [];
    return isBalanced(group) ? group.map(pair) : own.map((line) => suspend(line, "ambiguous", MORE));
  });
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
  select ${lineColumns}
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
