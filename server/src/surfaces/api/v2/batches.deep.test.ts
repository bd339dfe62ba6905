import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { operationsV2 } from "#api";
import { addBeneficiary } from "#beneficiaries";
import { registerBatchApprovals, workBatches } from "#batches";
import { openBankAccount, topUp } from "#fund-sources";
import { verifyLedger } from "#proof";
import { runtimeOf } from "#transfers";
import { makeWorld } from "#test/world";
import {
  addBeneficiaryV2,
  agreeFirst,
  askV2,
  checkSchema,
  CONTACT_V2,
  freshId,
  openV2,
  soundOrderV2,
  v2Account,
  type Client,
  type Fields,
  type HeardV2,
} from "#test/v2-client";

registerBatchApprovals();
const world = await makeWorld();
const client = await openV2(world);
const { schema } = operationsV2.find(({ name }) => name === "getBatchTransfer")!.success;

async function workOff({ merchant }: Client): Promise<void> {
  await workBatches(world.ctx, merchant.merchantId);
  await runtimeOf(world.ctx).idle();
}

const send = (transfers: unknown, more: Fields = {}, headers = {}): Promise<HeardV2> =>
  askV2(client, "POST /transfers/batch", {
    body: { batch_transfer_id: freshId("batch"), transfers, ...more },
    headers,
  });

async function read(query: Record<string, string>, who = client): Promise<HeardV2> {
  const heard = await askV2(who, "GET /transfers/batch", { query });
  if (heard.status === 200) assert.deepEqual(checkSchema(schema, heard.body), []);
  assert.equal(JSON.stringify(heard.body).match(/:null/g), null);
  return heard;
}

/** Sends a batch and returns its entries once it has ended. */
async function pay(transfers: readonly unknown[]): Promise<Fields[]> {
  const taken = await send(transfers);
  assert.equal(taken.status, 200, JSON.stringify(taken.body));
  await workOff(client);
  const { body } = await read({ batch_transfer_id: String(taken.body.batch_transfer_id) });
  assert.equal(body.status, "COMPLETED");
  return body.transfers as Fields[];
}

const listed = async (changes: Fields = {}): Promise<Fields> =>
  soundOrderV2({ beneficiary_details: { beneficiary_id: await addBeneficiaryV2(client) }, ...changes });

const withInstruments = (transfer_mode: string, beneficiary_instrument_details: Fields): Fields =>
  soundOrderV2({
    transfer_mode,
    beneficiary_details: {
      beneficiary_name: "Asha Rao",
      beneficiary_instrument_details,
      beneficiary_contact_details: CONTACT_V2,
    },
  });

test("a batch is received, shows its entries at once, and what became of them later", async () => {
  const entries = [await listed({ transfer_amount: 12.34 }), await listed({ transfer_mode: "imps" })];
  const taken = await send(entries);
  assert.equal(taken.status, 200);
  const { batch_transfer_id, cf_batch_transfer_id, status } = taken.body as Record<string, string>;
  assert.equal(status, "RECEIVED");
  const ids = { cf_batch_transfer_id: cf_batch_transfer_id! };
  const before = await read(ids);
  assert.equal(before.status, 200);
  const open = before.body.transfers as Fields[];
  assert.deepEqual(
    open.map((one) => [one.transfer_id, one.transfer_amount, one.status]),
    entries.map((one) => [one.transfer_id, one.transfer_amount, "RECEIVED"]),
  );
  await workOff(client);
  const after = await read({ batch_transfer_id: batch_transfer_id!, ...ids });
  const done = after.body.transfers as Fields[];
  assert.deepEqual(
    done.map((one) => [one.status, one.status_code, typeof one.cf_transfer_id, typeof one.transfer_utr]),
    entries.map(() => ["SUCCESS", "COMPLETED", "string", "string"]),
  );
  assert.equal(after.body.status, "COMPLETED");
});

