import type { Tx } from "#lib/db";
import { findNamed, MATCHES, valuesOf, type Found, type TransferFilter } from "./search-filter.ts";
import { publicStatus, type PublicStatus, type Status } from "../machine.ts";
import { IDS_MAX, planForValues, SOURCES, sourceOf, type SearchedSource } from "./search-transfers.ts";
import { statesOf } from "../states.ts";

/** Counting stops at this number; the figure then reads "at least". */
export const COUNT_MAX = 10_000;

/** A number of transfers and their total. */
export interface TransferCount {
  readonly count: number;
  readonly sumPaise: bigint;
  /** False if there are more: then count and sum are those of the newest. */
  readonly exact: boolean;
}

/** Statuses that are counted by one query, and the most rows that it counts. */
const GROUPS: readonly { readonly words: readonly PublicStatus[]; readonly max: number }[] = [
  { words: ["APPROVAL_PENDING", "QUEUED", "PENDING"], max: IDS_MAX },
  { words: ["SUCCESS"], max: COUNT_MAX },
  { words: ["FAILED", "REJECTED", "REVERSED"], max: 50_000 },
];

/**
 * Counts the transfers that match a filter, by public status. Statuses that the filter excludes are counted
 * too, so that each figure is what a user finds after choosing that status.
 */
export async function countTransfers(
  tx: Tx,
  { states: _states, ...filter }: TransferFilter,
): Promise<Map<PublicStatus, TransferCount>> {
  const groups = await countGroups(tx, filter);
  return new Map(groups.flatMap((group) => group.words.map((word) => [word, sumOf(group, word)])));
}

/** Counts all transfers that match a filter; with `max`, no more than that for each group of statuses. */
export async function countMatches(tx: Tx, filter: TransferFilter, max?: number): Promise<TransferCount> {
  return addCounts((await countGroups(tx, filter, max)).map((group) => sumOf(group)));
}

/** Adds up counts of different transfers. */
export function addCounts(counts: Iterable<TransferCount>): TransferCount {
  const all = [...counts];
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    sumPaise: all.reduce((sum, { sumPaise }) => sum + sumPaise, 0n),
    exact: all.every(({ exact }) => exact),
  };
}

interface Counted {
  readonly status: Status;
  readonly count: number;
  readonly sumPaise: bigint;
}

interface CountedGroup {
  readonly words: readonly PublicStatus[];
  readonly counted: readonly Counted[];
  readonly exact: boolean;
}

/** Counts each group of statuses in the rows that can contain it; one query counts all if IDs are named. */
async function countGroups(tx: Tx, filter: TransferFilter, max?: number): Promise<CountedGroup[]> {
  await planForValues(tx);
  const found = await findNamed(tx, filter);
  const byIds = (await sourceOf(tx, { ...filter, states: undefined }, found)).source === "named";
  const looks = byIds ? [{ words: GROUPS.flatMap(({ words }) => words), max: IDS_MAX }] : GROUPS;
  const groups: CountedGroup[] = [];
  for (const look of looks) {
    const states = look.words.flatMap(statesOf).filter((state) => filter.states?.includes(state) ?? true);
    if (states.length === 0) continue;
    const limit = max ?? look.max;
    const wanted = byIds && filter.states === undefined ? filter : { ...filter, states };
    const { rows, isBounded } = await countByStatus(tx, wanted, { found, max: limit });
    const counted = rows.reduce((sum, { count }) => sum + count, 0);
    groups.push({ words: look.words, counted: rows, exact: counted < limit && !isBounded });
  }
  return groups;
}

/**
 * Paid transfers without a bank reference are counted only among this many of the newest, because they are very rare.
 */
const LOOKED_THROUGH = 200_000n;

async function countByStatus(
  tx: Tx,
  filter: TransferFilter,
  { found, max }: { found: Found; max: number },
): Promise<{ rows: readonly Counted[]; isBounded: boolean }> {
  const { source, transferIds } = await sourceOf(tx, filter, found);
  const firstWanted = source === "all" && filter.hasUtr === false ? await readFirstWanted(tx, found) : 0n;
  const isBounded = firstWanted > 0n && firstWanted > (found.firstReferenceId ?? 0n);
  const values = valuesOf(filter, isBounded ? { ...found, firstReferenceId: firstWanted } : found);
  return {
    rows: await tx.query<Counted>(TEXTS[source], [tx.merchantId, ...values, transferIds, max]),
    isBounded,
  };
}

async function readFirstWanted(tx: Tx, { lastReferenceId }: Found): Promise<bigint> {
  const [row] = await tx.query<{ last: bigint | null }>(
    "select max(reference_id) as last from transfers.transfer where merchant_id = $1",
    [tx.merchantId],
  );
  const last = row?.last ?? 0n;
  return (lastReferenceId !== null && lastReferenceId < last ? lastReferenceId : last) - LOOKED_THROUGH;
}

function sumOf({ counted, exact }: CountedGroup, word?: PublicStatus): TransferCount {
  const wanted = counted.filter(({ status }) => word === undefined || publicStatus[status] === word);
  return {
    count: wanted.reduce((sum, { count }) => sum + count, 0),
    sumPaise: wanted.reduce((sum, { sumPaise }) => sum + sumPaise, 0n),
    exact,
  };
}

const textOf = (source: SearchedSource): string => `
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
  (Object.keys(SOURCES) as SearchedSource[]).map((source) => [source, textOf(source)]),
) as Record<SearchedSource, string>;
