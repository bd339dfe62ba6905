/** A card token is stored, sealed, only as long as its one payment may need it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setModes } from "#risk";
import { acceptTransfers, cancelTransfers, runtimeOf, type Acceptance, type TransferOrder } from "#transfers";
import { makeFaultWorld, settle, type Payer } from "./fault-world.ts";

const world = await makeFaultWorld();

const CARD = {
  kind: "debit",
  network: null,
  cryptogram: null,
  expiry: null,
  sequenceNumber: null,
  requestorId: "50110030273",
} as const;

function cardOrder(transferKey: string, token: string, amountPaise = 100_00n): TransferOrder {
  const inline = { name: "Asha Rao", cardToken: { ...CARD, token } };
  return { transferKey, payee: { inline }, amountPaise, mode: "card", remarks: "", fundSourceId: null };
}

async function accept(merchant: Payer, ...orders: TransferOrder[]): Promise<Acceptance[]> {
  return acceptTransfers(world.ctx, merchant.merchantId, orders);
}

/** Counts the payees, and those that still have a token. */
async function countTokens(merchant: Payer): Promise<{ payees: number; tokens: number }> {
  const [row] = await world.look<{ payees: string; tokens: string }>(
    `select count(card_last4) as payees, count(sealed_card) as tokens
     from beneficiaries.beneficiary
     where merchant_id = $1`,
    [merchant.merchantId],
  );
  return { payees: Number(row!.payees), tokens: Number(row!.tokens) };
}

async function statusOf(merchant: Payer, key: string): Promise<string> {
  const [row] = await world.look<{ status: string }>(
    "select status from transfers.transfer where merchant_id = $1 and transfer_key = $2",
    [merchant.merchantId, key],
  );
  return row!.status;
}

test("the token goes when its payment has ended, whatever the end", async () => {
  const merchant = await world.makePayer();
  await accept(merchant, cardOrder("paid", "tok_5F2mQ8rXw1Zk"), cardOrder("bad", "909090909016"));
  await settle(world, world.ctx, merchant);
  assert.deepEqual(
    [await statusOf(merchant, "paid"), await statusOf(merchant, "bad")],
    ["succeeded", "failed"],
  );
  assert.deepEqual(await countTokens(merchant), { payees: 2, tokens: 0 });
});

test("an order that makes no transfer leaves no token", async () => {
  const merchant = await world.makePayer({ balancePaise: 50_00n });
  const [poor] = await accept(merchant, cardOrder("poor", "tok_5F2mQ8rXw1Zk"));
  assert.equal(poor!.kind, "failed");
  const [small] = await accept(merchant, cardOrder("small", "tok_5F2mQ8rXw1Zk", 1n));
  assert.equal(small!.kind, "refused");
  assert.equal((await countTokens(merchant)).tokens, 0);
});

test("another payment with the same token has its own, and a repeated call keeps it", async () => {
  const merchant = await world.makePayer();
  const runtime = runtimeOf(world.ctx);
  const taken = runtime.payers.take(merchant.merchantId, 1_000);
  const orders = [cardOrder("one", "tok_5F2mQ8rXw1Zk"), cardOrder("two", "tok_5F2mQ8rXw1Zk")];
  const [one] = await accept(merchant, ...orders);
  assert.deepEqual(await countTokens(merchant), { payees: 2, tokens: 2 });
  const rows = await world.look<{ row: string }>(
    "select kept::text as row from beneficiaries.beneficiary as kept where merchant_id = $1",
    [merchant.merchantId],
  );
  for (const { row } of rows) assert.doesNotMatch(row, /tok_5F2m/);
  const again = await accept(merchant, ...orders, cardOrder("two", "tok_another1234"));
  assert.deepEqual(
    again.map((answer) => [answer.kind, "sameContent" in answer && answer.sameContent]),
    [
      ["repeated", true],
      ["repeated", true],
      ["repeated", false],
    ],
  );
  assert.equal((await countTokens(merchant)).tokens, 2);
  assert.ok(one?.kind === "accepted");
  await cancelTransfers(world.ctx, merchant.merchantId, {
    transferIds: [one.transfer.transferId],
    because: "the merchant withdrew it",
  });
  assert.equal((await countTokens(merchant)).tokens, 1);
  runtime.payers.free(merchant.merchantId, taken);
  await settle(world, world.ctx, merchant);
  assert.equal(await statusOf(merchant, "two"), "succeeded");
  assert.equal((await countTokens(merchant)).tokens, 0);
});

test("a refused card order may be given again, and takes nothing from an accepted twin", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const order = cardOrder("again", "tok_5F2mQ8rXw1Zk");
  await setModes(world.ctx, merchantId, { disabledModes: ["card"], by: "system" });
  const [refused] = await accept(merchant, order);
  assert.ok(refused?.kind === "refused" && refused.code === "mode_not_enabled");
  assert.equal((await countTokens(merchant)).tokens, 0);
  await setModes(world.ctx, merchantId, { by: "system" });
  const runtime = runtimeOf(world.ctx);
  const taken = runtime.payers.take(merchantId, 1_000);
  const twins = await accept(merchant, { ...order, amountPaise: 1n }, order);
  runtime.payers.free(merchantId, taken);
  assert.deepEqual(
    twins.map(({ kind }) => kind),
    ["refused", "accepted"],
  );
  await settle(world, world.ctx, merchant);
  assert.equal(await statusOf(merchant, "again"), "succeeded");
  assert.equal((await countTokens(merchant)).tokens, 0);
});
