import type { AccountStatement, LongStatement } from "./account-statement.ts";
import { makeTally } from "./tally-lines.ts";

/** The approximate number of lines in a set. */
export const SET_LINES = 1_000;

/** Presents a statement that is in memory as one that returns its lines in sets. */
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
