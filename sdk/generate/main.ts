/**
 * Writes what client libraries have from the contract: `node sdk/generate/main.ts`, or with `--check` only
 * says what is stale. Another language is another template in LANGUAGES.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ApiDocument, inlineSchemas } from "@vitaran/open-api";
import { writeJava } from "./java.ts";
import { writePython } from "./python.ts";
import { writePhp } from "./php.ts";
import { type Contract, readContract, type Verb } from "./read-contract.ts";
import { writeTypeScript } from "./typescript.ts";

const ROOT = resolve(import.meta.dirname, "../..");

const LANGUAGES: readonly { folder: string; write: (verbs: readonly Verb[]) => Record<string, string> }[] = [
  { folder: "sdk/node/src/generated", write: writeTypeScript },
  { folder: "sdk/java/src/main/java/vitaran/api", write: writeJava },
  { folder: "sdk/python/src/vitaran/_generated", write: writePython },
  { folder: "sdk/php/src/Generated", write: writePhp },
];

const read = (name: string): Contract =>
  inlineSchemas(
    JSON.parse(readFileSync(join(ROOT, "contract", name), "utf8")) as ApiDocument,
  ) as unknown as Contract;

const verbs = readContract(read("openapi.json"), read("openapi-v2.json"));
const check = process.argv.includes("--check");
for (const { folder, write } of LANGUAGES) {
  for (const [name, text] of Object.entries(write(verbs))) {
    const path = join(ROOT, folder, name);
    if (!check) writeFileSync(path, text);
    else if (readFileSync(path, "utf8") !== text) {
      console.error(`${folder}/${name} is not what the contract says.`);
      process.exitCode = 1;
    }
  }
}
