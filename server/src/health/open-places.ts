/** The places of banks that are probed or recover, shared by all processes. */
import type { Tx } from "#lib/db";
import { tablesOf } from "./bank-scope.ts";
import type { BankSnapshot, Standing } from "./bank-snapshot.ts";
import { listLimited, makePlaces, type Places } from "./make-places.ts";

/** Places that are written with the transaction that took them. */
export interface BankPlaces extends Places {
  write(): Promise<void>;
}

/**
 * Opens the places of a snapshot's banks and locks the counted ones until the transaction ends. If all banks
 * are healthy, nothing is read or written.
 */
export async function openPlaces(
  tx: Tx,
  { scopeId, snapshot }: { scopeId: string; snapshot: BankSnapshot },
): Promise<BankPlaces> {
  const now = tx.now.getTime();
  const limited = listLimited(snapshot, now);
  const taken = limited.length === 0 ? new Map<string, number>() : await lockPlaces(tx, scopeId, limited);
  const places = makePlaces(limited, taken, now);
  return {
    ...places,
    async write() {
      const used = places.used();
      if (used.size > 0) await addTaken(tx, scopeId, used);
    },
  };
}

/** Locks in sorted order, so that two transactions cannot deadlock. */
async function lockPlaces(
  tx: Tx,
  scopeId: string,
  limited: readonly Standing[],
): Promise<ReadonlyMap<string, number>> {
  const { column, place } = tablesOf(scopeId);
  const sorted = limited.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const rows = await tx.query<{ key: string; taken: number }>(
    `insert into ${place} as place (${column}, bank_key, since, taken)
     select $1, bank_key, since, 0
     from unnest($2::text[], $3::timestamptz[]) as line (bank_key, since)
     on conflict (${column}, bank_key) do update
     set since = excluded.since,
         taken = case when place.since = excluded.since then place.taken else 0 end
     returning bank_key as key, taken`,
    [scopeId, sorted.map(({ key }) => key), sorted.map(({ since }) => new Date(since))],
  );
  return new Map(rows.map(({ key, taken }) => [key, taken]));
}

async function addTaken(tx: Tx, scopeId: string, used: ReadonlyMap<string, number>): Promise<void> {
  const { column, place } = tablesOf(scopeId);
  await tx.execute(
    `update ${place} as place
     set taken = taken + line.used
     from unnest($2::text[], $3::int[]) as line (bank_key, used)
     where place.${column} = $1
       and place.bank_key = line.bank_key`,
    [scopeId, [...used.keys()], [...used.values()]],
  );
}
