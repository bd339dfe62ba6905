import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { listMembers, readMerchant } from "#access";
import { startSimulator } from "#test/simulator";
import { makeWorld } from "#test/world";
import { seedDemo, type DemoFile } from "./seed-demo.ts";

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
