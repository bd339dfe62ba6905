/** Dice that give the same results for the same seed. */
export interface Dice {
  /** Returns a number from 0 to below `limit`. */
  below(limit: number): number;
  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
}

/** Makes dice from a seed (Mulberry32). */
export function makeDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (percent) => next() * 100 < percent,
    pick: (list) => list[below(list.length)]!,
    shuffle: (list) => {
      const left = [...list];
      return Array.from(list, () => left.splice(below(left.length), 1)[0]!);
    },
  };
}
