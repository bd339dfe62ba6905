/**
 * Background work as data: each kind is declared once, beside what it does. Its loop is woken by NOTIFY, and also
 * polls from time to time.
 */
import assert from "node:assert/strict";
import type { Context } from "./context.ts";
import { CrashError } from "./crash-points.ts";
import { logFault } from "./db-errors.ts";
import type { Reader, Tx } from "./db.ts";
import { repeat } from "./repeat.ts";

interface Moments {
  /** SQL that selects the moments as `at`; $1 is the merchant. */
  readonly at: string;
  /** True for polls and retries, whose exact moments do not matter: several may become one. */
  readonly repeats?: true;
}

/** Moments by the name under which due work is counted. */
type MomentsByKind = Readonly<Record<string, Moments>>;

/** Returns the moments in a column of those of a merchant's rows that meet a condition. */
export const momentsIn = (table: string, column = "due_at", condition = "true"): Moments => ({
  at: `select ${column} as at
    from ${table}
    where merchant_id = $1
      and ${column} is not null
      and ${condition}`,
});

/** Returns the moments in the column `due_at`, for polls and retries, whose exact moments do not matter. */
export const repeatsIn = (table: string, condition?: string): Moments => ({
  ...momentsIn(table, "due_at", condition),
  repeats: true,
});

export interface Worker {
  /** The worker's name in the log, and the channel on which a commit wakes it. */
  readonly name: string;
  /** Starts its loop, or loops, in this process. `everyMs` is the time between two looks for work. */
  readonly start: (ctx: Context, options?: { everyMs?: number }) => Working | Promise<Working>;
  /**
   * Does all that one merchant has due by its own clock. Absent means that the worker keeps to the database's clock.
   */
  readonly work?: (ctx: Context, merchantId: string) => Promise<unknown>;
  /** The moments at which work is due. Empty: other work or the database's clock makes it due. */
  readonly moments: MomentsByKind;
}

type Step = (ctx: Context, merchantId: string, signal: AbortSignal) => Promise<unknown>;

/** A worker with one loop. */
interface Looping extends Partial<Pick<Worker, "work" | "moments">> {
  readonly name: string;
  readonly everyMs: number;
  /** A condition in SQL, for `findDue`, that a merchant with work meets; or a function that finds the merchants. */
  readonly due: string | ((ctx: Context) => Promise<string[]>);
  /** The loop's work for a merchant, or for another id that was found; by default `work`. */
  readonly step?: Step;
}

const defined = new Map<string, Worker>();

/** All workers that the modules of this process declare, by name. */
export const definedWorkers: ReadonlyMap<string, Worker> = defined;

/** Declares a worker that has one loop, or starts in its own way. */
export function defineWorker<W extends Looping | Worker>(terms: W): W & Worker {
  const worker = { moments: {}, ...("start" in terms ? {} : { start: loopOf(terms) }), ...terms };
  assert(!defined.has(terms.name), `two workers are named ${terms.name}`);
  defined.set(terms.name, worker as Worker);
  return worker as W & Worker;
}

function loopOf({ name, due, work, step = work, everyMs }: Looping): Worker["start"] {
  assert(step !== undefined, `${name} has nothing to do`);
  const find = typeof due === "string" ? (ctx: Context) => findDue(ctx, due) : due;
  return (ctx, options) =>
    startWorking(ctx, {
      name,
      channel: name,
      findMerchants: () => find(ctx),
      work: async (merchantId, signal) => void (await step(ctx, merchantId, signal)),
      everyMs: options?.everyMs ?? everyMs,
    });
}

/** Wakes a worker for this merchant when the transaction commits. */
export async function wakeWorker(tx: Tx, name: string): Promise<void> {
  await tx.execute("select pg_notify($1, $2)", [name, tx.merchantId]);
}

/**
 * Finds the merchants that meet a condition in SQL on `clock`: a row for each merchant with `merchant_id`, `mode`,
 * `payouts_enabled`, and `now` by its own clock.
 */
