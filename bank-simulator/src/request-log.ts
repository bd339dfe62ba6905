/** What was asked, in order: the proof of which bank was asked what, and when. */

export interface LogLine {
  readonly seq: number;
  readonly at: number;
  readonly operation: "pay" | "enquire" | "void" | "verify" | "statement" | "callback" | "credit";
  readonly bankId: string;
  readonly debitAccount: string | undefined;
  readonly reference: string;
  /** What was answered: a status, a code, or the way the answer got lost. */
  readonly answer: string;
}

export interface RequestLog {
  add(line: Omit<LogLine, "seq">): void;
  /** Lines after `since`, oldest first. */
  read(filter: { since?: number; bankId?: string; debitAccount?: string; reference?: string }): LogLine[];
  readonly dropped: number;
  clear(): void;
}

/** A log of at most `linesMax` lines; older ones are dropped and counted. */
export function makeRequestLog(linesMax: number): RequestLog {
  let lines: LogLine[] = [];
  let seq = 0;
  let dropped = 0;
  return {
    add(line) {
      seq += 1;
      lines.push({ seq, ...line });
      // Dropping half at once keeps the cost per line constant.
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
