/** Writes the published contract, or with `--check` names its files that differ from the code. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildErrorCatalogue, buildOpenApi, buildOpenApiV2 } from "#api";
import { buildDashboardContract } from "#dashboard";
import { buildSandboxContract } from "#sandbox";
import { EVENT_TYPES } from "#webhooks";

const FOLDER = join(import.meta.dirname, "../../../contract");

const documents: Readonly<Record<string, unknown>> = {
  "openapi.json": buildOpenApi(),
  "openapi-v2.json": buildOpenApiV2(),
  "openapi-dashboard.json": buildDashboardContract(),
  "openapi-sandbox.json": buildSandboxContract(),
  "errors.json": buildErrorCatalogue(),
  "webhooks.json": describeWebhooks(),
};

/**
 * The events with their fields; every value is text, and every webhook also carries `event` and `signature`.
 */
function describeWebhooks(): unknown {
  return Object.entries(EVENT_TYPES).map(([event, { subject, fields }]) => ({
    event,
    subject,
    fields: ["event", ...fields, "signature"],
  }));
}

function main(check: boolean): void {
  const stale: string[] = [];
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, document] of Object.entries(documents)) {
    const path = join(FOLDER, name);
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
    if (check) stale.push(name);
    else writeFileSync(path, text);
  }
  if (stale.length === 0) return;
  console.error(`contract/: ${stale.join(", ")} is not what the code says; run npm run write-contract`);
  process.exitCode = 1;
}

main(process.argv.includes("--check"));
