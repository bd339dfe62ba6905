/**
 * The places of banks that are probed or recover: how many transfers can go there by now. They are shared by all
 * processes.
 */
import type { Tx } from "#lib/db";
import { tablesOf } from "./bank-scope.ts";
import {
  isLimited,
  momentOfPlace,
  placesOf,
  standingOf,
  type BankSnapshot,
  type BankStanding,
} from "./bank-snapshot.ts";

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
  limited: readonly BankStanding[],
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

/** Places as one transaction sees and takes them. */
export interface Places {
  /** The time of the next free place, after the transfers in line. Null if one is free now, or if none is needed. */
  nextAt(standing: BankStanding): Date | null;
  take(key: string): void;
  /** Adds a waiting transfer to the line of each of these. */
  standInLine(keys: readonly string[]): void;
  /** The number of places taken here, by the key of the bank. */
  used(): ReadonlyMap<string, number>;
}

/** Returns the entries of a snapshot whose places are counted at that moment (ms since 1970). */
export function listLimited(snapshot: BankSnapshot, now: number): BankStanding[] {
  return snapshot.entries.flatMap((entry) => {
    const standing = standingOf({ ...snapshot, entries: [entry], windows: [] }, entry, now);
    return standing !== null && isLimited(standing) ? [standing] : [];
  });
}

/** Makes the places at one moment. `taken` are those already taken, by key. */
export function makePlaces(
  limited: readonly BankStanding[],
  taken: ReadonlyMap<string, number>,
  now: number,
): Places {
  const lines = new Map(limited.map(({ key }) => [key, { taken: taken.get(key) ?? 0, used: 0, waiting: 0 }]));
  return {
    nextAt(standing) {
      const line = lines.get(standing.key);
      if (!isLimited(standing) || line === undefined) return null;
      const next = line.taken + line.used;
      return next < placesOf(standing, now) ? null : new Date(momentOfPlace(standing, next + line.waiting));
    },
    take(key) {
      const line = lines.get(key);
      if (line !== undefined) line.used += 1;
    },
    standInLine(keys) {
      for (const key of keys) {
        const line = lines.get(key);
        if (line !== undefined) line.waiting += 1;
      }
    },
    used: () => new Map([...lines].flatMap(([key, { used }]) => (used === 0 ? [] : [[key, used] as const]))),
  };
}
