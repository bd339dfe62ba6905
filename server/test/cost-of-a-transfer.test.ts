/** What a transfer asks of PostgreSQL, counted: round trips, statements, WAL records. It may become less, not more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeCostCounter } from "./count-cost.ts";
import { makeWorld } from "./world.ts";

/** For a set of so many; records are of the write-ahead log, for each transfer. */
const LIMITS = [
  { size: 1, token: [1, 4], accept: [2, 17, 26], record: [2, 13, 20] },
  { size: 64, token: [1, 4], accept: [2, 17, 19], record: [2, 13, 16] },
] as const;

const world = await makeWorld();
const count = await makeCostCounter({
  ...world,
  open: (databaseUrl) => world.openContext({ databaseUrl, connections: 1 }),
});

test("a transfer costs no more round trips, statements and WAL records than it did", async () => {
  for (const { size, ...limits } of LIMITS) {
    const { token, accept, record } = await count(size);
    const found = {
      token: [token.rounds, token.statements],
      accept: [accept.rounds, accept.statements, Math.ceil(accept.records / size)],
      record: [record.rounds, record.statements, Math.ceil(record.records / size)],
    };
    assert.deepEqual(found, limits, `a set of ${size}`);
  }
});
