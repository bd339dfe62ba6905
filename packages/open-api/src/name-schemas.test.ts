import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiDocument, Part } from "./document.ts";
import { inlineSchemas, nameSchemas } from "./index.ts";

const row = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
const list = { type: "object", properties: { rows: { type: "array", items: row } } };
const json = (schema: Part) => ({
  content: { "application/json": { schema, example: { properties: {} } } },
});

const document: ApiDocument = {
  paths: {
    "/a": { post: { operationId: "sendRows", requestBody: json(list), responses: { 200: json(row) } } },
    "/b": { get: { operationId: "list_rows_v1.2", responses: { 200: json(list), 404: json(row) } } },
  },
  components: { schemas: {} },
};

test("bodies, answers and the objects inside them have names, and equal ones share theirs", () => {
  const { paths, components } = nameSchemas(document);
  assert.deepEqual(Object.keys(components.schemas), ["SendRowsBody", "SendRowsBodyRowsItem"]);
  assert.deepEqual(components.schemas["SendRowsBody"]!["properties"], {
    rows: { type: "array", items: { $ref: "#/components/schemas/SendRowsBodyRowsItem" } },
  });
  const listed = paths["/b"]!["get"]!.responses;
  assert.deepEqual(listed["200"], json({ $ref: "#/components/schemas/SendRowsBody" }));
  assert.deepEqual(listed["404"], json({ $ref: "#/components/schemas/SendRowsBodyRowsItem" }));
});

test("what is named and put back is what it was", () => {
  assert.deepEqual(inlineSchemas(nameSchemas(document)), document);
});

test("a component whose name could be made from a place is refused", () => {
  const schemas = { SendRowsBody: row };
  assert.throws(() => nameSchemas({ ...document, components: { schemas } }), /SendRowsBody could also be/);
});