test("500 entries with all that they may say are one batch", async () => {
  const long = {
    beneficiary_address: "12th Main Road ".repeat(10).slice(0, 150),
    beneficiary_city: "Bengaluru",
  };
  const entries = Array.from({ length: 500 }, () => {
    const order = withInstruments("banktransfer", v2Account());
    const details = order["beneficiary_details"] as Fields;
    const contact = { ...(details["beneficiary_contact_details"] as Fields), ...long };
    return {
      ...order,
      transfer_remarks: "Salary of the month with all that is due to date",
      beneficiary_details: { ...details, beneficiary_contact_details: contact },
    };
  });
  assert.ok(JSON.stringify(entries).length > 262_144);
  const taken = await send(entries);
  assert.deepEqual([taken.status, taken.body["status"]], [200, "RECEIVED"]);
});

test("entries without a beneficiary are paid by account, UPI ID, wallet and card", async () => {
  await changeMerchant(world.ctx, client.merchant.merchantId, {
    settings: { tokenRequestorId: "50110030273" },
  });
  const card_details = {
    card_token: "tok_5F2mQ8rXw1Zk",
    card_type: "CREDIT",
    card_network_type: "VISA",
    card_cryptogram: "AgAAAAAAAIR8CQrXcIhbQAAAAAA=",
    card_token_expiry: "2028-05",
  };
  const kinds = [
    withInstruments("banktransfer", v2Account()),
    withInstruments("upi", { vpa: "success@upi" }),
    withInstruments("paytm", {}),
    withInstruments("card", { card_details }),
  ];
  for (const entry of kinds) {
    const [told] = await pay([entry]);
    assert.deepEqual([told!.status, told!.transfer_id], ["SUCCESS", entry.transfer_id]);
  }
});

test("one batch pays every kind of payee side by side, each entry from the fund source that it names", async () => {
  const { merchantId } = client.merchant;
  await changeMerchant(world.ctx, merchantId, { settings: { tokenRequestorId: "50110030273" } });
  const account = {
    bankId: "meghdoot",
    name: "Current account",
    accountNumber: "11112222333",
    ifsc: "HDFC0000001",
  };
  const { fundSourceId } = await openBankAccount(world.ctx, merchantId, { ...account, by: "system" });
  await topUp(world.ctx, merchantId, {
    bankId: "meghdoot",
    utr: "BANK1",
    amountPaise: 1_000_00n,
    fundSourceId,
  });
  const beneficiary_id = `v2-only.${freshId("id")}|1`;
  const added = await askV2(client, "POST /beneficiary", {
    body: { beneficiary_id, beneficiary_name: "Asha Rao", beneficiary_instrument_details: v2Account() },
  });
  assert.equal(added.status, 201);
  const same = v2Account();
  const token = { card_token: "tok_5F2mQ8rXw1Zk", card_type: "CREDIT", card_token_expiry: "2028-05" };
  const entries = [
    withInstruments("upi", { vpa: "success@upi" }),
    { ...withInstruments("banktransfer", same), fundsource_id: fundSourceId },
    withInstruments("paytm", {}),
    soundOrderV2({ beneficiary_details: { beneficiary_id } }),
    withInstruments("card", { card_details: token }),
    await listed({ fundsource_id: "WALLET_1", transfer_mode: "imps" }),
    withInstruments("imps", same),
    await listed({ fundsource_id: "BANK_9" }),
  ];
  const told = await pay(entries);
  assert.deepEqual(
    told.map((one) => [one.status, one.fundsource_id ?? "WALLET_1"]),
    entries.map(({ fundsource_id: source = "WALLET_1" }) =>
      source === "BANK_9" ? ["REJECTED", "WALLET_1"] : ["SUCCESS", source],
    ),
  );
  assert.equal(told.at(-1)!.status_code, "FUND_SOURCE_NOT_AVAILABLE");
  assert.deepEqual((await verifyLedger(world.ctx)).findings, []);
});

