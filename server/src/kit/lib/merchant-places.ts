/** Remembers where each merchant lives, so that a process asks the directory once for each. */
import type { DirectoryTx, Home } from "./db.ts";
import { isUnavailable } from "./db-errors.ts";

export interface MerchantPlaces {
  of(merchantId: string): Promise<Home>;
  known(merchantId: string): Home | null;
  /** Puts a merchant that is to be made at a home. */
  put(merchantId: string, home: Home): void;
  /** Forgets where a merchant lives, because it was not there. */
  forget(merchantId: string): void;
}

/** Makes the places of merchants at several homes; the first one has the directory. */
export function makePlaces(homes: readonly [Home, ...Home[]]): MerchantPlaces {
  const [directory] = homes;
  const places = new Map<string, Home>();
  const find = async (merchantId: string): Promise<Home> => {
    const name = await askAny(homes, (tx) => findPlace(tx, merchantId));
    // An unknown id may become a merchant's later.
    if (name === null) return directory;
    const home = homes.find((one) => one.name === name);
    if (home === undefined)
      throw new Error(`merchant ${merchantId} lives at ${name}, which is not in DATABASE_HOMES`);
    places.set(merchantId, home);
    return home;
  };
  /** Calls that wait for a merchant that is moving share one look. */
  const finding = new Map<string, Promise<Home>>();
  const findOnce = (merchantId: string): Promise<Home> => {
    const under = finding.get(merchantId) ?? find(merchantId).finally(() => finding.delete(merchantId));
    finding.set(merchantId, under);
    return under;
  };
  return {
    of: async (merchantId) => places.get(merchantId) ?? findOnce(merchantId),
    known: (merchantId) => places.get(merchantId) ?? null,
    put: (merchantId, home) => void places.set(merchantId, home),
    forget: (merchantId) => void places.delete(merchantId),
  };
}

/** Asks the first home; as long as it is away, the others, whose copies are a little older at most. */
async function askAny<T>(homes: readonly Home[], ask: (tx: DirectoryTx) => Promise<T>): Promise<T> {
  let failure: unknown;
  for (const home of homes) {
    try {
      return await home.transact(ask);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      failure ??= error;
    }
  }
  throw failure;
}

async function findPlace(tx: DirectoryTx, merchantId: string): Promise<string | null> {
  const [found] = await tx.query<{ home: string }>(FIND, [merchantId]);
  return found?.home ?? null;
}

const FIND = `
  select home
  from access.place
  where id = $1`;
