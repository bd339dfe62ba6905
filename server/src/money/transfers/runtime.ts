/** The memory of this process for transfers: gatherers, instructions with banks, waiting callers. */
import { availableParallelism } from "node:os";
import type { Context } from "#lib/context";
import { shareFairly } from "#lib/fair-queue";
import { makeUnderWay, type UnderWay } from "#lib/keep-running";
import { noteFailure } from "#lib/worker";
import type { Transfer } from "./transfer.ts";

/**
 * A set waits at most this long, in ms, for orders or bank responses that are already on their way. No one notices so
 * short a delay.
 */
export const PATIENCE_MS = 3;

/** A set waits at most this long, in ms, until it is as large as the one before. */
export const LINGER_MS = 2;

export interface Runtime {
  /** Returns a value by merchant and name, made at first use. */
  perMerchant<T>(merchantId: string, name: string, make: () => T): T;
  /** Runs work that is not awaited. A failure is logged; a crash point's error ends the work silently. */
  background(what: string, work: Promise<unknown>): void;
  /** Resolves when no background work is left. */
  idle(): Promise<void>;
  readonly payers: Payers;
  /** The turns at banks that accept only a limited number of payments a second. */
  readonly pace: Pace;
  /** Orders that are announced and have not come yet, by merchant. */
  readonly announced: UnderWay;
  /** Instructions that banks have not responded to yet, by merchant. */
  readonly atBanks: UnderWay;
  /** The turns of gathered sets. */
  readonly turns: Turns;
  /** The callers that wait for a transfer's outcome, by transfer ID. */
  readonly waiting: Map<string, Waiters>;
  /** No caller waits longer than this, on the monotonic clock of the process. */
  waitUntilMs: number;
  /** The timer that polls for outcomes recorded by other processes, as long as there are waiting callers. */
  looking: NodeJS.Timeout | null;
  /** True once the process is about to end: nothing new is started. */
  stopping: boolean;
}

export interface Waiters {
  /** The transfer as the first of them knew it. */
  readonly transfer: Transfer;
  readonly tell: Set<(latest: Transfer) => void>;
}

const runtimes = new WeakMap<Context, Runtime>();

/** Returns the runtime of a context: one per process, or per simulated process in the fault tests. */
export function runtimeOf(ctx: Context): Runtime {
  const known = runtimes.get(ctx);
  if (known !== undefined) return known;
  const made: Runtime = {
    ...makeBackground(ctx),
    ...makeMemory(),
    payers: makePayers(),
    pace: makePace(),
    announced: makeUnderWay(),
    atBanks: makeUnderWay(),
    turns: makeTurns(),
    waiting: new Map(),
    waitUntilMs: Number.POSITIVE_INFINITY,
    looking: null,
    stopping: false,
  };
  runtimes.set(ctx, made);
  return made;
}

