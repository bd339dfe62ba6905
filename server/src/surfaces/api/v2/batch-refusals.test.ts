/** Causes every refusal that the v2 API publishes for batches and for reading. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { changeMerchant } from "#access";
import { makeWorld } from "#test/world";
import { cardOf, CONTACT, DETAILS, ofOrders, payeeOf, reached, takeNotes } from "#test/v2-causes";
import { askV2, freshId, openV2, soundOrderV2, v2Account, type Fields, type HeardV2 } from "#test/v2-client";

const world = await makeWorld();
const client = await openV2(world);
const { ctx } = world;
const cards = await client.another();
await changeMerchant(ctx, cards.merchant.merchantId, { settings: { tokenRequestorId: "50110030273" } });
const { note, silent } = takeNotes();

test("what is wrong with an entry, with its place", async () => {
  const send = (order: Fields, who = cards): Promise<HeardV2> =>
    askV2(who, "POST /transfers/batch", {
      body: { batch_transfer_id: freshId("batch"), transfers: [order] },
    });
  for (const [changes, code] of ofOrders)
    await note("createBatchTransfer", send(soundOrderV2(changes)), `transfers[0].${code}`);
  const asking = send(soundOrderV2(cardOf({})), client);
  await note("createBatchTransfer", asking, "transfers[0].transfer_mode_not_enabled");
});

test("what is wrong with a batch as a whole", async () => {
  const batch = (changes: Fields, who = client): Promise<HeardV2> =>
    askV2(who, "POST /transfers/batch", {
      body: { batch_transfer_id: freshId("batch"), transfers: [soundOrderV2()], ...changes },
    });
  const one = soundOrderV2();
  const noMail = reached({ beneficiary_phone: "9876543210" });
  const noPhone = reached({ beneficiary_email: "asha@example.com" });
  const both = payeeOf({ beneficiary_id: "JOHN", beneficiary_instrument_details: v2Account() });
  const off = await client.another();
  await changeMerchant(ctx, off.merchant.merchantId, { settings: { payoutsEnabled: false } });
  const twice = freshId("batch");
  await batch({ batch_transfer_id: twice });
  const causes: [Promise<HeardV2>, string][] = [
    [batch({ batch_transfer_id: undefined }), "batch_transfer_id_missing"],
    [batch({ batch_transfer_id: "no/way" }), "batch_transfer_id_invalid"],
    [batch({ batch_transfer_id: 7 }), "batch_transfer_id_invalid"],
    [batch({ batch_transfer_id: "x".repeat(61) }), "batch_transfer_id_length_exceeded"],
    [batch({ transfers: undefined }), "transfers_missing"],
    [batch({ transfers: [] }), "transfers_invalid"],
    [batch({ transfers: ["x"] }), "transfers_invalid"],
    [batch({ transfers: new Array(501).fill(one) }), "transfers_length_exceeded"],
    [batch({ transfers: [soundOrderV2(noMail)] }), `transfers[0].${CONTACT}beneficiary_email_missing`],
    [batch({ transfers: [soundOrderV2(noPhone)] }), `transfers[0].${CONTACT}beneficiary_phone_missing`],
    [
      batch({ transfers: [soundOrderV2(both)] }),
      `transfers[0].${DETAILS}beneficiary_details_invalid`.replace(DETAILS, ""),
    ],
    [
      batch({ transfers: [soundOrderV2(payeeOf({ beneficiary_id: "a b" }))] }),
      `transfers[0].${DETAILS}beneficiary_id_invalid`,
    ],
    [batch({ transfers: [soundOrderV2({ fundsource_id: "BANK_9" })] }), "fundsource_id_invalid"],
    [batch({ batch_transfer_id: twice }), "batch_transfer_id_already_exists"],
    [batch({}, off), "payouts_not_enabled"],
  ];
  for (const [asking, code] of causes) await note("createBatchTransfer", asking, code);
});

test("what the reading calls say of names that no one has", async () => {
  const get = (query: Record<string, string>): Promise<HeardV2> => askV2(client, "GET /transfers", { query });
  await note("getTransfer", get({}), "transfer_identifiers_missing");
  await note("getTransfer", get({ transfer_id: "nobody" }), "transfer_id_not_found");
  for (const cf_transfer_id of ["999999", "abc", "9".repeat(30), "-1"])
    await note("getTransfer", get({ cf_transfer_id }), "cf_transfer_id_not_found");
  const batch = (query: Record<string, string>): Promise<HeardV2> =>
    askV2(client, "GET /transfers/batch", { query });
  await note("getBatchTransfer", batch({}), "batch_transfer_identifiers_missing");
  await note("getBatchTransfer", batch({ batch_transfer_id: "nobody" }), "batch_transfer_id_not_found");
  for (const id of ["999999", "abc", "9".repeat(30), "2147483647", "0"])
    await note("getBatchTransfer", batch({ cf_batch_transfer_id: id }), "cf_batch_transfer_id");
});

after(() => assert.deepEqual(silent(["createBatchTransfer", "getTransfer", "getBatchTransfer"]), []));
