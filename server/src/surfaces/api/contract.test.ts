import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type ApiDocument, inlineSchemas, nameSchemas } from "@vitaran/open-api";
import { buildErrorCatalogue, buildOpenApi } from "./build-openapi.ts";
import { buildEventSchemas } from "./event-schemas.ts";
import { checkSchema } from "#test/literals/check-schema";
import { operations } from "./operations/index.ts";

interface Content {
  /** Absent if the answer is a file. */
  "application/json"?: {
    schema: Record<string, unknown>;
    examples: Record<string, { value: Record<string, unknown> }>;
  };
}
interface Described {
  operationId: string;
  requestBody?: { content: { "application/json"?: { schema: Record<string, unknown>; example?: unknown } } };
  responses: Record<string, { content: Content }>;
}

const document = buildOpenApi() as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: object };
};
const described = Object.values(document.paths).flatMap((path) => Object.values(path));

test("the published files are what the code says", () => {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../../../contract/${name}`, import.meta.url), "utf8"));
  assert.deepEqual(inlineSchemas(read("openapi.json") as ApiDocument), JSON.parse(JSON.stringify(document)));
  assert.deepEqual(read("events.json"), JSON.parse(JSON.stringify(buildEventSchemas())));
  assert.deepEqual(read("errors.json"), JSON.parse(JSON.stringify(buildErrorCatalogue())));
});

test("every published document has named schemas and relative addresses, and no schema is lost by its name", () => {
  for (const name of ["openapi", "openapi-v2", "openapi-dashboard", "openapi-sandbox", "openapi-developer"]) {
    const file = new URL(`../../../../contract/${name}.json`, import.meta.url);
    const published = JSON.parse(readFileSync(file, "utf8")) as ApiDocument & { servers: { url: string }[] };
    const inlined = inlineSchemas(published);
    assert.notDeepEqual(inlined, published, name);
    assert.deepEqual(nameSchemas(inlined), published, name);
    for (const { url } of published.servers) assert.match(url, /^\//, name);
    for (const { responses, requestBody } of Object.values(published.paths).flatMap(Object.values)) {
      for (const { content } of [...Object.values(responses as object), ...[requestBody ?? {}]]) {
        const json = content?.["application/json"];
        if (json !== undefined) assert.deepEqual(Object.keys(json.schema), ["$ref"], name);
      }
    }
  }
});

test("every operation and version is described once", () => {
  assert.equal(described.length, operations.flatMap(({ versions }) => versions).length);
  assert.equal(new Set(described.map(({ operationId }) => operationId)).size, described.length);
});

test("every example is what its schema says", () => {
  const envelope = (document.components.schemas as { Envelope: Record<string, unknown> }).Envelope;
  for (const { operationId, responses, requestBody } of described) {
    for (const { content } of Object.values(responses)) {
      const { schema, examples } = content["application/json"] ?? { schema: {}, examples: {} };
      const parts = ((schema.allOf ?? []) as Record<string, unknown>[]).filter((part) => !("$ref" in part));
      for (const [name, { value }] of Object.entries(examples)) {
        const where = `${operationId} ${name}`;
        assert.deepEqual(checkSchema(envelope, value), [], where);
        for (const part of parts) assert.deepEqual(checkSchema(part, value), [], where);
      }
    }
    const body = requestBody?.content["application/json"];
    if (body !== undefined) assert.deepEqual(checkSchema(body.schema, body.example), [], operationId);
  }
});

test("every literal of the catalogue is an example of its operation", () => {
  for (const row of buildErrorCatalogue()) {
    const operation = operations.find(({ name }) => name === row.operation)!;
    const path = document.paths[`/payout/${row.version}${operation.path}`]!;
    const { responses } = path[operation.method.toLowerCase()]!;
    const examples = responses[String(row.httpStatus)]!.content["application/json"]?.examples ?? {};
    const pattern = row.message.split(/\{\w+\}/);
    const isSaid = Object.values(examples).some(({ value }) =>
      pattern.every((part) => (value.message as string).includes(part)),
    );
    assert.ok(isSaid, `${row.operation} ${row.version} ${row.message}`);
  }
});
