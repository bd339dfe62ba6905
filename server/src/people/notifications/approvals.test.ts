/** Requests of every kind are announced as soon as they wait for approval. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addBeneficiary } from "#beneficiaries";
import { findMerchantsToNotify, notifyPeople, setRecipients } from "#notifications";
import { acceptTransfers, type TransferOrder } from "#transfers";
import { makeApprovers } from "#test/make-approvers";
import { makeWorld } from "#test/world";
import { mailsOf, moveClock } from "./test/make-reader.ts";

const world = await makeWorld();
const { ctx } = world;
const by = "api-key:test" as const;
const createdBy = { maker: by, creator: "api" } as const;
const payee = { inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" } };

const orderOf = (transferKey: string): TransferOrder => {
  return {
    transferKey,
    payee,
    amountPaise: 250_00n,
    mode: "imps",
    remarks: "",
    fundSourceId: null,
    createdBy,
  };
};

async function makeReader() {
  const merchant = await world.makeMerchant({ balancePaise: 10_000_00n });
  const { merchantId } = merchant;
  const recipients = "asha@example.com";
  await setRecipients(ctx, merchantId, { category: "approval_waiting", recipients, by: "system" });
  const rowsOf = async (): Promise<string[]> => {
    await notifyPeople(ctx, merchantId);
    const mail = (await mailsOf(ctx, merchantId)).at(-1);
    return mail?.text.split("\n").flatMap((line) => /^\d[^|]* \| (.*)/.exec(line)?.[1] ?? []) ?? [];
  };
  return { merchant, merchantId, rowsOf };
}

test("a transfer that waits is announced by the merchant's own id, once", async () => {
  const { merchant, merchantId, rowsOf } = await makeReader();
  const office = await makeApprovers(world, merchant, "transfer");
  await office.require(1);
  assert.deepEqual(await rowsOf(), []);
  const [accepted] = await acceptTransfers(ctx, merchantId, [orderOf("invoice_7")]);
  assert.ok(accepted?.kind === "accepted" && accepted.transfer.status === "awaiting_approval");
  assert.ok((await ctx.db.sweep(findMerchantsToNotify)).includes(merchantId));
  assert.deepEqual(await rowsOf(), ["Transfer | invoice_7 | ₹250.00, All of them"]);
  assert.ok(!(await ctx.db.sweep(findMerchantsToNotify)).includes(merchantId));
  await moveClock(ctx, merchantId, 6 * 60_000);
  await notifyPeople(ctx, merchantId);
  assert.equal((await mailsOf(ctx, merchantId)).length, 1);
});

test("what was decided before it was announced is not announced", async () => {
  const { merchant, merchantId, rowsOf } = await makeReader();
  const office = await makeApprovers(world, merchant, "transfer");
  await office.require(1);
  const [first] = await acceptTransfers(ctx, merchantId, [orderOf("decided"), orderOf("waiting")]);
  assert.ok(first?.kind === "accepted");
  assert.equal(await office.decide(first.transfer.transferId, "asha", "reject"), "rejected");
  assert.deepEqual(await rowsOf(), ["Transfer | waiting | ₹250.00, All of them"]);
});

test("a beneficiary that waits is announced by its id, only once", async () => {
  const { merchant, merchantId, rowsOf } = await makeReader();
  await (await makeApprovers(world, merchant, "beneficiary")).require(1);
  const person = { name: "Asha Rao", email: "asha@example.com", phone: "9876543210", address1: "12 MG Road" };
  const account = { accountNumber: "026291800001191", ifsc: "YESB0000262" };
  await addBeneficiary(ctx, merchantId, { beneId: "asha_1", ...person, ...account, by });
  assert.deepEqual(await rowsOf(), ["Beneficiary | asha_1 | All of them"]);
});
