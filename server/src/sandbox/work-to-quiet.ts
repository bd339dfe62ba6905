/** Does everything that a merchant has due at one moment of its clock, until nothing more follows. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#lib/context";
import { CrashError } from "#lib/crash-points";
import { logFault } from "#lib/db-errors";
import { countEvents } from "#webhooks";
import { type Due, readMoments, WORKERS } from "#worker";
import type { ClockStop } from "./advance-clock.ts";

const ROUNDS_MAX = 20;
/** One kind of work delays the clock for at most this real time (ms): an endpoint or bank may not respond. */
const PATIENCE_MS = 5_000;

interface Seen {
  readonly at: Date;
  readonly moments: readonly Due[];
  /** The number of events since the last stop. */
  readonly events: number;
}

/** Makes the function that works until quiet; it returns the moment and what was due then, by kind. */
export function makeQuiet(ctx: Context, merchantId: string): () => Promise<ClockStop> {
  const workOnce = makeRound(ctx, merchantId);
  let since: Date | null = null;
  const look = (): Promise<Seen> =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const [moments, counts] = await Promise.all([readMoments(tx), countEvents(tx, since ?? tx.now)]);
      return { at: tx.now, moments, events: counts.reduce((sum, { events }) => sum + events, 0) };
    });
  return async () => {
    const first = await look();
    // Work in progress before the first stop counts as new.
    let before: Seen = { ...first, events: since === null ? -1 : 0 };
    since ??= first.at;
    let latest = first;
    for (let round = 1; round <= ROUNDS_MAX; round += 1) {
      // A poll makes no work for others until it finds something.
      const isBusy =
        latest.events > before.events || latest.moments.some(({ now, repeats }) => now > 0 && !repeats);
      const due = new Set(latest.moments.flatMap(({ worker, now }) => (now > 0 ? [worker] : [])));
      if (!isBusy && due.size === 0) break;
      await workOnce((name) => isBusy || due.has(name));
      before = latest;
      latest = await look();
      // Work that remains due without any change waits for something else, such as a response on its way.
      if (signOf(before) === signOf(latest)) break;
    }
    since = latest.at;
    return { at: first.at, due: dueOf(first.moments) };
  };
}

/** Makes the function that lets each wanted worker do its due work once. */
function makeRound(ctx: Context, merchantId: string) {
  // Work beyond its patience continues beside the clock, and does not start again before it has ended.
  const running = new Set<string>();
  const workSafely = async (
    name: string,
    work: NonNullable<(typeof WORKERS)[number]["work"]>,
  ): Promise<void> => {
    running.add(name);
    try {
      await work(ctx, merchantId);
    } catch (error) {
      if (error instanceof CrashError) throw error;
      const text = "work failed; it is found due again";
      logFault(ctx.log, error, { facts: { worker: name, merchantId }, text });
    } finally {
      running.delete(name);
    }
  };
  return async (isWanted: (name: string) => boolean): Promise<void> => {
    for (const { name, work } of WORKERS) {
      if (work === undefined || running.has(name) || !isWanted(name)) continue;
      const patience = new AbortController();
      const tooLong = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([workSafely(name, work), tooLong]).finally(() => patience.abort());
    }
  };
}

const signOf = ({ moments, events }: Seen): string =>
  JSON.stringify([events, ...moments.map(({ now, next }) => [now, next])]);

const dueOf = (moments: readonly Due[]): Record<string, number> =>
  Object.fromEntries(moments.filter(({ now }) => now > 0).map(({ kind, now }) => [kind, now]));
