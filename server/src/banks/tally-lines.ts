import { createHash } from "node:crypto";
import type { LineTally, StatementLine } from "./account-statement.ts";

export interface Tally {
  add(lines: readonly StatementLine[]): void;
  end(): LineTally;
}

/** Adds up the lines of one statement while they are read. */
export function makeTally(): Tally {
  const ids = new Set<string>();
  let [lineCount, movedPaise] = [0, 0n];
  let [repeatsAnId, hasEmptyLine] = [false, false];
  const addOne = ({ lineId, side, amountPaise }: StatementLine): void => {
    lineCount += 1;
    movedPaise += side === "credit" ? amountPaise : -amountPaise;
    hasEmptyLine ||= amountPaise <= 0n;
    if (lineId === null) return;
    const id = digestOf(lineId);
    repeatsAnId ||= ids.has(id);
    ids.add(id);
  };
  return {
    add: (lines) => lines.forEach(addOne),
    end: () => ({ lineCount, movedPaise, hasIds: ids.size > 0, repeatsAnId, hasEmptyLine }),
  };
}

/** A text that was cut from a file keeps a piece of that file in memory; its digest does not. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
