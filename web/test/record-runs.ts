// Which samples ran to a good end, and the file that the badge "Samples ran" is made of.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiOperations } from "#app/facts/api-operations.ts";
import { apiSample } from "#app/facts/api-samples.ts";
import { sampleHash } from "#app/facts/sample-hash.ts";
import { languages } from "#ui/code-language.ts";
import type { LanguageId } from "#ui/code-language.ts";

const samplesDir = new URL("../samples", import.meta.url).pathname;

/** Samples by name, with the languages in which they ran to a good end. */
const ran = new Map<string, Set<LanguageId>>();

/** Call it once a sample has ended as it should. */
export function noteRun(sample: string, language: LanguageId): void {
  ran.set(sample, (ran.get(sample) ?? new Set()).add(language));
}

function textsOf(sample: string): string[] {
  const operation = apiOperations.find(({ id }) => `api/${id}` === sample);
  if (operation) return languages.map(({ id: language }) => apiSample(operation, language));
  const folder = join(samplesDir, sample);
  return readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
}

/** Writes what the badge "Samples ran" is made of: only what ran in every language in which it is shown. */
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
