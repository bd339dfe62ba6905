/** Part of a release: writes the checksums of all migrations, which must not be changed from then on. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CHECKSUMS, checksumOf } from "./tidy-documents.ts";

const root = resolve(import.meta.dirname, "..");
const folder = join(root, "server/migrations");
const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
const entries = files.toSorted().map((file) => [file, checksumOf(readFileSync(join(folder, file), "utf8"))]);
writeFileSync(join(root, CHECKSUMS), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
console.log(`${entries.length} migrations are frozen`);
