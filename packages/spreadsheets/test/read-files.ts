/**
 * A process that reads the files of a folder one after the other, as a server would, and reports the result of each and
 * the largest growth of its memory. The first file is valid, and its memory is not counted.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readTable, TableError } from "../src/index.ts";
import { COLUMNS } from "./hostile-file.ts";

/** The report of the process at its end. */
export interface FilesRead {
  /** A code for each file in the order of their names; "read" for a file that was accepted. */
  readonly codes: readonly string[];
  readonly grownMb: number;
}

const [, , folder] = process.argv;
assert(folder !== undefined, "a folder is given");
const codes: string[] = [];
let before = 0;
for (const name of readdirSync(folder).toSorted()) {
  codes.push(await readOne(join(folder, name)));
  if (before === 0) before = peakMb();
}
const said: FilesRead = { codes, grownMb: peakMb() - before };
process.stdout.write(JSON.stringify(said));

async function readOne(path: string): Promise<string> {
  try {
    await readTable(readFileSync(path), { columns: COLUMNS });
    return "read";
  } catch (error) {
    if (!TableError.is(error)) throw error;
    return error.code;
  }
}

/** Returns the largest amount of memory that the process ever held, in MB. */
function peakMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1_024);
}
