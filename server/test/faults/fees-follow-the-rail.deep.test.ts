/** The fee of a payment is the list price of the rail that carried it, also in outages and for loans. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readStatement, WALLET_ID } from "#fund-sources";
import { openIncident } from "#health";
import type { Rail } from "#rails";
import { acceptTransfers, previewTransfer, readTransfers, runtimeOf, type TransferOrder } from "#transfers";
import { GOOD, lendTo, makeLendingWorld, WALLET } from "../lending-world.ts";
import { assertSound, orderTo, settle, type Payer } from "./fault-world.ts";

const world = await makeLendingWorld();
const { ctx } = world;

/** Closes one rail at the payees' bank. */
const closeRail = ({ merchantId }: Payer, mode: Rail): Promise<unknown> =>
  openIncident(ctx, merchantId, {
    entity: "bank",
    entityCode: "YESB",
    mode,
    severity: "high",
    because: "test",
    planned: null,
    by: "system",
  });

const automatic = (transferKey: string, rupees: bigint): TransferOrder => ({
  ...orderTo(transferKey, { mode: "banktransfer" }),
  amountPaise: rupees * 100n,
});

/** Pays and completes; returns rail, fee, GST, and the total that the wallet paid, in paise. */
async function pay(merchant: Payer, order: TransferOrder): Promise<readonly (string | bigint)[]> {
  const before = await world.balanceOf(merchant, WALLET);
  await acceptTransfers(ctx, merchant.merchantId, [order]);
  await runtimeOf(ctx).idle();
  await settle(world, ctx, merchant);
  const [transfer] = await readTransfers(ctx, merchant.merchantId, { transferKeys: [order.transferKey] });
  const { status, rail, feePaise, taxPaise, amountPaise } = transfer!;
  const gone = before - (await world.balanceOf(merchant, WALLET)) - amountPaise;
  return [status, rail, feePaise, taxPaise, gone];
}

test("Automatic that NEFT carries, because IMPS is down, costs what NEFT costs; without a downtime, IMPS", async () => {
  const merchant = await world.makePayer();
  assert.deepEqual(await pay(merchant, automatic("up", 5_000n)), ["succeeded", "imps", 8_00n, 1_44n, 9_44n]);
  await closeRail(merchant, "imps");
  assert.deepEqual(await pay(merchant, automatic("down", 5_000n)), ["succeeded", "neft", 5_00n, 90n, 5_90n]);
  await assertSound(world, [merchant]);
});

test("Automatic that IMPS carries, because NEFT is down, costs what IMPS costs, which was held and told", async () => {
  const merchant = await world.makePayer();
  const order = automatic("large", 3_00_000n);
  const preview = await previewTransfer(ctx, merchant.merchantId, order);
  const { feePaise, taxPaise, reservePaise } = preview.options.find(({ mode }) => mode === "banktransfer")!;
  assert.deepEqual([feePaise, taxPaise, reservePaise], [8_00n, 1_44n, 8_26n]);
  assert.deepEqual(await pay(merchant, automatic("plain", 3_00_000n)), [
    "succeeded",
    "neft",
    8_00n,
    1_44n,
    9_44n,
  ]);
  await closeRail(merchant, "neft");
  assert.deepEqual(await pay(merchant, order), ["succeeded", "imps", 15_00n, 2_70n, 17_70n]);
  await assertSound(world, [merchant]);
});

test("a statement shows what was held, and what the rail did not cost, with balances that follow", async () => {
  const merchant = await world.makePayer();
  await pay(merchant, automatic("shown", 6_00_000n));
  const statement = await ctx.db.inMerchant(merchant.merchantId, (tx) =>
    readStatement(tx, WALLET_ID, {
      from: new Date(0),
      to: new Date("2100-01-01"),
      page: 1,
      perPage: 10,
    }),
  );
  const shown = statement.entries
    .filter(({ key }) => key === "shown")
    .map(({ kind, amountPaise, chargesPaise, changePaise }) => [
      kind,
      amountPaise,
      chargesPaise,
      changePaise,
    ]);
  assert.deepEqual(shown, [
    ["transfer", 6_00_000_00n, 11_80n, -6_00_011_80n],
    ["adjustment", 0n, 2_36n, 2_36n],
  ]);
});

test("a loan's fee comes from the wallet, and what its rail did not cost goes back there, once", async () => {
  const merchant = await world.makeOriginator();
  const before = await world.balanceOf(merchant, WALLET);
  await closeRail(merchant, "imps");
  await lendTo(ctx, merchant, "L1", {
    mode: "banktransfer",
    payee: { inline: { name: "Asha Rao", accountNumber: GOOD, ifsc: "YESB0000262" } },
  });
  await world.finish(merchant);
  assert.equal(before - (await world.balanceOf(merchant, WALLET)), 5_90n);
  await assertSound(world, [merchant]);
});
