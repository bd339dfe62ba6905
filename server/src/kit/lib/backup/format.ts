/**
 * The form of a backup: gzip of lines. First a head, then each table with its rows in the text format of
 * COPY, which ends with a line `\.`, and last an end with the sums of all tables, without which it is not a
 * backup.
 *
 * Sums show damage. Codes under the master key show who made the file: of each table, and of the whole.
 */
import { hash } from "node:crypto";
import type { Mac, Vault } from "#lib/vault";

export const FORMAT = "vitaran backup 1";

export interface BackupHead {
  readonly format: typeof FORMAT;
  /** The moment whose state the backup holds, the same for all tables. */
  readonly at: string;
  /** The migrations that made the schema, with checksums. */
  readonly migrations: Readonly<Record<string, string>>;
  /** Fingerprints of the master keys that open what is sealed; the keys are not in a backup. */
  readonly keys: readonly string[];
}

export interface TableHead {
  /** The name with its schema, quoted as SQL. */
  readonly table: string;
  readonly columns: readonly string[];
}

/** The contents of a table: how many rows, and a sum of them that does not depend on their order. */
export interface TableSum {
  readonly rows: number;
  readonly sum: string;
}

export interface BackupEnd {
  readonly end: true;
  readonly sums: Readonly<Record<string, TableSum>>;
  /** Codes in base64url: of each table as it is in this file, and of the whole. Older files have none. */
  readonly codes?: { readonly tables: Readonly<Record<string, string>>; readonly whole: string };
}

/** Makes the codes of one file. */
export interface Codes {
  /** Begins the code of a table with the line that names it; its rows follow. */
  ofTable(head: string): Mac;
  /** Returns the code of everything: the head, the tables in order, and the end without codes. */
  ofWhole(tables: Readonly<Record<string, string>>, sums: BackupEnd["sums"]): string;
}

/**
 * Makes the codes of a file with this head: a table taken from another backup has another code. With `like`,
 * under the key of that code; null if that key is not given.
 */
export function makeCodes(vault: Vault, head: string, like?: Buffer): Codes | null {
  const begin = (purpose: string): Mac | null => {
    const mac = like === undefined ? vault.mac(purpose) : vault.mac(purpose, like);
    return mac?.update(`${head}\n`) ?? null;
  };
  if (begin("backup") === null) return null;
  return {
    ofTable: (line) => begin("backup.table")!.update(`${line}\n`),
    ofWhole: (tables, sums) =>
      begin("backup")!
        .update(JSON.stringify([Object.entries(tables), sums]))
        .digest()
        .toString("base64url"),
  };
}

/** Returns a row as the code of its table takes it. */
export const rowBytes = (row: string): Buffer => Buffer.from(`${row}\n`, "latin1");

/** Ends the rows of a table; no row looks like this. */
export const LAST_ROW = "\\.";

const SUM_BITS = 128n;

/** Makes a sum of rows that does not depend on their order. */
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

/** Splits bytes into lines, each byte as one character. A last line without an end counts too. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of source) {
    const parts = (rest + chunk.toString("latin1")).split("\n");
    rest = parts.pop()!;
    yield* parts;
  }
  if (rest !== "") yield rest;
}
