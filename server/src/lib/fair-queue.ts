/**
 * Places that are shared by key, a merchant for one: who finds none waits, and those who wait are served in turn, one
 * of each key. However many one key has waiting, the next place that is free goes to another key that waits.
 */
import { OverloadError } from "./gather.ts";

export interface FairLimits {
  /** Places of all keys together. */
  readonly places: number;
  /** Places that one key may hold at once; the others stay free for other keys. */
  readonly perKey: number;
  /** How many of one key may wait; one more is refused with `OverloadError`. */
  readonly waitingMax: number;
  /** How long one may wait, in ms, before it is refused with `OverloadError`; absent: as long as it takes. */
  readonly patienceMs?: number;
}

/** Gives a place back; to be called once. */
export type Leave = () => void;

export interface FairQueue {
  /** Takes a place of the key's: at once where one is free. Rejects with the signal's reason once that is aborted. */
  enter(key: string, signal?: AbortSignal): Leave | Promise<Leave>;
  /** Does work in a place of the key's. */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** How many wait, of all keys. */
  readonly waiting: number;
}

interface Waiter {
  readonly begin: (leave: Leave) => void;
}

interface Lane {
  readonly key: string;
  running: number;
  waiters: Waiter[];
}

/** What is shared: who holds places, who waits, and whose turn it is. */
interface Share {
  readonly limits: FairLimits;
  readonly lanes: Map<string, Lane>;
  /** Lanes with someone waiting who may have a place, in the order of their turns. */
  readonly turns: Set<Lane>;
  taken: number;
  waiting: number;
}

/** Makes the places of one process. */
export function shareFairly(limits: FairLimits): FairQueue {
  const share: Share = { limits, lanes: new Map(), turns: new Set(), taken: 0, waiting: 0 };
  const enter: FairQueue["enter"] = (key, signal) => {
    const lane = laneOf(share, key);
    if (share.taken < limits.places && lane.running < limits.perKey) return take(share, lane);
    if (lane.waiters.length < limits.waitingMax) return wait(share, lane, signal);
    queueUp(share, lane);
    throw new OverloadError(lane.waiters.length);
  };
  return {
    enter,
    run: async (key, work, signal) => {
      const leave = await enter(key, signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    get waiting() {
      return share.waiting;
    },
  };
}

function laneOf({ lanes }: Share, key: string): Lane {
  let lane = lanes.get(key);
  if (lane === undefined) lanes.set(key, (lane = { key, running: 0, waiters: [] }));
  return lane;
}

function take(share: Share, lane: Lane): Leave {
  share.taken += 1;
  lane.running += 1;
  return () => {
    share.taken -= 1;
    lane.running -= 1;
    queueUp(share, lane);
    // At once, so that no one who comes later is first.
    serve(share);
  };
}

/** Gives a lane its turn where it has someone waiting and may have a place; forgets one that is empty. */
function queueUp({ limits, lanes, turns }: Share, lane: Lane): void {
  if (lane.waiters.length > 0 && lane.running < limits.perKey) turns.add(lane);
  else turns.delete(lane);
  if (lane.waiters.length === 0 && lane.running === 0) lanes.delete(lane.key);
}

function serve(share: Share): void {
  for (const lane of share.turns) {
    if (share.taken >= share.limits.places) return;
    // Out and in again: a set keeps the order in which its members came, so the lane is now the last.
    share.turns.delete(lane);
    const waiter = lane.waiters.shift()!;
    share.waiting -= 1;
    const leave = take(share, lane);
    queueUp(share, lane);
    waiter.begin(leave);
  }
}

function wait(share: Share, lane: Lane, signal: AbortSignal | undefined): Promise<Leave> {
  const { patienceMs } = share.limits;
  return new Promise<Leave>((resolve, reject) => {
    const giveUp = (reason: unknown): void => {
      stopWatching();
      lane.waiters = lane.waiters.filter((one) => one !== waiter);
      share.waiting -= 1;
      queueUp(share, lane);
      reject(reason as Error);
    };
    const onAbort = (): void => giveUp(signal!.reason);
    const timer =
      patienceMs === undefined
        ? undefined
        : setTimeout(() => giveUp(new OverloadError(lane.waiters.length)), patienceMs);
    const stopWatching = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const waiter: Waiter = {
      begin: (leave) => {
        stopWatching();
        resolve(leave);
      },
    };
    lane.waiters.push(waiter);
    share.waiting += 1;
    queueUp(share, lane);
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort);
  });
}
