import assert from "node:assert/strict";
import { totalmem } from "node:os";
import { test } from "node:test";
import { memorySettings, readMemory } from "./postgres-cluster.ts";

const GB = 1_073_741_824;

const settingsOf: [number, string, string][] = [
  [0.5, "128MB", "512MB"],
  [1, "128MB", "512MB"],
  [2, "256MB", "1024MB"],
  [3.7, "473MB", "1892MB"],
  [16, "2048MB", "8192MB"],
  [256, "2048MB", "8192MB"],
];

for (const [gigabytes, buffers, cached] of settingsOf)
  test(`on a machine with ${gigabytes} GB PostgreSQL gets ${buffers} of shared buffers`, () => {
    assert.deepEqual(memorySettings(gigabytes * GB), {
      shared_buffers: buffers,
      effective_cache_size: cached,
    });
  });

test("a container's limit counts only where it is below the machine's memory", () => {
  assert.ok(readMemory() >= 64_000_000);
  assert.ok(readMemory() <= totalmem());
});
