import assert from "node:assert/strict";
import { test } from "node:test";
import { isSuccess } from "./record-tries.ts";

test("a classic receiver says yes with 200 alone, any other with any 2xx", () => {
  for (const format of ["classic_form", "classic_json"] as const) {
    assert.equal(isSuccess(format, 200), true);
    for (const status of [null, 201, 204, 301, 400, 500]) assert.equal(isSuccess(format, status), false);
  }
  for (const format of ["standard", "v2"] as const) {
    for (const status of [200, 202, 204, 299]) assert.equal(isSuccess(format, status), true);
    for (const status of [null, 199, 300, 410, 503]) assert.equal(isSuccess(format, status), false);
  }
});
