// Copies the published contract and the collections made from it into the site, so that readers can download them.
import { copyFile } from "node:fs/promises";
import { join } from "node:path";

const contractDir = join(import.meta.dirname, "../../contract");

/** The files of `contract/` that readers can download. They do not need the dashboard's own contract. */
export const DOWNLOADS = [
  "openapi.json",
  "openapi-v2.json",
  "openapi-sandbox.json",
  "errors.json",
  "webhooks.json",
  "events.json",
  "vitaran.postman_collection.json",
  "vitaran.postman_environment.json",
  "vitaran.bruno.json",
  "vitaran.sh",
] as const;

export async function copyContract(clientDir: string): Promise<void> {
  for (const name of DOWNLOADS) await copyFile(join(contractDir, name), join(clientDir, name));
}
