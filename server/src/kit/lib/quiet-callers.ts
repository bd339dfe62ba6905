/**
 * Background work yields to quiet callers. While an owner with few calls is present, the work of others is done in
 * small pieces with pauses between them, so that a call waits for a small piece at most.
 */
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "./context.ts";
import { repeat, type Repeating } from "./repeat.ts";

/** The time in ms after its last call for which work still yields to an owner with few calls. */
const PRESENT_MS = 1_000;
/** The pause after a piece of work, as a multiple of the time that the piece took. */
const PAUSE = 1;

/** Owners with few calls, and when each called last; the most recent one is last. */
const calledAt = new Map<string, number>();
/** Those who called in this process since the other processes were last told. */
const callersHere = new Set<string>();

/** Notes a call of an owner with few calls in this process. */
export function noteQuietCall(owner: string): void {
  noteCallOf(owner);
  callersHere.add(owner);
}

function noteCallOf(owner: string): void {
  calledAt.delete(owner);
  calledAt.set(owner, performance.now());
}

const CHANNEL = "quiet_callers";
const ANNOUNCED_EVERY_MS = 500;

/** Tells the processes that work in the background which quiet callers this one has. */
export function announceQuietCallers({ db, log }: Pick<Context, "db" | "log">): Repeating {
  return repeat({
    everyMs: ANNOUNCED_EVERY_MS,
    async work() {
      // Two are enough: at least one of them is not the owner of the work.
      const owners = [...callersHere].slice(0, 2);
      callersHere.clear();
      if (owners.length === 0) return;
      await db.directory((tx) => tx.query("select pg_notify($1, $2)", [CHANNEL, owners.join(" ")]));
    },
    onFault: (error) => log.debug({ err: error }, "background work elsewhere does not yield for a moment"),
  });
}

/** Makes the work of this process yield to the quiet callers of others, until the returned function is called. */
export const hearQuietCallers = ({ db }: Pick<Context, "db">): Promise<() => Promise<void>> =>
  db.listen(CHANNEL, (owners) => {
    for (const owner of owners.split(" ")) noteCallOf(owner);
  });

function mustYield(owner: string): boolean {
  const since = performance.now() - PRESENT_MS;
  for (const [other, at] of calledAt) {
    if (at < since) calledAt.delete(other);
    else if (other !== owner) return true;
  }
  return false;
}

/** The sizes of the pieces in which a list is worked on. */
interface PieceSizes {
  /** The number of items in a piece if the process has no quiet callers. */
  readonly full: number;
  /** The number of items in a piece while others call. */
  readonly small: number;
}

/**
 * Works on an owner's list piece by piece, in its order. Ends early and returns the result of `work` as soon as that is
 * not undefined. `work` is done at once or after a pause, so it reads what may have changed since.
 */
export async function workInPieces<T, R>(
  owner: string,
  {
    items,
    sizes,
    work,
  }: { items: readonly T[]; sizes: PieceSizes; work: (piece: T[]) => Promise<R | undefined> },
): Promise<R | undefined> {
  for (let from = 0, until = 0; from < items.length; from = until) {
    const yields = mustYield(owner);
    until = from + (yields ? sizes.small : sizes.full);
    const startedAt = performance.now();
    const result = await work(items.slice(from, until));
    if (result !== undefined) return result;
    if (yields) await sleep((performance.now() - startedAt) * PAUSE);
  }
  return undefined;
}
