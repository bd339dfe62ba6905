// The published contract and the collections made of it, for download under the site's own address.
import { copyFile } from "node:fs/promises";
import { join } from "node:path";

const contractDir = join(import.meta.dirname, "../../contract");

/** Files of `contract/` that readers may have; the dashboard's own contract is of no use to them. */
export const DOWNLOADS = [
  "openapi.json",
  "openapi-v2.json",
  "openapi-sandbox.json",
  "errors.json",
  "webhooks.json",
  "vitaran.postman_collection.json",
  "vitaran.postman_environment.json",
  "vitaran.bruno.json",
  "vitaran.sh",
] as const;

export async function copyContract(clientDir: string): Promise<void> {
  for (const name of DOWNLOADS) await copyFile(join(contractDir, name), join(clientDir, name));
}
