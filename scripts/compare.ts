/**
 * `npm run compare -- <git ref>`: proves that the working tree answers as another commit does.
 *
 * Compares the documents in `contract/`. Ends with exit code 1 when something differs that is more than a text.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compareDocuments, describeDifference } from "./compare-documents.ts";

const ROOT = resolve(import.meta.dirname, "..");

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { texts: { type: "boolean", default: false } },
  });
  const [ref] = positionals;
  if (ref === undefined || positionals.length > 1) {
    console.error("Usage: npm run compare -- <git ref> [--texts]");
    return 2;
  }
  return compareContracts(ref, values.texts) === 0 ? 0 : 1;
}

/** Prints how the documents differ and answers the number of differences that are more than texts. */
function compareContracts(ref: string, showTexts: boolean): number {
  const [before, after] = [listDocumentsAt(ref), listDocuments()];
  let count = 0;
  for (const name of new Set([...before, ...after])) {
    if (!after.includes(name)) count += 1;
    if (!before.includes(name) || !after.includes(name)) {
      console.log(`${name}: only in ${after.includes(name) ? "the working tree" : ref}`);
      continue;
    }
    const differences = compareDocuments(
      JSON.parse(git("show", `${ref}:contract/${name}`)),
      JSON.parse(readFileSync(join(ROOT, "contract", name), "utf8")),
    );
    const texts = differences.filter(({ isText }) => isText);
    const others = differences.filter(({ isText }) => !isText);
    count += others.length;
    console.log(`${name}: ${others.length} differences, and ${texts.length} in texts only`);
    for (const one of showTexts ? differences : others) console.log(`  ${describeDifference(one)}`);
  }
  return count;
}

function listDocuments(): string[] {
  return readdirSync(join(ROOT, "contract"))
    .filter((name) => name.endsWith(".json"))
    .toSorted();
}

function listDocumentsAt(ref: string): string[] {
  return git("ls-tree", "--name-only", `${ref}:contract`)
    .split("\n")
    .filter((name) => name.endsWith(".json"));
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 30 });
}
