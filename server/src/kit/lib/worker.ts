/**
 * Background work as data: each kind is declared once, beside what it does. Its loop is woken by NOTIFY, and also
 * polls from time to time.
 */
import assert from "node:assert/strict";
import type { Context } from "./context.ts";
import { CrashError } from "./crash-points.ts";
import { logFault } from "./db-errors.ts";
import type { Logger } from "./log.ts";
import { defineCounter, defineGauge } from "./metrics.ts";
import type { Home, Reader, Tx } from "./db.ts";
import { repeat, type Repeating } from "./repeat.ts";

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

/** Finds the merchants of one home that have work due. */
type FindDue = (read: Reader) => Promise<string[]>;

/** A worker with one loop. */
interface Looping extends Partial<Pick<Worker, "work" | "moments">> {
  readonly name: string;
  readonly everyMs: number;
  /** A condition in SQL, for `readDue`, that a merchant with work meets; or a function that finds the merchants. */
  readonly due?: string | FindDue;
  /** Finds work that no single home knows of. */
  readonly dueInAll?: (ctx: Context) => Promise<string[]>;
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

function loopOf({ name, due, dueInAll, work, step = work, everyMs }: Looping): Worker["start"] {
  assert(step !== undefined, `${name} has nothing to do`);
  assert((due ?? dueInAll) !== undefined, `${name} finds nothing to do`);
  return (ctx, options) =>
    startWorking(ctx, {
      name,
      channel: name,
      ...(due && { findDue: typeof due === "string" ? (read) => readDue(read, due) : due }),
      ...(dueInAll && { findInAll: () => dueInAll(ctx) }),
      work: async (merchantId, signal) => void (await step(ctx, merchantId, signal)),
      everyMs: options?.everyMs ?? everyMs,
    });
}

/** Wakes a worker for this merchant when the transaction commits. */
export async function wakeWorker(tx: Tx, name: string): Promise<void> {
  await tx.execute("select pg_notify($1, $2)", [name, tx.merchantId]);
}

/**
 * Finds the merchants that meet a condition in SQL on `clock`: a row for each merchant of the home with `merchant_id`,
 * `mode`, `payouts_enabled`, and `now` by its own clock.
 */
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
  /** Called at each home every `everyMs`. A home that is away does not delay the others. */
  findDue?: FindDue;
  /** Finds what no single home knows of, every `everyMs`. */
  findInAll?: () => Promise<string[]>;
  /**
   * Does a merchant's due work. In one process, it never runs twice at the same time for one merchant. When `signal`
   * aborts, long work throws the signal's reason between two steps, and the rest of the work is found again as due.
   */
  work: (merchantId: string, signal: AbortSignal) => Promise<void>;
  everyMs?: number;
}

const failures = defineCounter("vitaran_worker_failures_total", {
  help: "Background work of this process that failed, by worker. It is found due again.",
  labels: ["worker"],
});

const looked = defineGauge("vitaran_worker_looked_timestamp_seconds", {
  help: "When this process last looked for work of a worker without failing, in seconds since 1970.",
  labels: ["worker"],
});

/** Logs a failure of background work in one line, and counts it. A simulated crash is none. */
export function noteFailure(
  log: Logger,
  error: unknown,
  { worker, facts = {}, text }: { worker: string; facts?: object; text: string },
): void {
  if (error instanceof CrashError) return;
  failures.inc({ worker });
  logFault(log, error, { facts: { worker, ...facts }, text });
}

/** Notes that a worker has looked for work. */
export function noteLook(worker: string): void {
  looked.set({ worker }, Date.now() / 1_000);
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
  const { name, channel, findDue, findInAll, work, everyMs = 500 } = options;
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
      if (signal.aborted && error === signal.reason) return;
      const text = "work failed; it is found due again";
      noteFailure(ctx.log, error, { worker: name, facts: { merchantId }, text });
    }
  };

  const look = (find: () => Promise<string[]>): Repeating =>
    repeat({
      everyMs,
      async work() {
        const found = await find();
        noteLook(name);
        for (const merchantId of found) wake(merchantId);
      },
      onFault: (error) => noteFailure(ctx.log, error, { worker: name, text: "looking for work failed" }),
    });
  const follow = (home: Home): Working => {
    const looking = findDue && look(() => home.sweep(findDue));
    const listening = home.listen(channel, wake, looking?.runNow);
    return {
      async stop() {
        const looked = looking?.stop();
        await (
          await listening
        )();
        await looked;
      },
    };
  };
  const following = [...ctx.db.homes.all().map(follow), ...(findInAll ? [look(findInAll)] : [])];

  return {
    async stop() {
      stopping.abort();
      await Promise.all(following.map((one) => one.stop()));
      await Promise.all(busy.values());
    },
  };
}
