/** All requests in order, which prove which bank was asked for what, and when. */

interface LogLine {
  readonly seq: number;
  readonly at: number;
  readonly operation: "pay" | "enquire" | "void" | "verify" | "statement" | "callback" | "credit";
  readonly bankId: string;
  readonly debitAccount: string | undefined;
  readonly reference: string;
  /** The answer: a status, a code, or the way in which it was lost. */
  readonly answer: string;
}

export interface RequestLog {
  add(line: Omit<LogLine, "seq">): void;
  /** Returns the lines after `since`, oldest first. */
  read(filter: { since?: number; bankId?: string; debitAccount?: string; reference?: string }): LogLine[];
  readonly dropped: number;
  clear(): void;
}

/** Makes a log of at most `linesMax` lines; older ones are dropped and counted. */
export function makeRequestLog(linesMax: number): RequestLog {
  let lines: LogLine[] = [];
  let seq = 0;
  let dropped = 0;
  return {
    add(line) {
      seq += 1;
      lines.push({ seq, ...line });
      // Half of the lines are dropped at once, so that the cost per line stays constant.
      if (lines.length >= linesMax * 2) {
        dropped += linesMax;
        lines = lines.slice(linesMax);
      }
    },
    read({ since = 0, bankId, debitAccount, reference }) {
      return lines.filter(
        (line) =>
          line.seq > since &&
          (bankId === undefined || line.bankId === bankId) &&
          (debitAccount === undefined || line.debitAccount === debitAccount) &&
          (reference === undefined || line.reference === reference),
      );
    },
    get dropped() {
      return dropped;
    },
    clear() {
      lines = [];
    },
  };
}
