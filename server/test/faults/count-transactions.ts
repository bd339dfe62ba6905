/** Counts the transactions that begin, by merchant; those without a merchant are under "". */
import type { Context } from "#lib/context";
import type { Db } from "#lib/db";

interface CountedContext {
  readonly ctx: Context;
  /** Returns the numbers so far. */
  read(): ReadonlyMap<string, number>;
}

export function countTransactions(ctx: Context): CountedContext {
  const begun = new Map<string, number>();
  const note = (merchantId: string): void => void begun.set(merchantId, (begun.get(merchantId) ?? 0) + 1);
  const counting =
    <A, T>(merchantId: string, work: (given: A) => Promise<T>) =>
    (given: A): Promise<T> => {
      note(merchantId);
      return work(given);
    };
  const { db } = ctx;
  const counted: Db = {
    ...db,
    inMerchant: (merchantId, work) => db.inMerchant(merchantId, counting(merchantId, work)),
    once: (merchantId, prepare) =>
      db.once(merchantId, async () => {
        const call = await prepare();
        if (call !== null) note(merchantId);
        return call;
      }),
    directory: (work) => db.directory(counting("", work)),
  };
  return { ctx: { ...ctx, db: counted }, read: () => new Map(begun) };
}
