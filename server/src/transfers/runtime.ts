/** What this process holds in memory for transfers: gatherers, instructions on their way, callers who wait. */
import type { Context } from "#lib/context";
import { CrashError } from "#lib/crash-points";
import { makeUnderWay, type UnderWay } from "#lib/under-way";
import { makePace, type Pace } from "./pace.ts";
import { makePayers, type Payers } from "./payers.ts";
import { makeTurns, type Turns } from "./turns.ts";
import type { Transfer } from "./transfer.ts";

/** How long a set waits for orders, or banks' answers, that are on their way, in ms: too short to be felt. */
export const PATIENCE_MS = 3;

/** How long it waits for as many as came together before, in ms. */
export const LINGER_MS = 2;

export interface Runtime {
  /** A value by merchant and name, made at first use. */
  perMerchant<T>(merchantId: string, name: string, make: () => T): T;
  /** Runs work that no one awaits; its failure is logged, a crash point's ends it silently. */
  background(what: string, work: Promise<unknown>): void;
  /** Resolves when no background work is left. */
  idle(): Promise<void>;
  readonly payers: Payers;
  /** Whose turn it is at banks that take only so many payments a second. */
  readonly pace: Pace;
  /** Orders that are announced and have not come yet, by merchant. */
  readonly announced: UnderWay;
  /** Instructions that banks have not answered yet, by merchant. */
  readonly atBanks: UnderWay;
  /** Whose set may begin. */
  readonly turns: Turns;
  /** Who waits for a transfer's outcome, by its id. */
  readonly waiting: Map<string, Waiters>;
  /** The timer that looks for outcomes which other processes recorded, while anybody waits. */
  looking: NodeJS.Timeout | null;
  /** Set when the process is to end: nothing new is taken up. */
  stopping: boolean;
}

/** Callers who wait for one transfer. */
export interface Waiters {
  readonly merchantId: string;
  readonly tell: Set<(latest: Transfer) => void>;
}

const runtimes = new WeakMap<Context, Runtime>();

/** The runtime that belongs to a context: one per process, or one per simulated process in the fault tests. */
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
          if (error instanceof CrashError) return;
          ctx.log.error({ what, err: error }, "background work failed; what it left due is found again");
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