function makeBackground(ctx: Context): Pick<Runtime, "background" | "idle"> {
  const running = new Set<Promise<unknown>>();
  return {
    background(what, work) {
      const tracked: Promise<unknown> = work
        .catch((error: unknown) => {
          noteFailure(ctx.log, error, {
            worker: what,
            text: "background work failed; what it left due is found again",
          });
        })
        .finally(() => running.delete(tracked));
      running.add(tracked);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

function makeMemory(): Pick<Runtime, "perMerchant"> {
  const values = new Map<string, unknown>();
  return {
    perMerchant<T>(merchantId: string, name: string, make: () => T): T {
      const key = `${merchantId} ${name}`;
      const known = values.get(key);
      if (known !== undefined) return known as T;
      const made = make();
      values.set(key, made);
      return made;
    },
  };
}

/** Places for instructions that are with banks, limited for the process and for each merchant. */

const PROCESS_MAX = 512;
/** The most places of one merchant, so that its thousands, or its slow bank, leave places for others. */
export const MERCHANT_PLACES = 384;

export interface Payers {
  /** Takes up to `wanted` places of a merchant and returns how many it got. */
  take(merchantId: string, wanted: number): number;
  /** Limits the merchant to this many places from now on. */
  limit(merchantId: string, count: number): void;
  free(merchantId: string, count: number): void;
  /** Resolves when at least half of the merchant's places are free and the process has a free one. */
  whenFree(merchantId: string): Promise<void>;
}

export function makePayers(): Payers {
  const busy = new Map<string, number>();
  const limits = new Map<string, number>();
  const maxOf = (merchantId: string): number => limits.get(merchantId) ?? MERCHANT_PLACES;
  let total = 0;
  let sleepers: { merchantId: string; wake: () => void }[] = [];
  const isFree = (merchantId: string): boolean =>
    total < PROCESS_MAX && (busy.get(merchantId) ?? 0) <= maxOf(merchantId) / 2;
  return {
    take(merchantId, wanted) {
      const mine = busy.get(merchantId) ?? 0;
      const taken = Math.max(0, Math.min(wanted, maxOf(merchantId) - mine, PROCESS_MAX - total));
      busy.set(merchantId, mine + taken);
      total += taken;
      return taken;
    },
    limit(merchantId, count) {
      limits.set(merchantId, Math.min(count, MERCHANT_PLACES));
    },
    free(merchantId, count) {
      const left = (busy.get(merchantId) ?? 0) - count;
      if (left > 0) busy.set(merchantId, left);
      else busy.delete(merchantId);
      total -= count;
      const woken = sleepers.filter((sleeper) => isFree(sleeper.merchantId));
      sleepers = sleepers.filter((sleeper) => !woken.includes(sleeper));
      for (const sleeper of woken) sleeper.wake();
    },
    whenFree(merchantId) {
      if (isFree(merchantId)) return Promise.resolve();
      return new Promise((wake) => sleepers.push({ merchantId, wake }));
    },
  };
}

/** Begins a merchant's set in its turn, and returns its result. */
export type Turns = <T>(merchantId: string, begin: () => Promise<T>) => Promise<T>;

/** One per processor, and one more that waits for the disk; at least three, so that no merchant has all. */
const SETS_MAX = Math.max(3, availableParallelism() + 1);
/** A merchant can have two sets at once: one that is accepted and one that is recorded. */
const SETS_OF_MERCHANT = 2;
/**
 * A set that takes longer than this, in ms, is mostly waiting for a lock, the disk or the network, so the next one can
 * begin.
 */
const HOLDS_MS = 20;

/**
 * Makes the turns of one process: at most `setsMax` sets run at once, and each occupies its turn for at most `holdsMs`.
 * More sets would not end sooner, because they share the processors. A set stays open while it waits, so calls that
 * arrive in the meantime join it.
 */
export function makeTurns({ setsMax = SETS_MAX, holdsMs = HOLDS_MS } = {}): Turns {
  const waitingMax = Number.POSITIVE_INFINITY;
  const places = shareFairly({ places: setsMax, perKey: SETS_OF_MERCHANT, waitingMax });
  return async (merchantId, begin) => {
    let leave: (() => void) | null = await places.enter(merchantId);
    const leaveOnce = (): void => {
      leave?.();
      leave = null;
    };
    const timer = setTimeout(leaveOnce, holdsMs);
    try {
      return await begin();
    } finally {
      clearTimeout(timer);
      leaveOnce();
    }
  };
}

/** The longest that an instruction waits for its turn, in seconds: places are limited to match it. */
export const PLACES_SECONDS = 20;

interface Pace {
  /** Takes the next turn of a bank's debit account and returns in how many ms it comes. */
  take(account: string, perSecond: number, nowMs: number): number;
}

/**
 * Makes turns at banks that accept only a limited number of payments a second, evenly spaced so that no second has more
 * than its number. None is taken yet. Each process has its own turns.
 */
export function makePace(): Pace {
  const lastTurn = new Map<string, number>();
  return {
    take(account, perSecond, nowMs) {
      const turn = Math.max(nowMs, (lastTurn.get(account) ?? -Infinity) + 1_000 / perSecond);
      lastTurn.set(account, turn);
      return turn - nowMs;
    },
  };
}
