/** The memory of this process for transfers: gatherers, instructions with banks, waiting callers. */
import type { Context } from "#lib/context";
import { CrashError } from "#lib/crash-points";
import { makeUnderWay, type UnderWay } from "#lib/keep-running";
import { makePace, type Pace } from "./send/pace.ts";
import { makePayers, type Payers } from "./payers.ts";
import { makeTurns, type Turns } from "./turns.ts";
import type { Transfer } from "./transfer.ts";

/** A set waits this long, in ms, for orders or bank responses on their way: too short to notice. */
export const PATIENCE_MS = 3;

/** A set waits this long, in ms, for as many as came together before. */
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
  /** The timer that polls for outcomes recorded by other processes, as long as there are waiting callers. */
  looking: NodeJS.Timeout | null;
  /** True once the process is about to end: nothing new is started. */
  stopping: boolean;
}

export interface Waiters {
  readonly merchantId: string;
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
