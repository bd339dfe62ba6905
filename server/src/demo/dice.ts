/** Dice that always fall the same way for the same seed: a plan made twice is the same plan. */
export interface Dice {
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  /** The same with small numbers more often than large ones, as bills are. */
  skewed(from: number, to: number): number;
  chance(of: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32. */
export function makeDice(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (part: number, from: number, to: number): number =>
    from + Math.floor(part * (to - from + 1));
  return {
    whole: (from, to) => between(next(), from, to),
    skewed: (from, to) => between(next() * next(), from, to),
    chance: (of) => next() < of,
    pick: (list) => list[between(next(), 0, list.length - 1)]!,
  };
}
