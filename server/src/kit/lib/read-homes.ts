/** Reads the state of each home, for operators. */
import { measureBehind } from "./catch-up.ts";
import type { Db, Home } from "./db.ts";
import { isUnavailable } from "./db-errors.ts";

/** One home as an operator sees it. */
interface HomeState {
  readonly name: string;
  readonly answers: boolean;
  /** False for a database that `add-home` has not made a home yet. Null if it does not answer. */
  readonly isPrepared: boolean | null;
  /** The number of merchants that live there. Null if it does not answer. */
  readonly merchants: number | null;
  /** The age of its copy of the directory in ms. Null if it is more than two seconds, or the home does not answer. */
  readonly copyBehindMs: number | null;
  /** Merchants that stand still because a move was interrupted: `move-merchant` must be repeated. */
  readonly standingStill: readonly string[];
  /** Merchants whose rows are copied from here, or whose move was interrupted: until it ends, the WAL is kept. */
  readonly movingAway: readonly string[];
}

export function readHomes({ homes }: Pick<Db, "homes">): Promise<HomeState[]> {
  return Promise.all(
    homes.all().map(async (home) => {
      try {
        const [named] = await home.transact((tx) => tx.query<{ name: string }>("select name from lib.home"));
        if (named!.name !== home.name) return notPrepared(home);
        const [merchants, standingStill, movingAway, copyBehindMs] = await Promise.all([
          home.sweep((read) => read.query<{ id: string }>(LIST_MERCHANTS)),
          home.transact((tx) => tx.query<{ id: string }>(LIST_STANDING)),
          home.transact((tx) => tx.query<{ id: string }>(LIST_MOVING)),
          measure(homes.directory(), home),
        ]);
        return {
          ...{ name: home.name, answers: true, isPrepared: true },
          ...{ merchants: merchants.length, copyBehindMs },
          standingStill: standingStill.map(({ id }) => id),
          movingAway: movingAway.map(({ id }) => id),
        };
      } catch (error) {
        if (isNotPrepared(error)) return notPrepared(home);
        if (!isUnavailable(error)) throw error;
        return { name: home.name, answers: false, isPrepared: null, ...NOTHING };
      }
    }),
  );
}

const NOTHING = { merchants: null, copyBehindMs: null, standingStill: [], movingAway: [] } as const;

const notPrepared = ({ name }: Home): HomeState => ({ name, answers: true, isPrepared: false, ...NOTHING });

/** Its schema or the application's role is missing, or the schema is older than that of the first home. */
function isNotPrepared(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; { cause } = cause)
    if (["42P01", "3F000", "28000", "28P01"].includes((cause as { code?: string }).code ?? "")) return true;
  return false;
}

/** Returns null if the first home does not answer, or the copy does not catch up in time. */
const measure = async (directory: Home, home: Home): Promise<number | null> =>
  home.name === directory.name ? 0 : measureBehind(directory, home).catch(() => null);

const LIST_MERCHANTS = "select merchant_id as id from access.merchant_clock";

// A move ends with the merchant's new home in the directory.
const LIST_STANDING = `
  select moved.merchant_id as id
  from lib.moved_merchant as moved
  join access.place on place.id = moved.merchant_id
  join lib.home on home.name = place.home`;

const LIST_MOVING = `
  select replace(pubname, 'vitaran_move_', '')::uuid as id
  from pg_publication
  where pubname like 'vitaran\\_move\\_%'`;
