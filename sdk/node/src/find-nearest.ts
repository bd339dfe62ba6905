/** Finds the name that a caller may have meant. */

/** Returns the name that is spelt most alike; undefined if none is near. Case and separators hardly count. */
export function findNearest(given: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, given.length / 3);
  for (const name of names) {
    const distance = countEdits(plain(given), plain(name));
    if (distance > least || (best !== undefined && distance === least)) continue;
    best = name;
    least = distance;
  }
  return best;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Counts the letters that must be inserted, removed or replaced to turn one text into the other. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let index = 0; index < other.length; index += 1) {
      const replaced = (row[index] as number) + (one[at] === other[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] as number) + 1, (next[index] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
