// Records the samples that ran successfully, and writes the file behind the badge "Samples ran".
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiOperations } from "#app/facts/api-operations.ts";
import { apiTexts } from "#app/facts/library-samples.ts";
import { sampleHash } from "#app/facts/sample-hash.ts";

const samplesDir = new URL("../samples", import.meta.url).pathname;

/** The programs that ran successfully, by sample. */
const ran = new Map<string, Set<string>>();

/**
 * Call this after a sample ended as expected. `program` is the ID of its language, over plain HTTP or with the library.
 */
export function noteRun(sample: string, program: string): void {
  ran.set(sample, (ran.get(sample) ?? new Set()).add(program));
}

function textsOf(sample: string): string[] {
  const operation = apiOperations.find(({ id }) => `api/${id}` === sample);
  if (operation) return apiTexts(operation);
  return globSync(join(samplesDir, sample, "**/*.*")).map((file) => readFileSync(file, "utf8"));
}

/** Writes the data of the badge "Samples ran". A sample counts only if it ran in every way in which it is shown. */
export function recordRuns(): void {
  const hashes = [...ran]
    .filter(([sample, inLanguages]) => inLanguages.size === textsOf(sample).length)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([sample]) => [sample, sampleHash(textsOf(sample))]);
  const day = new Date().toISOString().slice(0, 10);
  const content = { date: day, hashes: Object.fromEntries(hashes) };
  writeFileSync(
    new URL("../app/facts/samples-ran.json", import.meta.url),
    `${JSON.stringify(content, null, 2)}\n`,
  );
}