test("the card stored with a beneficiary is paid by beneficiary_id, singly and in a batch", async () => {
  const beneId = freshId("card").replaceAll("-", "_");
  const person = { beneId, name: "Asha Rao", email: "asha@rao.example", phone: "9811111111" };
  const card = { ...person, card: "4111XXXXXXXX1111" };
  await addBeneficiary(world.ctx, client.merchant.merchantId, { ...card, by: "system" });
  const order = (beneficiary_id: string): Fields =>
    soundOrderV2({ transfer_mode: "card", beneficiary_details: { beneficiary_id } });
  const single = order(beneId);
  assert.equal((await askV2(client, "POST /transfers", { body: single })).status, 200);
  await runtimeOf(world.ctx).idle();
  const query = { transfer_id: String(single.transfer_id) };
  assert.equal((await askV2(client, "GET /transfers", { query })).body.status, "SUCCESS");
  const [paid, without] = await pay([order(beneId), order(await addBeneficiaryV2(client))]);
  assert.equal(paid!.status, "SUCCESS");
  assert.deepEqual([without!.status, without!.status_code], ["REJECTED", "MODE_NOT_VALID_FOR_BENEFICIARY"]);
});

test("what is wrong with one entry's payment is told of that one", async () => {
  const known = await listed();
  await pay([known]);
  const [again, paid, unknown] = await pay([
    known,
    await listed(),
    soundOrderV2({ beneficiary_details: { beneficiary_id: "nobody" } }),
  ]);
  assert.deepEqual([again!.status, again!.status_code], ["REJECTED", "TRANSFER_ID_EXISTS"]);
  assert.equal(again!.cf_transfer_id, undefined);
  assert.equal(paid!.status, "SUCCESS");
  assert.deepEqual([unknown!.status, unknown!.status_code], ["REJECTED", "BENEFICIARY_NOT_FOUND"]);
});

test("a wrong field refuses the whole, with its place; nothing is stored", async () => {
  const good = withInstruments("banktransfer", v2Account());
  const wrong: [readonly unknown[], string][] = [
    [[good, { ...good, transfer_amount: "1" }], "transfers[1].transfer_amount_invalid"],
    [[good, { ...good, transfer_id: undefined }], "transfers[1].transfer_id_missing"],
  ];
  for (const [entries, code] of wrong) {
    const batch_transfer_id = freshId("batch");
    const { status, body } = await send(entries, { batch_transfer_id });
    assert.deepEqual([status, body.code], [400, code]);
    assert.equal((await read({ batch_transfer_id })).status, 404);
  }
});

test("a batch_transfer_id is one batch, sent 20 times at once; with a key it is told again", async () => {
  const more = { batch_transfer_id: freshId("batch") };
  const entries = [await listed()];
  const heard = await Promise.all(Array.from({ length: 20 }, () => send(entries, more)));
  assert.equal(heard.filter(({ status }) => status === 200).length, 1);
  for (const { status, body } of heard.filter((one) => one.status !== 200))
    assert.deepEqual([status, body.code], [409, "batch_transfer_id_already_exists"]);
  const key = { "x-idempotency-key": "k" };
  const replayed = await send(entries, more, key);
  assert.deepEqual([replayed.status, replayed.headers.get("idempotent-replayed")], [200, "true"]);
  assert.equal((await send([await listed()], more, key)).status, 409);
  await workOff(client);
  const { body } = await read(more);
  assert.equal((body.transfers as Fields[]).length, 1);
});

test("a batch that members must agree to waits, and another merchant's is no one's", async () => {
  const asking = await client.another();
  await agreeFirst(asking, "batch");
  const body = {
    batch_transfer_id: freshId("batch"),
    transfers: [withInstruments("banktransfer", v2Account())],
  };
  assert.equal((await askV2(asking, "POST /transfers/batch", { body })).status, 200);
  await workBatches(world.ctx, asking.merchant.merchantId);
  const told = await read({ batch_transfer_id: body.batch_transfer_id }, asking);
  assert.equal(told.body.status, "APPROVAL_PENDING");
  assert.equal((told.body.transfers as Fields[])[0]!.status, "APPROVAL_PENDING");
  for (const query of [{ batch_transfer_id: body.batch_transfer_id }, { cf_batch_transfer_id: "999" }])
    assert.equal((await read(query, client)).status, 404);
});
