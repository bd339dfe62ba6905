/** The places of banks that are probed or recover: how many transfers can go there by now. Pure. */
import {
  isLimited,
  momentOfPlace,
  placesOf,
  standingOf,
  type BankSnapshot,
  type Standing,
} from "./bank-snapshot.ts";

/** Places as one transaction sees and takes them. */
export interface Places {
  /** The time of the next free place, after the transfers in line; null: one is free, or none is needed. */
  nextAt(standing: Standing): Date | null;
  take(key: string): void;
  /** Adds a waiting transfer to the line of each of these. */
  standInLine(keys: readonly string[]): void;
  /** The number of places taken here, by the key of the bank. */
  used(): ReadonlyMap<string, number>;
}

/** Returns the entries of a snapshot whose places are counted at that moment (ms since 1970). */
export function listLimited(snapshot: BankSnapshot, now: number): Standing[] {
  return snapshot.entries.flatMap((entry) => {
    const standing = standingOf({ ...snapshot, entries: [entry], windows: [] }, entry, now);
    return standing !== null && isLimited(standing) ? [standing] : [];
  });
}

/** Makes the places at one moment. `taken` are those already taken, by key. */
export function makePlaces(
  limited: readonly Standing[],
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
