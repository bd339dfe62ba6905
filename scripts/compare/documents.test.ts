import assert from "node:assert/strict";
import { test } from "node:test";
import { compareDocuments, describeDifference } from "./documents.ts";

/** Returns the differences that are more than texts, as lines. */
const differencesOf = (before: unknown, after: unknown): string[] =>
  compareDocuments(before, after)
    .filter(({ isText }) => !isText)
    .map(describeDifference);

const amount = { type: "string", maxLength: 16, description: "Rupees." };

test("a schema means the same in its place and by reference, whatever the order of its keys and sets", () => {
  const before = {
    paths: { "/a": { post: { schema: { $ref: "#/components/schemas/A" } } } },
    components: {
      schemas: { A: { required: ["x", "y"], properties: { x: amount, y: { enum: ["p", "q"] } } } },
    },
  };
  const after = {
    paths: {
      "/a": {
        post: { schema: { properties: { y: { enum: ["q", "p"] }, x: amount }, required: ["y", "x"] } },
      },
    },
    components: {},
  };
  assert.deepEqual(
    differencesOf(before, after).filter((line) => !line.includes("components")),
    [],
  );
});

test("an operation, a field, a limit and a literal that differ are listed by their path", () => {
  const of = (fields: object) => ({
    paths: { "/a": { post: { properties: fields, required: Object.keys(fields) } } },
  });
  assert.deepEqual(
    differencesOf(
      of({ amount, id: { enum: ["p", "q"] } }),
      of({ amount: { ...amount, maxLength: 17 }, id: { enum: ["p", "r"] } }),
    ),
    [
      "~ paths > /a > post > properties > amount > maxLength: 16 is now 17",
      '- paths > /a > post > properties > id > enum > "q": true',
      '+ paths > /a > post > properties > id > enum > "r": true',
    ],
  );
  assert.deepEqual(differencesOf(of({ amount }), of({})), [
    `- paths > /a > post > properties > amount: ${JSON.stringify(amount)}`,
    '- paths > /a > post > required > "amount": true',
  ]);
  assert.equal(differencesOf(of({}), { paths: {} }).length, 1);
});

test("a text for people is told apart, but not a field that has its name", () => {
  const before = { info: { description: "One." }, properties: { description: { type: "string" } } };
  const after = { info: { description: "Two." }, properties: {} };
  const found = compareDocuments(before, after);
  assert.deepEqual(
    found.map(({ path, isText }) => [path.join("."), isText]),
    [
      ["info.description", true],
      ["properties.description", false],
    ],
  );
});

test("parameters and refusals are found by what they are, not by their place", () => {
  const parameter = (name: string, required: boolean) => ({ in: "query", name, required });
  const before = { parameters: [parameter("a", true), parameter("b", true)] };
  const after = { parameters: [parameter("b", false), parameter("a", true)] };
  assert.deepEqual(differencesOf(before, after), ["~ parameters > query b > required: true is now false"]);
  const refusal = (code: string, httpStatus: number) => ({
    operation: "pay",
    version: "v1",
    names: [code],
    httpStatus,
  });
  assert.deepEqual(differencesOf([refusal("late", 400), refusal("poor", 402)], [refusal("poor", 403)]), [
    `- pay v1 late: ${JSON.stringify(refusal("late", 400))}`,
    "~ pay v1 poor > httpStatus: 402 is now 403",
  ]);
});

test("a schema within itself ends", () => {
  const tree = { a: { $ref: "#/b" }, b: { properties: { child: { $ref: "#/b" } } } };
  assert.deepEqual(differencesOf(tree, structuredClone(tree)), []);
});
