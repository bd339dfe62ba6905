/**
 * How many are done in one turn of the event loop. Of fewer the others would feel less, but callers who are answered
 * one by one come again one by one, and sets of 256 become sets of a few: twice the work for each.
 */
const SLICE = 32;

/** What is left of each of those that are being done; they take turns. */
const rests: (() => boolean)[] = [];
let isDue = false;

/**
 * Does something short for each of many: for the first few now, for the others a few in each following turn of the
 * event loop, so that what others wait for comes in between. Several that are done at the same time share the turns.
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
