import assert from "node:assert/strict";
import { test } from "node:test";
import { followHere, inSpan, traceHeaders } from "./trace.ts";

test("without an SDK the work is done as if there were no spans, and no header is made", async () => {
  const result = await inSpan("outer", { about: ["a thing"], facts: { a: 1 } }, async (note) => {
    followHere("another");
    note({ b: 2 }, "fault");
    assert.deepEqual(traceHeaders(), {});
    return inSpan("inner", { about: ["another", "a thing"] }, async () => 7);
  });
  assert.equal(result, 7);
  const given = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  await inSpan("call", { headers: { traceparent: given } }, async () => assert.deepEqual(traceHeaders(), {}));
  const broken = new Error("broken");
  await assert.rejects(
    inSpan("broken", {}, () => Promise.reject(broken)),
    (error) => error === broken,
  );
});
