import type { Db } from "#lib/db";
import { gather } from "#lib/gather";

interface Lookups<I, O> {
  readonly find: (input: I) => Promise<O>;
  open: number;
}

/** Makes a look-up whose calls of one merchant that come together ask once; who is not asked for takes no room. */
export function gatherPerMerchant<I, O>(
  read: (db: Db, merchantId: string, inputs: I[]) => Promise<O[]>,
): (db: Db, merchantId: string, input: I) => Promise<O> {
  const lookupsOf = new WeakMap<Db, Map<string, Lookups<I, O>>>();
  return async (db, merchantId, input) => {
    let merchants = lookupsOf.get(db);
    if (merchants === undefined) lookupsOf.set(db, (merchants = new Map()));
    let lookups = merchants.get(merchantId);
    if (lookups === undefined) {
      const flush = (inputs: I[]): Promise<O[]> => read(db, merchantId, inputs);
      merchants.set(merchantId, (lookups = { find: gather({ limit: 500, lanes: 2, flush }), open: 0 }));
    }
    lookups.open += 1;
    try {
      return await lookups.find(input);
    } finally {
      lookups.open -= 1;
      if (lookups.open === 0) merchants.delete(merchantId);
    }
  };
}
