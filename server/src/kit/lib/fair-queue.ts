/**
 * Shares slots between keys, for example merchants: calls that find no free slot wait and are served in turn,
 * one of each key. However many calls of one key wait, the next free slot goes to another key that waits.
 */
import { OverloadError } from "./gather.ts";

export interface FairLimits {
  /** Slots of all keys together. */
  readonly places: number;
  /** Slots that one key may hold at once; the others stay free for other keys. */
  readonly perKey: number;
  /** The number of calls of one key that may wait; one more is refused with `OverloadError`. */
  readonly waitingMax: number;
  /** The time in ms that a call may wait before it is refused with `OverloadError`. If absent, there is no limit. */
  readonly patienceMs?: number;
}

/** Releases a slot; must be called once. */
export type Leave = () => void;

export interface FairQueue {
  /** Takes a slot for the key, at once if one is free. Rejects with the signal's reason if it is aborted. */
  enter(key: string, signal?: AbortSignal): Leave | Promise<Leave>;
  /** Runs work in a slot of the key. */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** The number of calls that wait, of all keys. */
  readonly waiting: number;
  /** The number of slots that are taken. */
  readonly taken: number;
}

interface Waiter {
  readonly begin: (leave: Leave) => void;
}

interface Lane {
  readonly key: string;
  running: number;
  waiters: Waiter[];
}

/** The shared state: who holds slots, who waits, and whose turn it is. */
interface Share {
  readonly limits: FairLimits;
  readonly lanes: Map<string, Lane>;
  /** Lanes that have waiting calls and may take a slot, in the order of their turns. */
  readonly turns: Set<Lane>;
  taken: number;
  waiting: number;
}

/** Makes the slots of one process. */
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
    get taken() {
      return share.taken;
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
    // At once, so that no call that comes later goes first.
    serve(share);
  };
}

/** Gives a lane its turn if it has waiting calls and may take a slot; forgets an empty lane. */
function queueUp({ limits, lanes, turns }: Share, lane: Lane): void {
  if (lane.waiters.length > 0 && lane.running < limits.perKey) turns.add(lane);
  else turns.delete(lane);
  if (lane.waiters.length === 0 && lane.running === 0) lanes.delete(lane.key);
}

function serve(share: Share): void {
  for (const lane of share.turns) {
    if (share.taken >= share.limits.places) return;
    // The lane is removed and added again: a set keeps the order of insertion, so the lane is now the last.
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
