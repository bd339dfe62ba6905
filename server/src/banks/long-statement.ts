import type { AccountStatement, LongStatement } from "./account-statement.ts";
import { makeTally } from "./tally-lines.ts";

/** How many lines a set has, about. */
export const SET_LINES = 1_000;

/** A statement that is in memory as one whose lines are given in sets. */
export function longStatement({ lines, leftOut = [], ...head }: AccountStatement): LongStatement {
  const tally = makeTally();
  tally.add(lines);
  leftOut.forEach(tally.leaveOut);
  return {
    ...head,
    tally: tally.end(),
    async *sets() {
      for (let from = 0; from < lines.length; from += SET_LINES) yield lines.slice(from, from + SET_LINES);
    },
  };
}
