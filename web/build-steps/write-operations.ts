// Writes the operations that the console of the API reference offers, as a file that it fetches when it is opened.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apiOperations } from "#app/facts/api-operations.ts";
import type { ApiOperation } from "#app/facts/api-operations.ts";
import { examples, SENT_FILE } from "#app/facts/api-samples.ts";
import { OPERATIONS_FILE } from "#docs/try-it/operation.ts";
import type { TriedOperation } from "#docs/try-it/operation.ts";

/** A call may accept several IDs for the same thing; these are the ones that are filled in. */
const NAMING = new Set(["transferId", "userId", "bulkValidationId"]);

export function triedOperation(operation: ApiOperation): TriedOperation {
  const { id, title, method, versions, fields, body, fileType } = operation;
  const asked = fields.filter(({ where, name }) => where !== "body" && name !== "X-Request-Id");
  return {
    id,
    title,
    method,
    versions,
    fields: asked.map(({ name, where, required, about, options }) => ({
      name,
      where,
      required,
      about,
      ...(options === undefined ? {} : { options }),
      example: required || NAMING.has(name) ? decodeURIComponent(examples[name] ?? options?.[0] ?? "") : "",
    })),
    ...(body === undefined ? {} : { body: JSON.stringify(body, null, 2) }),
    ...(fileType === undefined ? {} : { body: SENT_FILE.text, contentType: fileType }),
  };
}

export async function writeOperations(clientDir: string): Promise<void> {
  const text = JSON.stringify(apiOperations.map(triedOperation));
  await writeFile(join(clientDir, OPERATIONS_FILE), text);
}
