/**
 * The append-only file behind the books: a restarted bank still knows its debits, and its pending payments continue.
 * Payees are masked in it, with a keyed hash by which a repeated order is recognised.
 */
import { createHmac, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

type JournalRecord = Record<string, unknown>;

export interface Journal {
  /** Writes a record; `make` is not called if there is no file. */
  write(make: () => object): void;
  /**
   * Passes the records to the operating system. This is done before every answer, so that no answered debit is lost.
   */
  flush(): void;
  /** Nothing is written until the journal is started, because earlier records are being restored first. */
  start(): void;
  /** The keyed hash that represents a payee. */
  markOf(payee: string): string;
  truncate(): void;
  close(): void;
}

export const NO_JOURNAL: Journal = {
  write() {},
  flush() {},
  start() {},
  markOf: (payee) => payee,
  truncate() {},
  close() {},
};

/**
 * Opens the journal in `folder` and returns it with the records of earlier runs; an incomplete last line is dropped.
 */
export function openJournal(folder: string): { journal: Journal; records: JournalRecord[] } {
  mkdirSync(folder, { recursive: true });
  const markOf = makeMark(join(folder, "bank-simulator.key"));
  const file = join(folder, "bank-simulator.jsonl");
  maskOldRecords(file, markOf);
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
      noted += lineOf(maskRecord(make() as JournalRecord, markOf));
    },
    flush() {
      if (noted === "") return;
      writeSync(handle, noted);
      noted = "";
    },
    start() {
      started = true;
    },
    markOf,
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

/** The key is in a file beside the journal, so an attacker who has only the journal cannot try out account numbers. */
function makeMark(file: string): Journal["markOf"] {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  const key = readFileSync(file);
  return (payee) => createHmac("sha256", key).update(payee).digest("base64url");
}

/** Returns the same record without complete account numbers: the payee of a payment, the other side of an entry. */
function maskRecord(record: JournalRecord, markOf: Journal["markOf"]): JournalRecord {
  const { r: kind, payee, payeeMark, party } = record;
  if (kind === "payment" && typeof payee === "string" && payeeMark === undefined)
    return { ...record, payee: mask(payee), payeeMark: markOf(payee) };
  const { accountNumber } = (party ?? {}) as { accountNumber?: unknown };
  if (kind === "entry" && typeof accountNumber === "string" && mask(accountNumber) !== accountNumber)
    return { ...record, party: { ...(party as object), accountNumber: mask(accountNumber) } };
  return record;
}

/** The length and the last digits stay, so that a statement shows the same before and after a restart. */
const mask = (number: string): string => number.slice(0, -4).replaceAll(/./gsu, "*") + number.slice(-4);

/** Earlier versions wrote complete numbers; their journals are replaced. */
function maskOldRecords(file: string, markOf: Journal["markOf"]): void {
  if (!existsSync(file)) return;
  const text = readFileSync(file, "utf8");
  const end = text.lastIndexOf("\n") + 1;
  const old = text.slice(0, end).split("\n").filter(Boolean).map(parse);
  const masked = old.map((record) => maskRecord(record, markOf));
  if (masked.every((record, index) => record === old[index])) return;
  writeFileSync(`${file}.masked`, masked.map(lineOf).join(""), { mode: 0o600, flush: true });
  renameSync(`${file}.masked`, file);
}

const lineOf = (record: JournalRecord): string => `${JSON.stringify(record, writeBigint)}\n`;

function writeBigint(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

function parse(line: string): JournalRecord {
  return JSON.parse(line, (key, value: unknown) =>
    key.endsWith("Paise") && typeof value === "string" ? BigInt(value.slice(0, -1)) : value,
  ) as JournalRecord;
}
