import type { Db } from "#lib/db";
import { gather } from "#lib/gather";
import { type CallOrigin, laneOf } from "./known-browsers.ts";

interface Lookups<I, O> {
  readonly find: (input: I) => Promise<O>;
  open: number;
}

/**
 * Makes a look-up of callers. Calls of one merchant that come together ask once. Calls of a merchant that has not
 * authenticated from their address lately wait for the turn of that address.
 */
export function gatherPerMerchant<I, O>(
  read: (db: Db, merchantId: string, inputs: I[]) => Promise<O[]>,
): (db: Db, arrival: CallOrigin, input: I) => Promise<O> {
  const lookupsOf = new WeakMap<Db, Map<string, Lookups<I, O>>>();
  return async (db, arrival, input) => {
    let lanes = lookupsOf.get(db);
    if (lanes === undefined) lookupsOf.set(db, (lanes = new Map()));
    const { name, inTurn } = laneOf(db, arrival);
    let lookups = lanes.get(name);
    if (lookups === undefined) {
      const flush = (inputs: I[]): Promise<O[]> => inTurn(() => read(db, arrival.merchantId, inputs));
      lanes.set(name, (lookups = { find: gather({ limit: 500, lanes: 2, flush }), open: 0 }));
    }
    lookups.open += 1;
    try {
      return await lookups.find(input);
    } finally {
      lookups.open -= 1;
      if (lookups.open === 0) lanes.delete(name);
    }
  };
}
