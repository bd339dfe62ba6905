/** Lets a home's copy of the directory catch up with what this process has written there. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Home } from "./db.ts";
import { logFault } from "./db-errors.ts";
import type { Logger } from "./log.ts";

/** A copy that needs longer is not waited for again for half a minute: merchants are served with what it has. */
const WAIT_MAX_MS = 2_000;
const LATE_MS = 30_000;
const LOOK_EVERY_MS = 3;

interface CatchUp {
  /** Notes that a transaction of this process has written to the directory. */
  noteWritten(): void;
  /** Resolves when the home's copy has all that this process had written before the call. */
  wait(home: Home): Promise<void>;
}

export function makeCatchUp(directory: Home, log: Logger): CatchUp {
  let written = 0;
  const upTo = new Map<Home, number>();
  const lateUntil = new Map<Home, number>();
  const waiting = new Map<Home, { readonly wanted: number; readonly done: Promise<void> }>();
  const catchUp = async (home: Home, wanted: number): Promise<void> => {
    try {
      await measureBehind(directory, home);
    } catch (error) {
      logFault(log, error, { facts: { home: home.name }, text: "the copy of the directory is late" });
      lateUntil.set(home, performance.now() + LATE_MS);
    }
    upTo.set(home, wanted);
  };
  return {
    noteWritten: () => void (written += 1),
    async wait(home) {
      const wanted = written;
      if (home.name === directory.name || (upTo.get(home) ?? 0) >= wanted) return;
      if (performance.now() < (lateUntil.get(home) ?? 0)) return;
      let under = waiting.get(home);
      if (under === undefined || under.wanted < wanted) {
        under = { wanted, done: catchUp(home, wanted) };
        waiting.set(home, under);
      }
      await under.done;
    },
  };
}

/**
 * Returns the time in ms after which what is written to the directory is in a home's copy. Copies arrive in the order
 * of the commits, so what was committed before is there as well. Throws if it takes more than two seconds.
 */
export async function measureBehind(directory: Home, home: Home): Promise<number> {
  const sentAt = performance.now();
  const [sent] = await directory.transact((tx) => tx.query<{ number: bigint }>(BEAT));
  const giveUpAt = performance.now() + WAIT_MAX_MS;
  for (;;) {
    const [arrived] = await home.transact((tx) => tx.query<{ number: bigint }>(READ_BEAT));
    if (arrived!.number >= sent!.number) return Math.round(performance.now() - sentAt);
    if (performance.now() > giveUpAt) throw new Error(`it lacks what was written ${WAIT_MAX_MS} ms ago`);
    await sleep(LOOK_EVERY_MS);
  }
}

// The number follows the clock, so that it is also higher than that of a copy after the first home was restored.
const BEAT = `
  update lib.directory_beat
  set number = greatest(number + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint),
    at = clock_timestamp()
  returning number`;

const READ_BEAT = "select number from lib.directory_beat";
