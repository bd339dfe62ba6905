/**
 * `node server/test/faults/upgrade/make-engine.ts <file>`: writes this version's engine to one file, so that later
 * versions can be tested beside it on one database. The file is made at a release with the snapshot, and never edited:
 * see T37.
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const [file] = process.argv.slice(2);
assert(file !== undefined, "say which file to write");
const bundle = await rolldown({
  input: fileURLToPath(new URL("../zombie-main.ts", import.meta.url)),
  platform: "node",
  // Packages stay where they are installed.
  external: (id) => !/^[.#/]/.test(id),
});
const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false });
writeFileSync(file, gzipSync(output[0].code, { level: 9 }));
