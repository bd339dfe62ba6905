/** Turns of a bank that takes only so many payments a second. Of one process: each has turns of its own. */

/** So long an instruction waits for its turn at most, once places are limited to `PLACES_SECONDS` of turns. */
export const PLACES_SECONDS = 20;

export interface Pace {
  /** Takes the next turn of a bank's debit account and answers in how many ms it comes. */
  take(account: string, perSecond: number, nowMs: number): number;
}

/** No turn has been taken yet. Turns lie evenly apart, so that no second has more than its number. */
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
