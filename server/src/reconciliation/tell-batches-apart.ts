/** Batches that a bank booked as one sum, as the payments that we sent in them. */
import type { BatchOf, StatementLine } from "#banks";
import type { Tx } from "#lib/db";
import { readMembers, type Member } from "#transfers";

/**
 * The lines of a set, a batch among them as one line for each of its payments: where the bank names the block or
 * message that it is, and what we sent in it, or what is left of that, has its number and its sum. Any other batch
 * stays one line.
 */
export async function tellBatchesApart(
  tx: Tx,
  bankId: string,
  lines: readonly StatementLine[],
): Promise<readonly StatementLine[]> {
  if (!lines.some(isNamed)) return lines;
  const told: StatementLine[] = [];
  for (const line of lines) {
    const members = isNamed(line) ? await findMembers(tx, bankId, line) : null;
    told.push(...(members === null ? [line] : members.map((member) => lineOf(line, member))));
  }
  return told;
}

type NamedBatch = StatementLine & { readonly batch: BatchOf };

function isNamed(line: StatementLine): line is NamedBatch {
  return line.batch != null && (line.batch.blockId ?? line.batch.messageId) !== null;
}

async function findMembers(
  tx: Tx,
  bankId: string,
  { batch, amountPaise }: NamedBatch,
): Promise<readonly Member[] | null> {
  const all = await readMembers(tx, { bankId, blockId: batch.blockId, messageId: batch.messageId });
  const blocks = [...Map.groupBy(all, ({ blockId }) => blockId).values()];
  const sets = [all, ...blocks].flatMap((set) => [set, set.filter(({ refused }) => !refused)]);
  const fits = (set: readonly Member[]): boolean =>
    (batch.count === null || batch.count === set.length) &&
    set.reduce((sum, member) => sum + member.amountPaise, 0n) === amountPaise;
  return sets.find((set) => set.length > 0 && fits(set)) ?? null;
}

function lineOf(line: StatementLine, { reference, amountPaise }: Member): StatementLine {
  return { ...line, batch: null, kind: "payment", reference, amountPaise };
}
