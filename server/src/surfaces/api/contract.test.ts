import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { buildErrorCatalogue, buildOpenApi } from "./build-openapi.ts";
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
  assert.deepEqual(read("openapi.json"), JSON.parse(JSON.stringify(document)));
  assert.deepEqual(read("errors.json"), JSON.parse(JSON.stringify(buildErrorCatalogue())));
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
