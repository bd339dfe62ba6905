import { CrashError } from "#lib/crash-points";
import { isDatabaseAnswer, isFaultOfWork } from "#lib/db-errors";

/** Work on a set of which one may be at fault. */
export interface SetToWork<T, R> {
  readonly items: readonly T[];
  /** Done for the whole set, and where that fails because of what is in it, for each alone. */
  readonly work: (items: readonly T[]) => Promise<readonly R[]>;
  /** Told of each that fails alone. */
  readonly failed: (item: T, error: unknown) => void;
}

/**
 * Works on a set so that none at fault stops another; answers all that the works answered. Throws when something else
 * is wrong than what is in the set, a lost database for one: then nothing is known of any of it.
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
