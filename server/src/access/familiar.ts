/**
 * Who was let in lately, and from where. Calls of a merchant from an address that it has proved to be at go their own
 * way; all others from an address share one, so that a stranger who names many merchants is still one stranger.
 */
import type { Db } from "#lib/db";
import { type FairQueue, shareFairly } from "#lib/fair-queue";
import { lineOf } from "#lib/line-of";

/** As long as a token lasts. */
const LASTS_MS = 600_000;
const PAIRS_MAX = 20_000;

interface Doorway {
  /** When a merchant at an address becomes a stranger again, by `performance.now()`. */
  readonly known: Map<string, number>;
  readonly strangers: FairQueue;
}

/** Whom a call names, and from where it comes. */
export interface Arrival {
  readonly merchantId: string;
  readonly ip: string;
}

const doorways = new WeakMap<Db, Doorway>();

function doorwayOf(db: Db): Doorway {
  let doorway = doorways.get(db);
  if (doorway === undefined) {
    const strangers = shareFairly({ places: 64, perKey: 16, waitingMax: 1_000 });
    doorways.set(db, (doorway = { known: new Map(), strangers }));
  }
  return doorway;
}

const pairOf = ({ merchantId, ip }: Arrival): string => `${merchantId} ${lineOf(ip)}`;

/** Whether the merchant was let in from there lately. */
export function isFamiliar(db: Db, arrival: Arrival): boolean {
  return (doorwayOf(db).known.get(pairOf(arrival)) ?? 0) > performance.now();
}

/** Notes that the merchant was let in from there. */
export function noteFamiliar(db: Db, arrival: Arrival): void {
  const { known } = doorwayOf(db);
  const pair = pairOf(arrival);
  const endsAt = performance.now() + LASTS_MS;
  // Once a minute is enough.
  if ((known.get(pair) ?? 0) > endsAt - LASTS_MS / 10) return;
  known.delete(pair);
  if (known.size >= PAIRS_MAX) known.delete(known.keys().next().value as string);
  known.set(pair, endsAt);
}

/**
 * Where a look-up of who calls is done: for those who are known there at once, for others in the turn of their address.
 * Look-ups of one lane may be done together.
 */
export function laneOf(
  db: Db,
  arrival: Arrival,
): { name: string; inTurn: <T>(lookUp: () => Promise<T>) => Promise<T> } {
  if (isFamiliar(db, arrival)) return { name: arrival.merchantId, inTurn: (lookUp) => lookUp() };
  const { strangers } = doorwayOf(db);
  return { name: pairOf(arrival), inTurn: (lookUp) => strangers.run(lineOf(arrival.ip), lookUp) };
}
