/** The places of banks that are probed or recover: how many transfers may go there by now, over all processes. */
import type { Tx } from "#lib/db";
import { tablesOf } from "./bank-scope.ts";
import {
  isLimited,
  momentOfPlace,
  placesOf,
  standingOf,
  type BankSnapshot,
  type Standing,
} from "./bank-snapshot.ts";

/** Places as one transaction sees and takes them. */
export interface BankPlaces {
  /** Null: there is one, or none is needed; else when there will be one, after those that stand in line for it. */
  nextAt(standing: Standing): Date | null;
  take(key: string): void;
  /** Stands in line for a place of each of these. */
  standInLine(keys: readonly string[]): void;
  write(): Promise<void>;
}

interface Line {
  readonly standing: Standing;
  taken: number;
  used: number;
  waiting: number;
}

/**
 * Opens the places of a snapshot's banks and holds those that are counted until the transaction ends. Where all banks
 * are well there is nothing to ask or to write.
 */
export async function openPlaces(
  tx: Tx,
  { scopeId, snapshot }: { scopeId: string; snapshot: BankSnapshot },
): Promise<BankPlaces> {
  const now = tx.now.getTime();
  const limited = snapshot.entries.flatMap((entry) => {
    const standing = standingOf({ ...snapshot, entries: [entry], windows: [] }, entry, now);
    return standing !== null && isLimited(standing) ? [standing] : [];
  });
  const lines = new Map<string, Line>();
  if (limited.length > 0) {
    const taken = await lockPlaces(tx, scopeId, limited);
    for (const standing of limited) {
      lines.set(standing.key, { standing, taken: taken.get(standing.key) ?? 0, used: 0, waiting: 0 });
    }
  }
  return {
    nextAt(standing) {
      const line = lines.get(standing.key);
      if (!isLimited(standing) || line === undefined) return null;
      const next = line.taken + line.used;
      if (next < placesOf(standing, now)) return null;
      return new Date(momentOfPlace(standing, next + line.waiting));
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
    async write() {
      const used = [...lines.values()].filter((line) => line.used > 0);
      if (used.length > 0) await addTaken(tx, scopeId, used);
    },
  };
}

/** Sorted, so that no two transactions wait for each other crosswise. */
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

async function addTaken(tx: Tx, scopeId: string, used: readonly Line[]): Promise<void> {
  const { column, place } = tablesOf(scopeId);
  await tx.execute(
    `update ${place} as place
     set taken = taken + line.used
     from unnest($2::text[], $3::int[]) as line (bank_key, used)
     where place.${column} = $1
       and place.bank_key = line.bank_key`,
    [scopeId, used.map(({ standing }) => standing.key), used.map((line) => line.used)],
  );
}

/** Without a database: for what is only tried out. There is always a place. */
export const OPEN_PLACES: BankPlaces = {
  nextAt: () => null,
  take: () => undefined,
  standInLine: () => undefined,
  write: async () => undefined,
};
