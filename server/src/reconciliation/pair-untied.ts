import type { Tx } from "#lib/db";
import { suspend, type Mark } from "./decide-attempt.ts";
import { lineColumns, type Line } from "./line.ts";

/** Of a line of bank $2 under some name: it is of nothing that is known, and may be half of a pair. */
const isHalf = (name: string): string => `
  ${name}.merchant_id = $1
    and ${name}.bank_id = $2
    and ${name}.state in ('new', 'suspense')
    and ${name}.transfer_id is null
    and ${name}.top_up_id is null`;

/**
 * How the other half of `line` stands, null without one: under the same number of the bank's; or, of a bank that has
 * given neither a number nor a reference, a reversal of the same moment.
 */
export const OTHER_HALF = `
  select max(other.state)
  from reconciliation.line as other
  where ${isHalf("other")}
    and other.side <> line.side
    and other.amount_paise = line.amount_paise
    and (
      other.utr = line.utr
      or (
        num_nonnulls(line.utr, line.reference, other.utr, other.reference) = 0
        and other.booked_at = line.booked_at
        and case line.side when 'credit' then line.kind else other.kind end = 'reversal'
      )
    )`;

/**
 * What went and came back is nothing, whatever it was: one debit and one credit of an amount under one number; as many
 * debits as reversals of one moment. Answers the marks of all of them, also of those that lie in suspense; where they
 * are not so many, those of the given lines say so. In the caller's transaction, which has locked the given ones.
 */
export async function pairUntied(tx: Tx, bankId: string, halves: readonly Line[]): Promise<Mark[]> {
  if (halves.length === 0) return [];
  const lines = await tx.query<Line>(READ, [
    tx.merchantId,
    bankId,
    halves.flatMap(({ utr }) => utr ?? []),
    halves.flatMap(({ utr, bookedAt }) => (utr === null ? [bookedAt] : [])),
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
        and (line.side = 'debit' or line.kind = 'reversal')
      )
    )
  order by line.line_id
  for update of line`;
