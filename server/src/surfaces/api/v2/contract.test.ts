/** The published document of the v2 API agrees with the code, and its examples with its schemas. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type ApiDocument, inlineSchemas } from "@vitaran/open-api";
import { buildOpenApiV2, isOfV2, operationsV2, refusalsOf } from "#api";
import { checkSchema } from "#test/v2-client";
import { publish } from "./rules.ts";

interface Described {
  operationId: string;
  responses: Record<
    string,
    { content: { "application/json": { examples?: Record<string, { value: object }> } } }
  >;
}

const document = buildOpenApiV2() as { paths: Record<string, Record<string, Described>> };
const described = Object.values(document.paths).flatMap((path) => Object.values(path));

test("the published file is what the code says", () => {
  const file = new URL("../../../../../contract/openapi-v2.json", import.meta.url);
  const published = JSON.parse(readFileSync(file, "utf8")) as ApiDocument;
  assert.deepEqual(inlineSchemas(published), JSON.parse(JSON.stringify(document)));
});

test("every operation is described once, with all that it may refuse", () => {
  assert.deepEqual(
    described.map(({ operationId }) => operationId).toSorted(),
    operationsV2.map(({ name }) => name).toSorted(),
  );
  for (const operation of operationsV2) {
    const { responses } = document.paths[operation.path]![operation.method.toLowerCase()]!;
    const said = Object.values(responses).flatMap(({ content }) =>
      Object.values(content["application/json"].examples ?? {}).map(({ value }) => JSON.stringify(value)),
    );
    const all = refusalsOf(operation).map(({ type, code, message }) =>
      JSON.stringify({ type, code, message }),
    );
    assert.deepEqual(said.toSorted(), all.toSorted(), operation.name);
  }
});

test("every example is what its schema says", () => {
  for (const { name, success, body, bodyExample } of operationsV2) {
    assert.deepEqual(checkSchema(success.schema, success.example), [], name);
    if (body !== undefined) assert.deepEqual(checkSchema(publish(body), bodyExample), [], name);
  }
});

test("codes have the shape that programs read, and sentences no double quotes", () => {
  for (const operation of operationsV2) {
    for (const { code, message } of refusalsOf(operation)) {
      assert.match(code, /^(transfers\[0\]\.)?[a-zA-Z_.-]+$/);
      assert.doesNotMatch(message, /"/);
    }
  }
});

test("only its own addresses are the v2 API's", () => {
  for (const url of [
    "/payout/transfers",
    "/payout/transfers?x=1",
    "/payout/beneficiary",
    "/payout/transfers/x",
  ])
    assert.ok(isOfV2(url), url);
  for (const url of [
    "/payout/beneficiary-management",
    "/payout/api/transfers",
    "/payout/v1/transfers",
    "/transfers",
  ])
    assert.ok(!isOfV2(url), url);
});
