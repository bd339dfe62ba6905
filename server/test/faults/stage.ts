/**
 * Plays several actors against one database in an order that the test chooses: each actor stops before every step, and
 * continues when it is its turn. The test defines the steps: the statements that lock or write, and the begin and
 * commit of a transaction. An actor that waits for another one's lock takes no turns until it has it.
 */
import type { Context } from "#lib/context";
import type { Db, DirectoryTx, Tx } from "#lib/db";
import type { World } from "../world.ts";

/** An actor; its transactions use the context that it receives. */
interface Player {
  readonly name: string;
  readonly act: (ctx: Context) => Promise<unknown>;
}

/** An event: a step that was taken, or a transaction that was begun or committed. */
export interface Happening {
  readonly name: string;
  readonly what: "begun" | "committed" | (string & {});
}

export interface Play {
  /** The turns, in order. */
  readonly turns: readonly string[];
  /** The events in their order; for commits this is the true order. */
  readonly happenings: readonly Happening[];
  readonly results: ReadonlyMap<string, PromiseSettledResult<unknown>>;
}

/** Chooses whose turn it is among those who can continue. */
export type Choose = (names: readonly string[]) => string;

interface StageOptions {
  /** Names the step of a statement; null if it is not a step, and runs with the one before. */
  readonly stepOf: (statement: string) => string | null;
}

/** Makes the stage: a function that plays actors in the order that `choose` determines. */
export function makeStage(
  world: World,
  { stepOf }: StageOptions,
): (players: readonly Player[], choose: Choose) => Promise<Play> {
  const ctx = world.openContext({ connections: 16 });
  return async (players, choose) => {
    const turns: string[] = [];
    const happenings: Happening[] = [];
    const news = makeNews();
    const actors = players.map(({ name, act }) => {
      const actor = makeActor(name, { happenings, news, stepOf });
      actor.ended = act({ ...ctx, db: stepping(ctx.db, actor) })
        .then(
          (value): PromiseSettledResult<unknown> => ({ status: "fulfilled", value }),
          (reason: unknown): PromiseSettledResult<unknown> => ({ status: "rejected", reason }),
        )
        .then((result) => {
          actor.result = result;
          news.tell();
        });
      return actor;
    });
    for (;;) {
      await settle(world, actors, news);
      const ready = actors.filter(({ gate }) => gate !== null);
      if (ready.length === 0) break;
      const chosen = choose(ready.map(({ name }) => name));
      turns.push(chosen);
      ready.find(({ name }) => name === chosen)!.gate!();
    }
    const results = new Map(actors.map(({ name, result }) => [name, result!]));
    return { turns, happenings, results };
  };
}

interface Actor {
  readonly name: string;
  /** Opens the gate at which it waits; null if it is running or has ended. */
  gate: (() => void) | null;
  /** The process of its connection in the database. */
  pid: number | null;
  result: PromiseSettledResult<unknown> | null;
  ended: Promise<void>;
  /** Waits for its turn. */
  readonly stop: () => Promise<void>;
  readonly note: (what: string) => void;
  readonly stepOf: StageOptions["stepOf"];
}

function makeActor(
  name: string,
  { happenings, news, stepOf }: { happenings: Happening[]; news: News; stepOf: StageOptions["stepOf"] },
): Actor {
  const actor: Actor = {
    name,
    gate: null,
    pid: null,
    result: null,
    ended: Promise.resolve(),
    stop: () =>
      new Promise((resolve) => {
        actor.gate = () => {
          actor.gate = null;
          resolve();
        };
        news.tell();
      }),
    note: (what) => void happenings.push({ name, what }),
    stepOf,
  };
  return actor;
}

interface News {
  readonly tell: () => void;
  /** Resolves at the next event. */
  readonly next: () => Promise<void>;
}

function makeNews(): News {
  let waiting: (() => void)[] = [];
  return {
    tell: () => {
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
  };
}

/** Returns when every actor has ended, waits at a gate, or waits for a lock of one that does. */
async function settle(world: World, actors: readonly Actor[], news: News): Promise<void> {
  for (;;) {
    const told = news.next();
    const moving = actors.filter(({ gate, result }) => gate === null && result === null);
    if (moving.length === 0) return;
    const pids = moving.map(({ pid }) => pid);
    const blocked = pids.includes(null) ? 0 : await countBlocked(world, pids as number[]);
    // If no actor is ready, the database itself must resolve the deadlock.
    const someReady = actors.some(({ gate }) => gate !== null);
    const isSame = moving.every(({ gate, result }) => gate === null && result === null);
    if (isSame && blocked === moving.length && someReady) return;
    if (blocked < moving.length) await Promise.race([told, nextTurn()]);
    else await told;
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function countBlocked(world: World, pids: readonly number[]): Promise<number> {
  const [row] = await world.look<{ blocked: number }>(
    `select count(*)::int as blocked
     from unnest($1::int[]) as moving (pid)
     where cardinality(pg_blocking_pids(pid)) > 0`,
    [pids],
  );
  return row!.blocked;
}

/** The database as one actor sees it: every step waits for its turn. */
function stepping(db: Db, actor: Actor): Db {
  const inside = async <X extends DirectoryTx, T>(tx: X, work: (tx: X) => Promise<T>): Promise<T> => {
    const [backend] = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
    actor.pid = backend!.pid;
    actor.note("begun");
    const result = await work({ ...tx, ...stepsOf(tx, actor) });
    await actor.stop();
    return result;
  };
  const committed = <T>(result: T): T => {
    actor.note("committed");
    return result;
  };
  return {
    ...db,
    inMerchant: async (merchantId, work) => {
      await actor.stop();
      return committed(await db.inMerchant(merchantId, (tx: Tx) => inside(tx, work)));
    },
    directory: async (work) => committed(await db.directory((tx) => inside(tx, work))),
  };
}

function stepsOf(tx: DirectoryTx, actor: Actor): DirectoryTx {
  // Statements that were issued together still run in their order.
  let before: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(statement: string, run: () => Promise<T>): Promise<T> => {
    const mine = before.then(async () => {
      const step = actor.stepOf(statement);
      if (step !== null) {
        await actor.stop();
        actor.note(step);
      }
      return run();
    });
    before = mine.catch(() => undefined);
    return mine;
  };
  return {
    query: (text, values) => inOrder(text, () => tx.query(text, values)),
    execute: (text, values) => inOrder(text, () => tx.execute(text, values)),
  };
}

/**
 * Plays every possible order, by going back to the last choice that has another branch; at most `limit` of them.
 * Returns the number of orders played, and true if those were all.
 */
export async function playAllOrders(
  play: (choose: Choose) => Promise<void>,
  limit: number,
): Promise<{ played: number; all: boolean }> {
  let prefix: number[] = [];
  for (let played = 1; ; played += 1) {
    const taken: { index: number; of: number }[] = [];
    await play((names) => {
      const index = Math.min(prefix[taken.length] ?? 0, names.length - 1);
      taken.push({ index, of: names.length });
      return names[index]!;
    });
    while (taken.length > 0 && taken.at(-1)!.index + 1 >= taken.at(-1)!.of) taken.pop();
    if (taken.length === 0) return { played, all: true };
    if (played >= limit) return { played, all: false };
    prefix = taken.map(({ index }, at) => (at === taken.length - 1 ? index + 1 : index));
  }
}
