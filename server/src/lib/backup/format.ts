/**
 * The form of a backup: gzip of lines. First a head, then each table with its rows in the text format of COPY, which
 * ends with a line `\.`, and last an end with the sums of all tables: a file without that end is no backup.
 */
import { hash } from "node:crypto";

export const FORMAT = "vitaran backup 1";

export interface BackupHead {
  readonly format: typeof FORMAT;
  /** The moment whose state it holds, of all tables alike. */
  readonly at: string;
  /** What the schema was made by, with checksums. */
  readonly migrations: Readonly<Record<string, string>>;
  /** Fingerprints of the master keys that open what is sealed; the keys are not in a backup. */
  readonly keys: readonly string[];
}

export interface TableHead {
  /** With its schema, quoted as SQL. */
  readonly table: string;
  readonly columns: readonly string[];
}

/** What a table holds: how many rows, and a sum of them that does not depend on their order. */
export interface TableSum {
  readonly rows: number;
  readonly sum: string;
}

export interface BackupEnd {
  readonly end: true;
  readonly sums: Readonly<Record<string, TableSum>>;
}

/** What ends the rows of a table; no row is written so. */
export const LAST_ROW = "\\.";

const SUM_BITS = 128n;

/** Adds up rows, whatever their order. */
export function makeSum(): { add(row: string): void; total(): TableSum } {
  let [rows, sum] = [0, 0n];
  return {
    add(row) {
      rows += 1;
      sum += BigInt(`0x${hash("sha256", Buffer.from(row, "latin1"), "hex").slice(0, 32)}`);
    },
    total: () => ({ rows, sum: BigInt.asUintN(Number(SUM_BITS), sum).toString(16) }),
  };
}

/** Lines of bytes, each byte as one character. A last line without an end counts too. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of source) {
    const parts = (rest + chunk.toString("latin1")).split("\n");
    rest = parts.pop()!;
    yield* parts;
  }
  if (rest !== "") yield rest;
}