export const findDue = (ctx: Pick<Context, "db">, condition: string): Promise<string[]> =>
  ctx.db.sweep((read) => readDue(read, condition));

/** Does the same within a sweep. */
export async function readDue(read: Reader, condition: string): Promise<string[]> {
  // The clock is read first: row level security allows no function of ours in an index condition.
  const rows = await read.query<{ merchantId: string }>(`
    with clock as materialized (
      select merchant_id, mode, payouts_enabled, now
      from access.merchant_clock
    )
    select clock.merchant_id as "merchantId"
    from clock
    where ${condition}`);
  return rows.map(({ merchantId }) => merchantId);
}

export interface Working {
  /** Starts nothing new and resolves when the work under way has ended. */
  stop(): Promise<void>;
}

interface WorkOptions {
  /** The worker's name in the log. */
  name: string;
  /** The NOTIFY channel, whose payload is the ID of the merchant that has work. */
  channel: string;
  /** Returns the merchants that have work due now; called every `everyMs`. */
  findMerchants: () => Promise<string[]>;
  /**
   * Does a merchant's due work. In one process, it never runs twice at the same time for one merchant. When `signal`
   * aborts, long work throws the signal's reason between two steps, and the rest of the work is found again as due.
   */
  work: (merchantId: string, signal: AbortSignal) => Promise<void>;
  everyMs?: number;
}

const paused = new WeakMap<Context, Set<string>>();

/** Returns true if the loops of this process leave a merchant's work alone for now. */
export const isPaused = (ctx: Context, merchantId: string): boolean =>
  paused.get(ctx)?.has(merchantId) === true;

/**
 * Makes the loops of this process leave a merchant's work alone until the returned function is called, while
 * other code does it in its own order. Work that arrived meanwhile is found by the next poll.
 */
export function pauseWork(ctx: Context, merchantId: string): () => void {
  const merchants = paused.get(ctx) ?? new Set();
  paused.set(ctx, merchants.add(merchantId));
  return () => void merchants.delete(merchantId);
}

/** Starts a worker. Notifications only make it prompt: the next poll finds whatever they miss. */
export function startWorking(ctx: Context, options: WorkOptions): Working {
  const { name, channel, findMerchants, work, everyMs = 500 } = options;
  const busy = new Map<string, Promise<void>>();
  const wanted = new Set<string>();
  const stopping = new AbortController();
  const { signal } = stopping;

  const wake = (merchantId: string): void => {
    if (signal.aborted || isPaused(ctx, merchantId)) return;
    if (busy.has(merchantId)) {
      wanted.add(merchantId);
      return;
    }
    const done = workSafely(merchantId).finally(() => {
      busy.delete(merchantId);
      if (wanted.delete(merchantId)) wake(merchantId);
    });
    busy.set(merchantId, done);
  };

  const workSafely = async (merchantId: string): Promise<void> => {
    try {
      await work(merchantId, signal);
    } catch (error) {
      if (error instanceof CrashError || (signal.aborted && error === signal.reason)) return;
      const text = "work failed; it is found due again";
      logFault(ctx.log, error, { facts: { worker: name, merchantId }, text });
    }
  };

  const looking = repeat({
    everyMs,
    async work() {
      for (const merchantId of await findMerchants()) wake(merchantId);
    },
    onFault(error) {
      if (!(error instanceof CrashError))
        logFault(ctx.log, error, { facts: { worker: name }, text: "looking for work failed" });
    },
  });
  const listening = ctx.db.listen(channel, wake, looking.runNow).catch((error: unknown) => {
    ctx.log.warn({ worker: name, err: error }, "listening failed; the worker looks for itself");
    return async () => undefined;
  });

  return {
    async stop() {
      stopping.abort();
      const looked = looking.stop();
      await (
        await listening
      )();
      await looked;
      await Promise.all(busy.values());
    },
  };
}
