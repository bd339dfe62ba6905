/**
 * A transaction at the directory that belongs to one of a merchant at another home. It is begun by its first statement,
 * and committed just before the other one.
 *
 * Two databases cannot commit at one moment. If the process dies between the two commits, what was written to the
 * directory stays without what belongs to it. So the caller writes there only what does no harm alone, and what a
 * repetition finds done.
 */
import type { DirectoryTx, Tx } from "./db.ts";

type PartEnd<T> = { value: T } | { fault: Error };

/** An open transaction, and how a part of it is undone. */
export interface OpenedTx {
  readonly tx: DirectoryTx;
  part<T>(work: () => Promise<T>): Promise<PartEnd<T>>;
}

/** Runs a transaction as long as `work` lasts. */
type Run = (work: (opened: OpenedTx) => Promise<void>) => Promise<void>;

export interface Enlisted {
  readonly tx: DirectoryTx;
  /** Runs work that may fail alone, as `part` of the transaction that this one belongs to; undoes what it did here. */
  part<T>(work: () => Promise<PartEnd<T>>): Promise<PartEnd<T>>;
  /** Commits it; returns false if nothing was asked or written. */
  commit(): Promise<boolean>;
  rollBack(): Promise<void>;
}

export function enlist(run: Run): Enlisted {
  let begun: ReturnType<typeof begin> | null = null;
  const open = async (): Promise<OpenedTx> => (begun ??= begin(run)).opened;
  const end = async (decide: (decision: PromiseWithResolvers<void>) => void): Promise<boolean> => {
    const ending = begun;
    begun = null;
    if (ending === null) return false;
    decide(ending.decision);
    await ending.ended;
    return true;
  };
  const rollBack = async (): Promise<void> => {
    // However it ends then, it is not committed.
    await end((decision) => decision.reject(new Error("it is rolled back"))).catch(() => undefined);
  };
  return {
    tx: {
      query: async (text, values) => (await open()).tx.query(text, values),
      execute: async (text, values) => (await open()).tx.execute(text, values),
    },
    async part(work) {
      if (begun === null) {
        const outcome = await work();
        if ("fault" in outcome) await rollBack();
        return outcome;
      }
      const { part } = await begun.opened;
      return part(async () => {
        const outcome = await work();
        if ("fault" in outcome) throw outcome.fault;
        return outcome.value;
      });
    },
    commit: () => end((decision) => decision.resolve()),
    rollBack,
  };
}

/** Runs the work of a transaction together with an enlisted one, if it belongs to another home. */
export async function withDirectory<T>(
  enlisted: Enlisted | undefined,
  tx: Tx,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (enlisted === undefined) return work(tx);
  try {
    const part: Tx["part"] = (partial) => enlisted.part(() => tx.part(partial));
    const result = await work({ ...tx, part, directory: enlisted.tx });
    await enlisted.commit();
    return result;
  } catch (error) {
    await enlisted.rollBack();
    throw error;
  }
}

function begin(run: Run): {
  opened: Promise<OpenedTx>;
  decision: PromiseWithResolvers<void>;
  ended: Promise<void>;
} {
  const opened = Promise.withResolvers<OpenedTx>();
  const decision = Promise.withResolvers<void>();
  const ended = run(async (tx) => {
    opened.resolve(tx);
    await decision.promise;
  });
  // If it cannot begin, its first statement says so, and no one waits for the decision.
  ended.catch(opened.reject);
  opened.promise.catch(() => undefined);
  decision.promise.catch(() => undefined);
  return { opened: opened.promise, decision, ended };
}
