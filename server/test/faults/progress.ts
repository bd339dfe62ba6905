/** A count that someone can wait for, so that a fault comes after so much work and not after so much time. */
export interface Progress {
  readonly count: number;
  /** One more. */
  add(): void;
  /** Resolves when so many more have come. */
  more(wanted: number): Promise<void>;
}

/** Makes a count that begins at zero. */
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
