import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientBase } from "pg";
import { watchServers } from "./db-server.ts";

/** A connection to a server that was started at a certain time. */
const to = (server: string): ClientBase =>
  ({ query: async () => ({ rows: [{ server }] }) }) as unknown as ClientBase;

test("another server is unexamined until it was examined, and from then on the moment is known", async () => {
  const watch = watchServers();
  await watch.meet(to("first"));
  await watch.examine(async () => undefined);
  assert.equal(watch.isUnexamined(), false);
  assert.equal(watch.examinedAt(), -Infinity, "the first server is no other one");
  await watch.meet(to("second"));
  await assert.rejects(watch.examine(() => Promise.reject(new Error("away"))));
  assert.equal(watch.isUnexamined(), true);
  const beganAt = performance.now();
  await watch.examine(async () => undefined);
  assert.equal(watch.isUnexamined(), false);
  assert.ok(watch.examinedAt() >= beganAt);
});
