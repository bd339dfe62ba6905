/** Writes the published contract and collections, or with `--check` lists files that differ from the code. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ApiDocument, nameSchemas } from "@vitaran/open-api";
import { buildErrorCatalogue, buildEventSchemas, buildOpenApi, buildOpenApiV2 } from "#api";
import { buildDashboardContract } from "#dashboard";
import { buildDeveloperContract } from "#developer";
import { listMetrics } from "#monitoring";
import { buildSandboxContract } from "#sandbox";
import { EVENT_TYPES } from "#webhooks";
import { type Contract, listCalls } from "./collections/list-calls.ts";
import { writeBruno } from "./collections/write-bruno.ts";
import { writePostman, writePostmanEnvironment } from "./collections/write-postman.ts";
import { writeShell } from "./collections/write-shell.ts";

const FOLDER = join(import.meta.dirname, "../../../../contract");

const contracts = {
  classic: buildOpenApi() as unknown as Contract,
  v2: buildOpenApiV2() as unknown as Contract,
  sandbox: buildSandboxContract() as unknown as Contract,
};
const calls = listCalls(contracts);

/** Files by name; content that is not text is written as JSON. */
const documents: Readonly<Record<string, unknown>> = {
  "openapi.json": publish(contracts.classic),
  "openapi-v2.json": publish(contracts.v2),
  "openapi-dashboard.json": publish(buildDashboardContract()),
  "openapi-sandbox.json": publish(contracts.sandbox),
  "openapi-developer.json": publish(buildDeveloperContract()),
  "errors.json": buildErrorCatalogue(),
  "webhooks.json": listWebhooks(),
  "events.json": buildEventSchemas(),
  "metrics.json": listMetrics(),
  "vitaran.postman_collection.json": writePostman(calls),
  "vitaran.postman_environment.json": writePostmanEnvironment(),
  "vitaran.bruno.json": writeBruno(calls),
  "vitaran.sh": writeShell(calls),
};

/** Returns a document as it is published: its schemas have names, from which code generators make types. */
function publish(document: unknown): unknown {
  // Some values are only left out when they are written.
  return nameSchemas(JSON.parse(JSON.stringify(document)) as ApiDocument);
}

/** Describes the events and their fields; all values are text. Webhooks also have `event` and `signature`. */
function listWebhooks(): unknown {
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
    const text = typeof document === "string" ? document : `${JSON.stringify(document, null, 2)}\n`;
    if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
    if (check) stale.push(name);
    else writeFileSync(path, text);
  }
  if (stale.length === 0) return;
  console.error(`contract/: ${stale.join(", ")} is not what the code says; run npm run write-contract`);
  process.exitCode = 1;
}

main(process.argv.includes("--check"));
