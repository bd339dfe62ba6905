// Runs after the pages are written. It adds Markdown twins, the search index, llms.txt, heads and pictures for link
// previews, calls to try, the contract, the scripts of pages, script hashes and compressed copies. Then the finished build
// replaces the previous one.
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { compressFiles } from "./compress-files.ts";
import { copyContract } from "./copy-contract.ts";
import { hashScripts } from "./hash-scripts.ts";
import { listFiles } from "./list-files.ts";
import { separateScripts } from "./separate-scripts.ts";
import { writeHeads } from "./write-heads.ts";
import { writeOperations } from "./write-operations.ts";
import { writeReadings } from "./write-readings.ts";

const buildDir = join(import.meta.dirname, "..", "build");
const nextDir = join(buildDir, "next");
const clientDir = join(nextDir, "client");

// The router would fetch this page data, but our pages are fetched as HTML instead (app/docs/show-page.ts).
for (const file of await listFiles(clientDir)) if (file.endsWith(".data")) await rm(join(clientDir, file));

await writeReadings(clientDir);
await writeHeads(clientDir);
await writeOperations(clientDir);
await copyContract(clientDir);
await separateScripts(clientDir);
await hashScripts(nextDir);
await compressFiles(clientDir);

const formerDir = join(buildDir, `former-${process.pid}`);
await mkdir(formerDir, { recursive: true });
for (const name of ["client", "csp.json"]) {
  await rename(join(buildDir, name), join(formerDir, name)).catch((error: NodeJS.ErrnoException) => {
    // The first build has no previous one to replace.
    if (error.code !== "ENOENT") throw error;
  });
  await rename(join(nextDir, name), join(buildDir, name));
}
await rm(formerDir, { recursive: true });
await rm(nextDir, { recursive: true });
