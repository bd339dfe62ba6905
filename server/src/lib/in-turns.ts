import { setImmediate as nextTurn } from "node:timers/promises";

/** Rows of a file take some hundredths of a millisecond each: a turn stays below one. */
const PER_TURN = 16;

/**
 * Makes something of each of many, in their order, a few in one turn of the event loop: ten thousand take a while, in
 * which others go on.
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
