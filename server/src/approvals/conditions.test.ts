import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { level, makeOffice, policy } from "./test/office.ts";
import { ApprovalError, setPolicies, type Policy } from "./index.ts";

const world = await makeWorld();

test("a condition that nothing of a kind can fulfil is refused: it would let everything through", async () => {
  const { merchantId } = await makeOffice(world.ctx);
  for (const subjectKind of ["beneficiary", "limit", "key_reset"] as const) {
    const set = (other: Partial<Policy>) =>
      setPolicies(world.ctx, merchantId, {
        subjectKind,
        policies: [policy([level(1)], other)],
        by: "system",
      });
    for (const other of [
      { fromPaise: 1n },
      { toPaise: 100n },
      { rails: ["imps"] },
      { fundSourceIds: ["WALLET_1"] },
      { creators: ["api", "batch"] as const },
    ])
      await assert.rejects(set(other), (error) => ApprovalError.is(error, "bad_policy"));
    await set({ creators: ["api"] });
  }
});
