/** Long work is done a little in each turn of the event loop, so that other work comes in between. */
import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * The number of items handled in one turn of the event loop. A smaller number would let other work in sooner, but
 * callers that are answered one by one also come back one by one. Sets of 256 would then become small, which doubles
 * the work per item.
 */
const SLICE = 32;

/** The remaining work of each list under way; the lists take turns. */
const rests: (() => boolean)[] = [];
let isDue = false;

/**
 * Does something short for each of many items: for the first few now, for the others a few in each following
 * turn of the event loop, so that other work comes in between. Lists under way share the turns.
 */
export function inSlices<T>(items: readonly T[], each: (item: T, index: number) => void): void {
  let at = 0;
  const doSome = (): boolean => {
    for (const until = Math.min(items.length, at + SLICE); at < until; at += 1) each(items[at]!, at);
    return at < items.length;
  };
  if (doSome()) continueLater(doSome);
}

function continueLater(rest: () => boolean): void {
  rests.push(rest);
  if (isDue) return;
  isDue = true;
  setImmediate(doNext);
}

function doNext(): void {
  const rest = rests.shift()!;
  isDue = rests.length > 0;
  if (isDue) setImmediate(doNext);
  if (rest()) continueLater(rest);
}

/** A row of a file takes some hundredths of a millisecond, so a turn stays below one millisecond. */
const PER_TURN = 16;

/**
 * Maps many items in their order, a few in one turn of the event loop: ten thousand take a while, and other
 * work goes on meanwhile.
 */
export async function mapInTurns<T, R>(
  items: readonly T[],
  make: (item: T, index: number) => R,
  perTurn = PER_TURN,
): Promise<R[]> {
  const made: R[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % perTurn === 0) await nextTurn();
    made.push(make(item, index));
  }
  return made;
}
