/**
 * The append-only file behind the books: a restarted bank still knows its debits, and its pending payments go
 * on.
 */
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";

export interface Journal {
  /** Notes a record; `make` is not called when there is no file. */
  write(make: () => object): void;
  /**
   * Hands what was noted to the operating system: done before every answer, so that no answered debit is
   * lost.
   */
  flush(): void;
  /** Until it is started nothing is noted: earlier records are being told to the books. */
  start(): void;
  truncate(): void;
  close(): void;
}

export const NO_JOURNAL: Journal = { write() {}, flush() {}, start() {}, truncate() {}, close() {} };

/**
 * Opens the journal in `folder` and returns the records of earlier runs with it; a torn last line is dropped.
 */
export function openJournal(folder: string): { journal: Journal; records: Record<string, unknown>[] } {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "bank-simulator.jsonl");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const records = whole.split("\n").filter(Boolean).map(parse);
  const handle = openSync(file, "a", 0o600);
  if (whole.length < text.length) ftruncateSync(handle, Buffer.byteLength(whole));
  let noted = "";
  let started = false;
  const journal: Journal = {
    write(make) {
      if (!started) return;
      noted += `${JSON.stringify(make(), writeBigint)}\n`;
    },
    flush() {
      if (noted === "") return;
      writeSync(handle, noted);
      noted = "";
    },
    start() {
      started = true;
    },
    truncate() {
      noted = "";
      ftruncateSync(handle, 0);
    },
    close() {
      journal.flush();
      closeSync(handle);
    },
  };
  return { journal, records };
}

function writeBigint(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

function parse(line: string): Record<string, unknown> {
  return JSON.parse(line, (key, value: unknown) =>
    key.endsWith("Paise") && typeof value === "string" ? BigInt(value.slice(0, -1)) : value,
  ) as Record<string, unknown>;
}
