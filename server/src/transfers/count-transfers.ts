import type { Tx } from "#lib/db";
import { findNamed } from "./find-named.ts";
import { publicStatus, type PublicStatus, type Status } from "./machine.ts";
import { MATCHES, valuesOf, type Found, type TransferFilter } from "./search-filter.ts";
import { IDS_MAX, planForValues, SOURCES, sourceOf, type Source } from "./search-sources.ts";
import { statesOf } from "./states.ts";

/** Counting stops here; the figure is then "at least". */
export const COUNT_MAX = 10_000;

/** How many there are, and their total. */
export interface TransferCount {
  readonly count: number;
  readonly sumPaise: bigint;
  /** False: there are more; count and sum are of the newest. */
  readonly exact: boolean;
}

/** Statuses that are counted by one look, and up to how many rows. */
const GROUPS: readonly { readonly words: readonly PublicStatus[]; readonly max: number }[] = [
  { words: ["APPROVAL_PENDING", "QUEUED", "PENDING"], max: IDS_MAX },
  { words: ["SUCCESS"], max: COUNT_MAX },
  { words: ["FAILED", "REJECTED", "REVERSED"], max: 50_000 },
];

/**
 * Counts the transfers that fit a filter by their public status; those of a status that the filter leaves out are
 * counted as well, so that each figure is what one finds on choosing it.
 */
export async function countTransfers(
  tx: Tx,
  { states: _states, ...filter }: TransferFilter,
): Promise<Map<PublicStatus, TransferCount>> {
  await planForValues(tx);
  const found = await findNamed(tx, filter);
  const counts = new Map<PublicStatus, TransferCount>();
  for (const { words, max } of GROUPS) {
    const counted = await countByStatus(tx, { ...filter, states: words.flatMap(statesOf) }, { found, max });
    for (const word of words) counts.set(word, sumOf(counted, max, word));
  }
  return counts;
}

/** Counts all that fit a filter, up to `max`. */
export async function countMatches(tx: Tx, filter: TransferFilter, max = COUNT_MAX): Promise<TransferCount> {
  await planForValues(tx);
  return sumOf(await countByStatus(tx, filter, { found: await findNamed(tx, filter), max }), max);
}

interface Counted {
  readonly status: Status;
  readonly count: number;
  readonly sumPaise: bigint;
}

async function countByStatus(
  tx: Tx,
  filter: TransferFilter,
  { found, max }: { found: Found; max: number },
): Promise<Counted[]> {
  const { source, transferIds } = await sourceOf(tx, filter, found);
  return tx.query<Counted>(TEXTS[source], [tx.merchantId, ...valuesOf(filter, found), transferIds, max]);
}

function sumOf(counted: readonly Counted[], max: number, word?: PublicStatus): TransferCount {
  const wanted = counted.filter(({ status }) => word === undefined || publicStatus[status] === word);
  return {
    count: wanted.reduce((sum, { count }) => sum + count, 0),
    sumPaise: wanted.reduce((sum, { sumPaise }) => sum + sumPaise, 0n),
    exact: counted.reduce((sum, { count }) => sum + count, 0) < max,
  };
}

const textOf = (source: Source): string => `
  select status, count(*)::int as count, sum(amount_paise)::bigint as "sumPaise"
  from (
    select status, amount_paise
    from (${SOURCES[source]}) as transfer
    where ${MATCHES}
    order by reference_id desc
    limit $21
  ) as newest
  group by status`;

const TEXTS = Object.fromEntries(
  (Object.keys(SOURCES) as Source[]).map((source) => [source, textOf(source)]),
) as Record<Source, string>;
