/**
 * A counter that tests can wait for, so that a fault comes after a certain amount of work and not after a certain time.
 */
export interface Progress {
  readonly count: number;
  /** Adds one. */
  add(): void;
  /** Resolves when this many more have been counted. */
  more(wanted: number): Promise<void>;
}

/** Makes a counter that begins at zero. */
export function makeProgress(): Progress {
  let count = 0;
  let waiting: { at: number; resolve: () => void }[] = [];
  return {
    get count() {
      return count;
    },
    add() {
      count += 1;
      for (const { at, resolve } of waiting) if (count >= at) resolve();
      waiting = waiting.filter(({ at }) => count < at);
    },
    more: (wanted) => new Promise((resolve) => waiting.push({ at: count + wanted, resolve })),
  };
}
