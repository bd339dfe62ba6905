/** Turns at banks that accept only a limited number of payments a second. Each process has its own turns. */

/** The longest that an instruction waits for its turn, in seconds: places are limited to match it. */
export const PLACES_SECONDS = 20;

export interface Pace {
  /** Takes the next turn of a bank's debit account and returns in how many ms it comes. */
  take(account: string, perSecond: number, nowMs: number): number;
}

/** Makes turns, evenly spaced so that no second has more than its number. None is taken yet. */
export function makePace(): Pace {
  const lastTurn = new Map<string, number>();
  return {
    take(account, perSecond, nowMs) {
      const turn = Math.max(nowMs, (lastTurn.get(account) ?? -Infinity) + 1_000 / perSecond);
      lastTurn.set(account, turn);
      return turn - nowMs;
    },
  };
}
