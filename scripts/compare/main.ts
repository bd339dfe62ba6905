/**
 * `npm run compare -- <git ref>`: proves that the working tree answers in the same way as another commit.
 *
 * Compares the documents in `contract/`, and with `--requests <number>` the answers of both servers to this many
 * generated requests. Ends with exit code 1 if anything differs that is more than a text for people.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compareRequests } from "./compare-requests.ts";
import { compareDocuments, describeDifference } from "./documents.ts";
import type { Difference } from "./exchange.ts";
import type { OpenApi } from "./operations.ts";
import { SURFACES } from "./surfaces.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const USAGE = [
  "Usage: npm run compare -- <git ref> [--texts] [--requests <number>] [--seed <number>] [--surface <name>]...",
  `Surfaces: ${SURFACES.map(({ name }) => name).join(", ")}; default: all`,
].join("\n");

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      texts: { type: "boolean", default: false },
      requests: { type: "string", default: "0" },
      seed: { type: "string", default: "1" },
      surface: { type: "string", multiple: true, default: SURFACES.map(({ name }) => name) },
    },
  });
  const [ref] = positionals;
  const surfaces = SURFACES.filter(({ name }) => values.surface.includes(name));
  if (ref === undefined || positionals.length > 1 || surfaces.length === 0) {
    console.error(USAGE);
    return 2;
  }
  let count = compareContracts(ref, values.texts);
  const requests = Number(values.requests);
  if (requests > 0) {
    const readDocument = (name: string): OpenApi =>
      JSON.parse(git("show", `${ref}:contract/${name}`)) as OpenApi;
    const found = await compareRequests({ ref, surfaces, requests, seed: Number(values.seed), readDocument });
    printDifferences(found);
    count += found.length;
  }
  return count === 0 ? 0 : 1;
}

/** Prints the number of different answers by operation, with the first of them. */
function printDifferences(differences: readonly Difference[]): void {
  const groups = Map.groupBy(differences, ({ draft }) => draft.operation.name);
  for (const [operation, [first, ...others]] of groups) {
    const { draft, request, statuses, excerpts } = first!;
    const what = draft.faults.length === 0 ? "a valid request" : draft.faults.join("; ");
    console.log(`\n${operation}: ${others.length + 1} answers differ. The first (${what}):`);
    console.log(request.slice(0, 1_000));
    for (const [at, name] of ["before", "after"].entries())
      console.log(`--- ${name}: ${statuses[at]}, around the first difference:\n${excerpts[at]}`);
  }
  console.log(`\n${differences.length} answers differ`);
}

/** Prints the differences between the documents and returns the number of those that are more than texts. */
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
