import type { Tx } from "#lib/db";
import { suspend, type Mark } from "./decide-attempt.ts";
import { lineColumns, type Line } from "./line.ts";

/** Of a line of bank $2 under some name: it is of nothing that is known, and may be half of a pair. */
export const isOtherHalf = (name: string): string => `
  ${name}.merchant_id = $1
    and ${name}.bank_id = $2
    and ${name}.state in ('new', 'suspense')
    and ${name}.transfer_id is null
    and ${name}.top_up_id is null`;

/**
 * What went and came back under one number of the bank's is nothing, whatever it was: one debit and one credit of an
 * amount. Answers the marks of both, also of a half that lies in suspense; where there are more than two, those of the
 * given lines say so. In the caller's transaction, which has locked the given ones.
 */
export async function pairUntied(tx: Tx, bankId: string, halves: readonly Line[]): Promise<Mark[]> {
  if (halves.length === 0) return [];
  const lines = await tx.query<Line>(READ, [tx.merchantId, bankId, halves.map(({ utr }) => utr)]);
  const given = new Set(halves.map(({ lineId }) => lineId));
  const groups = Map.groupBy(lines, ({ utr, amountPaise }) => `${utr} ${amountPaise}`);
  return [...groups.values()].flatMap((group) => {
    const isPair = group.length === 2 && group[0]!.side !== group[1]!.side;
    const own = group.filter(({ lineId }) => given.has(lineId));
    if (own.length === 0) return [];
    return isPair ? group.map(pair) : own.map((line) => suspend(line, "ambiguous", MORE));
  });
}

const MORE = "more than one debit and one credit have this UTR";

function pair(line: Line): Mark {
  return { line, state: "paired", heldUntil: null, fault: null };
}

const READ = `
  select ${lineColumns}
  from reconciliation.line
  where ${isOtherHalf("line")}
    and line.utr = any ($3::text[])
  order by line.line_id
  for update of line`;
