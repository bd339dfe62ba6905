/** Every operation checks the length of a field before it reads the field. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readHostile } from "#test/read-hostile";
import { operations } from "./operations/index.ts";

const BODY_BYTES_MAX = 262_144;

test("a long hostile text reaches no rule of any field", (context) => {
  const { fields, tooMuch } = readHostile(operations, { bytes: BODY_BYTES_MAX });
  context.diagnostic(`${fields} fields`);
  assert.ok(fields > 50);
  assert.deepEqual(tooMuch, []);
});
