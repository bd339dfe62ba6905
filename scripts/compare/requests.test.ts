import assert from "node:assert/strict";
import { test } from "node:test";
import { makeDice } from "./dice.ts";
import { listOperations } from "./operations.ts";
import { makeRequests, type Draft } from "./requests.ts";
import { makePool, type Pool } from "./values.ts";

const body = {
  type: "object",
  required: ["transferId", "amount"],
  properties: { transferId: { type: "string", maxLength: 40 }, amount: { type: "string" } },
};
const example = { transferId: "INV_1", amount: "100.00" };
const operations = listOperations({
  servers: [{ url: "/payout" }],
  components: { schemas: {} },
  paths: {
    "/v1/pay": {
      post: {
        operationId: "pay",
        responses: {},
        requestBody: { content: { "application/json": { schema: body, example } } },
      },
    },
    "/v1/recalls/{id}": {
      get: {
        operationId: "getRecall",
        responses: {},
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "page", in: "query", required: false, schema: { type: "integer" } },
        ],
      },
    },
  },
});

function make(seed: number, count: number, fill: (pool: Pool) => void = () => undefined): Draft[] {
  const dice = makeDice(seed);
  const pool = makePool(dice);
  fill(pool);
  const maker = makeRequests({ operations, dice, pool, prefix: "t" });
  return Array.from({ length: count }, maker.next);
}

test("the same seed makes the same requests, and another seed others", () => {
  assert.deepEqual(make(1, 100), make(1, 100));
  assert.notDeepEqual(make(1, 100), make(2, 100));
});

test("every field meets every fault, and valid requests look like the example", () => {
  const drafts = make(1, 1_500);
  const faults = new Set(drafts.flatMap((draft) => draft.faults));
  for (const fault of [
    "transferId: missing",
    "transferId: too long",
    "amount: null",
    "id: empty",
    "page: twice",
  ])
    assert.ok(faults.has(fault), fault);
  for (const fault of ["no credentials", "half a body", "another method", "repeated"])
    assert.ok(faults.has(fault), fault);
  const valid = drafts.filter((draft) => draft.faults.length === 0 && draft.method === "POST");
  assert.ok(valid.length > 100);
  for (const draft of valid) assert.deepEqual(Object.keys(draft.body as object), ["transferId", "amount"]);
  const long = drafts.find((draft) => draft.faults.join() === "transferId: too long")!;
  assert.equal((long.body as typeof example).transferId.length, 41);
});

test("an id of an earlier answer stands in later paths", () => {
  const drafts = make(1, 200, (pool) => pool.add("recallId", "recall-7"));
  assert.ok(drafts.some((draft) => draft.parameters["id"] === "recall-7"));
});
