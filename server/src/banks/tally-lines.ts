import type { LineTally, StatementLine } from "./account-statement.ts";

export interface Tally {
  add(lines: readonly StatementLine[]): void;
  /** Records an entry that could not be read. */
  leaveOut(why: string): void;
  end(): LineTally;
}

/** More sentences than this would not help anyone. */
const LEFT_OUT_MAX = 100;

/** Adds up the lines of one statement while they are read. */
export function makeTally(): Tally {
  let [lineCount, movedPaise, hasEmptyLine] = [0, 0n, false];
  const leftOut: string[] = [];
  const addOne = ({ side, amountPaise }: StatementLine): void => {
    lineCount += 1;
    movedPaise += side === "credit" ? amountPaise : -amountPaise;
    hasEmptyLine ||= amountPaise <= 0n;
  };
  return {
    add: (lines) => lines.forEach(addOne),
    leaveOut(why) {
      if (leftOut.length < LEFT_OUT_MAX) leftOut.push(why);
    },
    end: () => ({ lineCount, movedPaise, hasEmptyLine, leftOut }),
  };
}
