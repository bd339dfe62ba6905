/**
 * Writes the functions of all phases to server/migrations/functions, for reading and for migrations. With --check it
 * writes nothing, and fails if a file is not up to date.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { definedPhases } from "../server/src/kit/lib/phases.ts";
import "../server/src/money/transfers/index.ts";

const FOLDER = resolve(import.meta.dirname, "../server/migrations/functions");

if (import.meta.main) process.exitCode = main(process.argv.includes("--check"));

function main(check: boolean): number {
  const wanted = new Map(definedPhases().map(({ title, sql }) => [`${title}.sql`, `${sql};\n`]));
  if (check) {
    const found = readdirSync(FOLDER).map(
      (file) => [file, readFileSync(join(FOLDER, file), "utf8")] as const,
    );
    if (found.length === wanted.size && found.every(([file, text]) => wanted.get(file) === text)) return 0;
    console.error("server/migrations/functions is not what the code defines: npm run write-functions");
    return 1;
  }
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, text] of wanted) writeFileSync(join(FOLDER, file), text);
  return 0;
}
