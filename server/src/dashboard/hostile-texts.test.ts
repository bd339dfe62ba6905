/** No field of any operation of the dashboard is read before its length is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readHostile } from "#test/read-hostile";
import { operations } from "./operations/index.ts";

/** What the body of a request may have. */
const BODY_BYTES_MAX = 262_144;

test("a long hostile text reaches no rule of any field", (context) => {
  const { fields, tooMuch } = readHostile(operations, { bytes: BODY_BYTES_MAX });
  context.diagnostic(`${fields} fields`);
  assert.ok(fields > 50);
  assert.deepEqual(tooMuch, []);
});
