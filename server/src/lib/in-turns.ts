import { setImmediate as nextTurn } from "node:timers/promises";

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
