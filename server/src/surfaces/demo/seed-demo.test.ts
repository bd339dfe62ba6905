import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { hashPassword, listMembers, readMerchant, resetApiClient } from "#access";
import { topUp, WALLET_ID } from "#fund-sources";
import { makeWithdrawal } from "#withdrawals";
import { startSimulator } from "#test/simulator";
import { makeWorld } from "#test/world";
import { keepDemoFile } from "./start-demo.ts";
import { seedDemo, type DemoFile } from "./index.ts";
import { REGISTERED_ACCOUNT } from "./business.ts";

const dataDir = mkdtempSync(join(tmpdir(), "vitaran-demo-"));
const world = await makeWorld({ environment: { VITARAN_DATA_DIR: dataDir } });
world.onClose(async () => rmSync(dataDir, { recursive: true, force: true }));
const { ctx } = world;

test("the demo's file names its organization, merchants and members, and a second seed changes nothing", async () => {
  const simulator = await startSimulator(world);
  const where = {
    simulatorUrl: simulator.url,
    ownUrl: "http://127.0.0.1:9",
    baseUrl: "http://localhost:8080",
  };
  const demo = await seedDemo(ctx, where);
  const file = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as DemoFile;
  assert.deepEqual(file, demo);
  for (const { merchantId, name } of demo.clients) {
    const merchant = await ctx.db.inMerchant(merchantId, readMerchant);
    assert.deepEqual([merchant.organizationId, merchant.name], [demo.organizationId, name]);
  }
  const members = await ctx.db.inMerchant(demo.organizationId, (tx) => listMembers(tx, { limit: 10 }));
  const idsOf = (people: readonly { memberId: string; email: string }[]): string[] =>
    people.map(({ memberId, email }) => `${email} ${memberId}`).toSorted();
  assert.deepEqual(idsOf(demo.members), idsOf(members));
  assert.deepEqual(await seedDemo(ctx, where), demo);
});

test("each merchant withdraws at once, to its registered account", async () => {
  const { holderName: name, ...account } = REGISTERED_ACCOUNT;
  const from = { name, ...account };
  const { clients } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as DemoFile;
  for (const { merchantId } of clients) {
    const credit = { bankId: "meghdoot", utr: "FIRST", amountPaise: 1_000_00n, fundSourceId: WALLET_ID };
    await topUp(ctx, merchantId, { ...credit, from });
    const order = { withdrawalKey: "W1", amountPaise: 1_000_00n, remarks: "", by: "system" } as const;
    assert.equal((await makeWithdrawal(ctx, merchantId, order)).kind, "made");
  }
});

test("the file holds the secret of today, and no password that the admin has changed", async () => {
  const simulator = await startSimulator(world);
  const where = {
    simulatorUrl: simulator.url,
    ownUrl: "http://127.0.0.1:9",
    baseUrl: "http://localhost:8080",
  };
  const demo = await seedDemo(ctx, where);
  const read = (): DemoFile => JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as DemoFile;
  const stopKeeping = await keepDemoFile(ctx, demo);
  const { merchantId } = demo.clients[1]!;
  const { clientSecret } = await resetApiClient(ctx, merchantId);
  while (read().clients[1]!.clientSecret !== clientSecret)
    await new Promise((resolve) => setImmediate(resolve));
  await stopKeeping();
  const later = await resetApiClient(ctx, merchantId);
  await world.look("update access.member set password_hash = $1 where email = $2", [
    await hashPassword("another one of mine"),
    demo.dashboard.email,
  ]);
  const again = await seedDemo(ctx, where);
  assert.equal(again.clients[1]!.clientSecret, later.clientSecret);
  assert.deepEqual(again.dashboard, { email: demo.dashboard.email, password: null });
  assert.deepEqual(read(), again);
});

test("a demo without history shows the real time", async () => {
  const other = await makeWorld({ environment: { VITARAN_DATA_DIR: dataDir, VITARAN_DEMO_HISTORY: "off" } });
  const simulator = await startSimulator(other);
  await seedDemo(other.ctx, { simulatorUrl: simulator.url, ownUrl: "http://127.0.0.1:9", baseUrl: "" });
  assert.deepEqual(await other.look("select from lib.merchant_clock"), []);
  assert.equal((await world.look("select from lib.merchant_clock")).length, 1);
});
