/**
 * Builds the site of a checkout if it is missing or stale; otherwise its server would build it during a measurement.
 * `build-site.ts <checkout>`.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as BuildWeb from "@vitaran/server/src/surfaces/commands/build-web.ts";

const path = resolve(process.argv[2]!, "server/src/surfaces/commands/build-web.ts");
const { buildWeb } = (await import(pathToFileURL(path).href)) as typeof BuildWeb;
await buildWeb();
