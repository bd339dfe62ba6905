import assert from "node:assert/strict";
import { test } from "node:test";
import { limitFlights } from "./in-flight.ts";
import { Refusal } from "./surface.ts";

test("a key has its places, and one more waits until one is free; others are not held up", async () => {
  const flights = limitFlights({ places: 10, perKey: 2, waitingMax: 1 });
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun: number[] = [];
  const runs = gates.map(({ promise }, index) =>
    flights.run("a", async () => {
      begun.push(index);
      await promise;
    }),
  );
  const isBusy = (error: unknown): boolean => error instanceof Refusal && error.code === "too_many_requests";
  await assert.rejects(
    flights.run("a", async () => undefined),
    isBusy,
  );
  assert.equal(await flights.run("b", async () => "other"), "other");
  assert.equal(await flights.run(null, async () => "free"), "free");
  assert.deepEqual(begun, [0, 1]);
  gates[1]!.resolve();
  gates[2]!.resolve();
  await runs[2];
  assert.deepEqual(begun, [0, 1, 2]);
  for (const gate of gates) gate.resolve();
  await Promise.all(runs);
});

test("a call that fails gives its place back", async () => {
  const flights = limitFlights({ places: 1, perKey: 1, waitingMax: 0 });
  for (let call = 0; call < 3; call += 1)
    await assert.rejects(
      flights.run("a", () => Promise.reject(new Error("broke"))),
      /broke/,
    );
  assert.equal(await flights.run("a", async () => "fine"), "fine");
});
