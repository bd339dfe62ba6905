/**
 * The databases of an installation as one: each merchant's work goes to its home.
 *
 * The first home has the directory: the tables that belong to no merchant. PostgreSQL copies them to the other homes,
 * where merchants' transactions read them. What a process has written to the directory it also finds in the copies.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { makeCatchUp } from "./catch-up.ts";
import type { Db, DirectoryTx, Home } from "./db.ts";
import { DatabaseUnavailableError, hasMoved } from "./db-errors.ts";
import { openHome, type HomeOptions } from "./home.ts";
import { defineProcessFigures } from "./metrics.ts";
import { makePlaces, type MerchantPlaces } from "./merchant-places.ts";

/** The name of the only home, or of the first of several. */
export const FIRST_HOME = "first";

export interface HomeAddress {
  readonly name: string;
  /** The address of the database, with the application's role. */
  readonly url: string;
  /** Given for a home that is away as the process begins; see `feelPulse`. */
  readonly prepare?: () => Promise<void>;
}

interface DbOptions extends Omit<HomeOptions, "name" | "directory" | "isOneOfSeveral" | "prepare"> {
  /** The homes beside the first one. */
  readonly others?: readonly HomeAddress[];
}

/** Opens the databases in which the merchants live. */
export function openDb({ others = [], ...options }: DbOptions): Db {
  const isOneOfSeveral = others.length > 0;
  const first = openHome({ ...options, name: FIRST_HOME, isOneOfSeveral });
  if (others.length === 0) return joinHomes([first], { places: makeOnlyPlace(first) });
  const catchUp = makeCatchUp(first, options.log);
  const directory: Home = { ...first, ...noting(first, catchUp.noteWritten) };
  const beside = others.map((address) => openHome({ ...options, ...address, directory, isOneOfSeveral }));
  return joinHomes([first, ...beside], {
    places: makePlaces([first, ...beside]),
    directory,
    before: catchUp.wait,
  });
}

const makeOnlyPlace = (home: Home): MerchantPlaces => ({
  of: async () => home,
  known: () => home,
  put: () => undefined,
  forget: () => undefined,
});

interface Joined {
  readonly places: MerchantPlaces;
  /** The first home for those who write the directory. Default: as it is. */
  readonly directory?: Home;
  /** Called with the home before each transaction of a merchant. */
  readonly before?: (home: Home) => Promise<void>;
}

/** A merchant stands still for the end of its move, usually for less than a second. */
const MOVED_WITHIN_MS = 2_000;
const LOOK_AGAIN_MS = 50;

/** Makes one of the homes. The first has the directory. */
function joinHomes(all: readonly [Home, ...Home[]], { places, before, directory = all[0] }: Joined): Db {
  const [first] = all;
  const at = async (merchantId: string): Promise<Home> => {
    const home = await places.of(merchantId);
    await before?.(home);
    return home;
  };
  /** Runs a merchant's transaction at its home. While the merchant moves, it waits. */
  const run = async <T>(merchantId: string, transaction: (home: Home) => Promise<T>): Promise<T> => {
    const giveUpAt = performance.now() + MOVED_WITHIN_MS;
    for (;;) {
      try {
        return await transaction(await at(merchantId));
      } catch (error) {
        if (!hasMoved(error)) throw error;
        if (performance.now() > giveUpAt) throw new DatabaseUnavailableError(error);
        places.forget(merchantId);
        await sleep(LOOK_AGAIN_MS);
      }
    }
  };
  return {
    homes: { of: at, known: places.known, put: places.put, all: () => all, directory: () => first },
    atHome: run,
    inMerchant: (merchantId, work) =>
      run(merchantId, (home) => (home === first ? directory : home).inMerchant(merchantId, work)),
    look: (merchantId, ask) => run(merchantId, (home) => home.look(merchantId, ask)),
    suppose: (merchantId, now) => places.known(merchantId)?.suppose(merchantId, now) ?? null,
    once: (merchantId, prepare) => run(merchantId, (home) => home.once(merchantId, prepare)),
    async sweep(work) {
      const found = await Promise.all(all.map((home) => home.sweep(work)));
      return found.flat();
    },
    async sweepReachable(work) {
      const found = await Promise.allSettled(all.map((home) => home.sweep(work)));
      if (found.every(({ status }) => status === "rejected"))
        throw (found[0] as PromiseRejectedResult).reason;
      return found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    },
    directory: (work) => directory.transact(work),
    async listen(channel, handler, missed) {
      const stops = await Promise.all(all.map((home) => home.listen(channel, handler, missed)));
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
    async close() {
      await Promise.all(all.map((home) => home.close()));
    },
  };
}

/** Returns those functions of the first home that write to the directory, so that each write is noted. */
function noting(home: Home, noteWritten: () => void): Pick<Home, "inMerchant" | "transact" | "enlist"> {
  const watch = (tx: DirectoryTx, note: () => void): DirectoryTx => ({
    query(text, values) {
      if (WRITES.test(text)) note();
      return tx.query(text, values);
    },
    execute(text, values) {
      note();
      return tx.execute(text, values);
    },
  });
  const after = async <T>(run: (note: () => void) => Promise<T>): Promise<T> => {
    let wrote = false;
    try {
      return await run(() => void (wrote = true));
    } finally {
      // It may be committed even if this process was not told.
      if (wrote) noteWritten();
    }
  };
  return {
    transact: (work) => after((note) => home.transact((tx) => work(watch(tx, note)))),
    inMerchant: (merchantId, work) =>
      after((note) => {
        const noted = Object.assign(
          (tx: Parameters<typeof work>[0], found?: unknown) =>
            work({ ...tx, directory: watch(tx.directory, note) }, found),
          work.ahead && { ahead: work.ahead },
        );
        return home.inMerchant(merchantId, noted);
      }),
    enlist(merchantId) {
      const enlisted = home.enlist(merchantId);
      const commit = async (): Promise<boolean> => {
        // It may be committed even if this process is not told.
        const wrote = await enlisted.commit().catch((error: unknown) => {
          noteWritten();
          throw error;
        });
        if (wrote) noteWritten();
        return wrote;
      };
      return { ...enlisted, commit };
    },
  };
}

const WRITES = /\b(?:insert|update|delete)\b/i;

defineProcessFigures({
  metrics: {
    vitaran_db_connections: {
      help: "Connections of this process to a database: in use, or free up to DATABASE_CONNECTIONS.",
      labels: ["home", "state"],
      value: "count",
    },
  },
  read: ({ db }) =>
    db.homes.all().flatMap(({ name, use }) => {
      const { connections, inUse } = use();
      return [
        { home: name, state: "in_use", count: inUse },
        { home: name, state: "free", count: connections - inUse },
      ];
    }),
});

defineProcessFigures({
  metrics: {
    vitaran_db_waiting: {
      help: "Transactions of this process that wait for a connection to a database.",
      labels: ["home"],
      value: "waiting",
    },
  },
  read: ({ db }) => db.homes.all().map(({ name, use }) => ({ home: name, waiting: use().waiting })),
});
