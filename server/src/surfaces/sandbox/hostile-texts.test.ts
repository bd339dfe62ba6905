/** No field of any control is read before its length is checked. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readHostile } from "#test/read-hostile";
import { controls } from "./mount-sandbox.ts";

/** The limit for the body of a request. */
const BODY_BYTES_MAX = 262_144;

test("a long hostile text reaches no rule of any field", (context) => {
  const { fields, tooMuch } = readHostile(controls, { bytes: BODY_BYTES_MAX });
  context.diagnostic(`${fields} fields`);
  assert.ok(fields > 50);
  assert.deepEqual(tooMuch, []);
});
