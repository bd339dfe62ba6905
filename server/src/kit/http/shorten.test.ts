import assert from "node:assert/strict";
import { test } from "node:test";
import { CUT } from "#lib/cut-text";
import { makeLengthTest, makeShorten } from "./shorten.ts";

const text = (maxLength: number) => ({ type: "string", maxLength });
const schema = {
  type: "object",
  properties: {
    id: text(120),
    amount: { anyOf: [text(150), { type: "number" }] },
    mode: { type: "string", enum: ["imps", "neft"] },
    names: { type: "array", maxItems: 2, items: text(10) },
    inner: { type: "object", properties: { note: text(200) } },
    notes: { type: "object", additionalProperties: text(110) },
  },
};
const shorten = makeShorten(schema, "order");
const isShort = makeLengthTest(schema, "order");

test("what is as long as it may be is handed on itself", () => {
  const value = {
    id: "x".repeat(120),
    amount: "1".repeat(150),
    mode: "imps",
    names: ["a", "b"],
    inner: { note: "n".repeat(200) },
    notes: { any: "x".repeat(110) },
    unknown: "x".repeat(5_000),
  };
  assert.equal(shorten(value), value);
  assert.ok(isShort(value));
});

test("what is longer comes out too long by a little, wherever it stands", () => {
  const long = "٣".repeat(1_000_000);
  const cut = (length: number): string => "٣".repeat(length) + CUT;
  const value = {
    id: long,
    amount: long,
    mode: long,
    names: [long, "b", "c", "d"],
    inner: { note: long, other: 7 },
    notes: { any: long },
    unknown: long,
  };
  assert.deepEqual(shorten(value), {
    id: cut(120),
    amount: cut(150),
    mode: cut(100),
    names: [cut(100), "b", "c"],
    inner: { note: cut(200), other: 7 },
    notes: { any: cut(110) },
    unknown: cut(5_000),
  });
  assert.ok(!isShort(value));
});

test("no half of a character is left where a text is cut", () => {
  const { id } = shorten({ id: `${"x".repeat(119)}${"💸".repeat(10)}` }) as { id: string };
  assert.ok(id.isWellFormed());
  assert.ok(id.length > 120 && id.endsWith(CUT));
});

test("a field without its maximum cannot be declared", () => {
  const declare = (field: object) => () => makeShorten({ type: "object", properties: { field } }, "order");
  assert.throws(declare({ type: "string" }), /order\.field has no maxLength/);
  assert.throws(declare({ type: ["string", "null"] }), /order\.field has no maxLength/);
  assert.throws(declare({ anyOf: [{ type: "string" }, { type: "null" }] }), /order\.field has no maxLength/);
  assert.throws(declare({ type: "array", items: text(5) }), /order\.field has no maxItems/);
  assert.throws(
    declare({ type: "array", maxItems: 5, items: { type: "string" } }),
    /order\.field\[\] has no/,
  );
  assert.throws(
    declare({ type: "object", additionalProperties: { type: "string" } }),
    /order\.field\.\* has no/,
  );
  assert.throws(declare({}), /order\.field is declared without a type/);
});
