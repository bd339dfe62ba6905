import assert from "node:assert/strict";
import { test } from "node:test";
import { logSettings, readRoom } from "./postgres-cluster.ts";

const GB = 1_073_741_824;

const settingsOf: [number, string][] = [
  [0, "4GB"],
  [20, "4GB"],
  [40, "5GB"],
  [63.9, "7GB"],
  [64, "8GB"],
  [2_000, "8GB"],
];

for (const [gigabytes, size] of settingsOf)
  test(`with ${gigabytes} GB of room PostgreSQL's log may grow to ${size}`, () => {
    assert.deepEqual(logSettings(gigabytes * GB), { max_wal_size: size });
  });

test("the room is that of the folder's disk", () => {
  assert.ok(readRoom(import.meta.dirname) > 0);
});
