/** Splits lines that stand for several payments or charges into one line for each. */
import type { BatchOf, BatchPart, StatementLine } from "#banks";
import type { Tx } from "#lib/db";
import { readMembers, readOrdered } from "#transfers";

/** The ordered amounts, by our references. */
type Orders = ReadonlyMap<string, bigint>;

/** A payment in a batch. */
type Payment = Pick<StatementLine, "reference" | "utr" | "amountPaise">;

/**
 * Splits lines into single payments and charges. A batch becomes one line per payment: the payments in its details, if
 * the sum of these orders is the sum of the batch. Otherwise, the payments of the block or message that it names, if
 * all that we sent in it, or all that is left of that, has its number and sum. Any other batch stays one line. A charge
 * that an amount may include becomes a separate line, unless the whole amount is what was ordered.
 */
export async function tellBatchesApart(
  tx: Tx,
  bankId: string,
  lines: readonly StatementLine[],
): Promise<readonly StatementLine[]> {
  const references = lines.flatMap(({ batch, chargesWithin, reference }) => [
    ...(batch?.parts ?? []).map((part) => part.reference),
    ...(chargesWithin === undefined ? [] : [reference]),
  ]);
  const known = references.filter((reference) => reference !== null);
  const orders = await readOrdered(tx, { bankId, references: [...new Set(known)] });
  const told: StatementLine[] = [];
  for (const line of lines) {
    const { batch, chargesWithin = [] } = line;
    if (batch == null) told.push(...withoutCharges(line, orders));
    else {
      const sets = await findSets(tx, bankId, { batch, orders });
      const found = [0n, ...chargesWithin]
        .map((charges) => ({ charges, set: findSet(sets, line.amountPaise - charges) }))
        .find(({ set }) => set !== undefined);
      const payments = found?.set!.map((payment) => ({
        ...line,
        ...payment,
        batch: null,
        kind: "payment" as const,
      }));
      told.push(...(payments === undefined ? [line] : [...payments, ...chargeOf(line, found!.charges)]));
    }
  }
  return told;
}

/** Finds each set of payments that a batch may stand for. */
async function findSets(
  tx: Tx,
  bankId: string,
  { batch, orders }: { batch: BatchOf; orders: Orders },
): Promise<readonly (readonly Payment[])[]> {
  const { parts, blockId, messageId, count } = batch;
  const named = orderedParts(parts, orders);
  if (named !== null) return [named];
  if ((blockId ?? messageId) === null) return [];
  const all = await readMembers(tx, { bankId, blockId, messageId });
  const blocks = [...Map.groupBy(all, (member) => member.blockId).values()];
  return [all, ...blocks]
    .flatMap((set) => [set, set.filter(({ refused }) => !refused)])
    .filter((set) => set.length > 0 && (count === null || count === set.length))
    .map((set) => set.map(({ reference, amountPaise }) => ({ reference, utr: null, amountPaise })));
}

function findSet(sets: readonly (readonly Payment[])[], totalPaise: bigint): readonly Payment[] | undefined {
  return sets.find((set) => set.reduce((sum, { amountPaise }) => sum + amountPaise, 0n) === totalPaise);
}

/** Returns the payments named in the details of a batch; null if none of them is an order of ours. */
function orderedParts(parts: readonly BatchPart[], orders: Orders): readonly Payment[] | null {
  const named = parts.flatMap(({ reference, utr, amountPaise: said }) => {
    const amountPaise = reference === null ? undefined : orders.get(reference);
    return amountPaise === undefined ? [] : [{ reference, utr, amountPaise, said }];
  });
  if (named.length === 0) return null;
  const isWhole =
    named.length === parts.length &&
    new Set(named.map(({ reference }) => reference)).size === parts.length &&
    named.every(({ said, amountPaise }) => said === null || said === amountPaise);
  return isWhole ? named.map(({ reference, utr, amountPaise }) => ({ reference, utr, amountPaise })) : [];
}

function withoutCharges(line: StatementLine, orders: Orders): readonly StatementLine[] {
  const { chargesWithin = [], reference, amountPaise } = line;
  const ordered = reference === null ? undefined : orders.get(reference);
  const [only, ...others] = chargesWithin;
  const charges =
    ordered === undefined
      ? others.length === 0 && only
      : chargesWithin.find((paise) => amountPaise - paise === ordered);
  return charges ? [{ ...line, amountPaise: amountPaise - charges }, ...chargeOf(line, charges)] : [line];
}

function chargeOf(line: StatementLine, amountPaise: bigint): StatementLine[] {
  if (amountPaise === 0n) return [];
  const lineId = line.lineId === null ? null : `${line.lineId}/c`;
  const narration = `charges of the entry ${line.narration}`.trim();
  return [
    {
      ...line,
      ...{ lineId, amountPaise, narration },
      kind: "charge",
      batch: null,
      reference: null,
      utr: null,
    },
  ];
}
