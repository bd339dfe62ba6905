/** Writes contract/limits.json, or with `--check` fails if it is not what the engine says. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import * as limits from "./engine-limits.ts";

const FILE = resolve(import.meta.dirname, "../contract/limits.json");

/** Amounts in paise are written as texts, because they can be too large for numbers. */
const toJson = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);
const text = `${JSON.stringify(limits, toJson, 2)}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(FILE, text);
} else if (readFileSync(FILE, "utf8") !== text) {
  console.error("contract/limits.json is not what the engine says; run npm run write-contract");
  process.exitCode = 1;
}
