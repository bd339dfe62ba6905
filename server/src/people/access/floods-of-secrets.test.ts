/** Measures the cost of floods of wrong and of right secrets, and checks which callers they keep out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { countTransactions } from "#test/faults/count-transactions";
import { withinOneMinute } from "#test/within-one-minute";
import { makeWorld } from "#test/world";
import { makeClientId, makeSecret } from "./credentials.ts";
import { AccessError, authenticateClient, authorize, takeRatePermit } from "./index.ts";
import { makeTestClient } from "./api-client.ts";

const world = await makeWorld();
const ip = "203.0.113.7";

const codeOf = (error: unknown): string => (AccessError.is(error) ? error.code : String(error));
const many = <T>(count: number, call: (index: number) => Promise<T>): Promise<Awaited<T>[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

test("wrong secrets that come together are counted together, and cost nothing once they are too many", async () => {
  await withinOneMinute(world, async () => {
    const { ctx, read } = countTransactions(world.openContext());
    const begun = (): number => [...read().values()].reduce((sum, count) => sum + count, 0);
    for (const [at, admit] of [authorize, authenticateClient].entries()) {
      const keys = { ...(await makeTestClient(ctx)), ip: `203.0.113.${at}` };
      const before = begun();
      await many<unknown>(300, () =>
        admit(ctx, { ...keys, clientSecret: makeSecret("sandbox") }).catch(codeOf),
      );
      assert.ok(begun() - before <= 60, `${begun() - before} transactions for 300 wrong secrets`);
      const after = begun();
      const heard = await many<unknown>(300, () => admit(ctx, keys).catch(codeOf));
      assert.deepEqual(new Set(heard), new Set(["too_many_attempts"]));
      assert.equal(begun(), after);
    }
  });
});

test("a stranger at a merchant's own address keeps others out there, but not the merchant", async () => {
  await withinOneMinute(world, async () => {
    const ctx = world.openContext();
    const known = await makeTestClient(ctx);
    const unknown = await makeTestClient(ctx);
    const there = "198.51.100.77";
    await authorize(ctx, { ...known, ip: there });
    const clientIds = Array.from({ length: 120 }, () => makeClientId("sandbox", newId()));
    await many(120, (index) =>
      authorize(ctx, { clientId: clientIds[index]!, clientSecret: "x", ip: there }).catch(codeOf),
    );
    assert.equal(await authorize(ctx, { ...unknown, ip: there }).catch(codeOf), "too_many_attempts");
    await authorize(ctx, { ...known, ip: there });
    await authorize(ctx, { ...unknown, ip: "198.51.100.78" });
  });
});

test("a token asked for is one of the calls of the minute", async () => {
  await withinOneMinute(world, async () => {
    const ctx = world.openContext();
    const client = await makeTestClient(ctx, { ratePerMinute: 60 });
    const heard = await many(200, () => authorize(ctx, { ...client, ip }).then(() => "issued", codeOf));
    assert.equal(heard.filter((one) => one === "issued").length, 60);
    assert.equal(heard.filter((one) => one === "too_many_requests").length, 140);
    assert.equal((await takeRatePermit(ctx, { ...client, ratePerMinute: 60 })).allowed, false);
  });
});

test("a limit that is changed holds from the next call on, and what was not used up is not lost", async () => {
  await withinOneMinute(world, async () => {
    const ctx = world.openContext();
    const client = await makeTestClient(ctx);
    assert.equal((await takeRatePermit(ctx, { ...client, ratePerMinute: 1_000 })).allowed, true);
    const take = () => takeRatePermit(ctx, { ...client, ratePerMinute: 10 });
    const permits = await many(30, take);
    assert.equal(permits.filter(({ allowed }) => allowed).length, 9);
  });
});
