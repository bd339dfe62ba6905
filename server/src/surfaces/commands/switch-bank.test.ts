/** `switch-bank` does what its help says; `make-key` prints a key that the settings accept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "#lib/config";
import { acceptTransfers, runtimeOf, workTransfers } from "#transfers";
import { runHere } from "#test/run-words";
import { startSimulator } from "#test/simulator";
import { makeWorld } from "#test/world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld();
const { ctx } = world;
const simulator = await startSimulator(world);
const operator = makeOperator(world);

const MINUTE_MS = 60_000;

async function moveClock(merchantId: string, byMs: number): Promise<void> {
  await world.look(
    `insert into lib.merchant_clock as clock (merchant_id, offset_ms)
     values ($1, $2)
     on conflict (merchant_id) do update
     set offset_ms = clock.offset_ms + excluded.offset_ms`,
    [merchantId, byMs],
  );
}

test("a bank that is off takes no new payment, keeps what it has, and sends what waits when it is on", async () => {
  const { merchantId, debitAccount } = await world.makeMerchant({
    balancePaise: 10_000_00n,
    bankIds: ["meghdoot"],
    simulator,
  });
  const inline = { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" };
  const pay = async (transferKey: string, more: object = {}) => {
    const order = {
      transferKey,
      amountPaise: 100_00n,
      remarks: "",
      fundSourceId: null,
      mode: "imps",
      ...more,
    };
    const [answer] = await acceptTransfers(ctx, merchantId, [{ ...order, payee: { inline } } as never]);
    await runtimeOf(ctx).idle();
    return answer!;
  };
  const statusOf = async (transferKey: string) => {
    const [row] = await world.look<{ status: string; waitingFor: string | null }>(
      `select status, waiting_for as "waitingFor" from transfers.transfer
       where merchant_id = $1 and transfer_key = $2`,
      [merchantId, transferKey],
    );
    return [row?.status, row?.waitingFor];
  };
  const work = async (): Promise<void> => {
    await workTransfers(ctx, merchantId);
    await runtimeOf(ctx).idle();
  };
  const pending = { kind: "pending", then: "succeed", afterMs: 2 * MINUTE_MS };
  await simulator.control("POST", "/sim/script", { match: { debitAccount }, mishap: pending });
  await pay("has");
  await pay("later", { processOn: new Date(Date.now() + MINUTE_MS) });
  assert.deepEqual([await statusOf("has"), (await statusOf("later"))[0]], [["sent", null], "waiting"]);

  const bank = { merchant: merchantId, bank: "meghdoot" };
  await operator.run("switch-bank", { ...bank, to: "off" });
  const refused = await pay("new");
  assert.deepEqual([refused.kind, (refused as { code?: string }).code], ["refused", "mode_not_enabled"]);
  await moveClock(merchantId, 5 * MINUTE_MS);
  await simulator.control("POST", "/sim/clock", { debitAccount, advanceMs: 5 * MINUTE_MS });
  await work();
  assert.deepEqual(await statusOf("has"), ["succeeded", null]);
  assert.deepEqual(await statusOf("later"), ["waiting", "downtime"]);

  await operator.run("switch-bank", { ...bank, to: "on" });
  await moveClock(merchantId, 60 * MINUTE_MS);
  await work();
  assert.deepEqual(await statusOf("later"), ["succeeded", null]);
});

test("a new key is 32 bytes in Base64, and another one each time", async () => {
  const keys = await Promise.all([runHere(["make-key"], {}), runHere(["make-key"], {})]);
  const [one, other] = keys.map(({ out }) => out.trim());
  assert.notEqual(one, other);
  const { masterKeys } = readConfig({ VITARAN_MASTER_KEY: `${one},${other}` });
  assert.deepEqual(
    masterKeys.map(({ length }) => length),
    [32, 32],
  );
});
