/**
 * Builds the site of a checkout when it is not built, or is stale: else its server would, beside what is measured.
 * `build-site.ts <checkout>`.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as BuildWeb from "@vitaran/server/src/commands/build-web.ts";

const path = resolve(process.argv[2]!, "server/src/commands/build-web.ts");
const { buildWeb } = (await import(pathToFileURL(path).href)) as typeof BuildWeb;
await buildWeb();
