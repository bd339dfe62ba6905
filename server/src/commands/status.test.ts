/** The public status page: real numbers with their samples, nothing of a merchant, nothing told of too few calls. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fastify from "fastify";
import { observeBank, watchBanks, type Observation, type PublicHealth } from "#health";
import { makeWorld, type World } from "#test/world";
import { mountStatus } from "./mount-status.ts";

const world = await makeWorld();

/** What a new visitor sees. */
async function open(of: World): Promise<{ items: PublicHealth[]; page: string; csp: unknown }> {
  const app = fastify();
  mountStatus(app, of.ctx);
  const [json, page] = await Promise.all([app.inject("/status.json"), app.inject("/status")]);
  await app.close();
  assert.deepEqual([json.statusCode, page.statusCode], [200, 200]);
  return {
    items: json.json<{ items: PublicHealth[] }>().items,
    page: page.body,
    csp: page.headers["content-security-policy"],
  };
}

const observe = (
  merchantId: string,
  sign: Observation["sign"],
  count: number,
  more: Partial<Observation> = {},
): void => {
  for (let made = 0; made < count; made += 1) {
    const one = {
      bankId: "meghdoot",
      rail: "imps",
      payeeCode: "HDFC",
      sign,
      at: Date.now(),
      tookMs: 5,
    } as const;
    observeBank(world.ctx, merchantId, { ...one, ...more });
  }
};

test("shares of live and of simulated banks stand apart, with their calls; of too few nothing is said", async () => {
  assert.match((await open(world)).page, /No live payment has been told to a bank yet/);
  const [live, sandbox, other] = [
    await world.makeMerchant({ mode: "live" }),
    await world.makeMerchant(),
    await world.makeMerchant(),
  ];
  observe(live.merchantId, "paid", 95);
  observe(live.merchantId, "refused", 5);
  observe(sandbox.merchantId, "paid", 15);
  observe(other.merchantId, "paid", 15);
  observe(other.merchantId, "paid", 3, { bankId: "jugnu" });
  await watchBanks(world.ctx);
  const { items, page, csp } = await open(world);
  assert.deepEqual(
    items.map(({ banks, bankName, rail, calls, successBp }) => [banks, bankName, rail, calls, successBp]),
    [
      ["live", "Meghdoot Bank", "imps", 100, 9_500],
      ["simulated", "Jugnu Payments Bank", "imps", 3, null],
      ["simulated", "Meghdoot Bank", "imps", 30, 10_000],
    ],
  );
  assert.match(page, /95\.00 % \(88\.\d\d % to 97\.\d\d %\)/);
  assert.match(page, /Too few calls to say/);
  assert.match(String(csp), /default-src 'none'/);
  for (const secret of [live.merchantId, sandbox.merchantId, "HDFC"])
    assert.ok(!page.includes(secret), secret);
});
