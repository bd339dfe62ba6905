import { CrashError } from "#lib/crash-points";
import { isDatabaseAnswer, isFaultOfWork } from "#lib/db-errors";

/** A set of items of which one may be faulty. */
export interface SetToWork<T, R> {
  readonly items: readonly T[];
  /** Called for the whole set; if that fails because of an item, called for each item alone. */
  readonly work: (items: readonly T[]) => Promise<readonly R[]>;
  /** Called for each item that fails alone. */
  readonly failed: (item: T, error: unknown) => void;
}

/**
 * Works on a set so that a faulty item does not block others, and returns all results. Throws if the cause is
 * not an item, for example a lost database: then nothing is known about any item.
 */
export async function workThrough<T, R>({ items, work, failed }: SetToWork<T, R>): Promise<R[]> {
  if (items.length === 0) return [];
  try {
    return [...(await work(items))];
  } catch (error) {
    if (!isOfOne(error)) throw error;
    if (items.length === 1) {
      failed(items[0]!, error);
      return [];
    }
  }
  const answers: R[] = [];
  for (const item of items) answers.push(...(await workThrough({ items: [item], work, failed })));
  return answers;
}

const isOfOne = (error: unknown): boolean =>
  !(error instanceof CrashError) && (isFaultOfWork(error) || isDatabaseAnswer(error));
