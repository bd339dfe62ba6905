/** Nothing is stored or paid without the card that came with it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { askV2, freshId, openV2, soundBeneficiaryV2 } from "#test/v2-client";
import { addBeneficiary, cashgramOrder, soundBeneficiary } from "#test/literals/requests";
import { openStage } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);

test("a card in a field that a beneficiary does not have is refused by name, and stores nothing", async () => {
  const client = await stage.makeClient("always-200");
  for (const [name, value] of [
    ["cardNumber", "4111XXXXXXXX1111"],
    ["card_number", "XXXX1111"],
    ["maskedCard", "4111XXXXXXXX1111"],
    ["cardToken", "tok_8f2a91c4d7e6"],
    ["token", "tok_8f2a91c4d7e6"],
    ["cryptogram", "AgAAAAAAAIR8CQrXcIhbQAAAAAA="],
    ["CardExpiry", "2028-05"],
    ["cardDetails", { number: 1 }],
  ] as const) {
    const given = { ...soundBeneficiary(), [name]: value };
    const { body } = await client.call("POST", "/v1/addBeneficiary", { body: given });
    assert.equal(body.subCode, "422", name);
    assert.ok(body.message.startsWith(`${name} is not a field of this call`), body.message);
    const { body: found } = await client.call("GET", `/v1/getBeneficiary/${given.beneId}`);
    assert.equal(found.subCode, "404", name);
  }
});

test("a masked card, empty fields and what has nothing to do with a card are taken as before", async () => {
  const client = await stage.makeClient("always-200");
  for (const more of [
    { cardNo: "4111XXXXXXXX1111", group: "DEFAULT" },
    { cardNumber: "", cardToken: null, token: "undefined" },
    { panchayat: "Wadgaon", tokenised: "no", company: "Acme" },
    { pan: "ABCPR1234F" },
  ]) {
    const { body } = await client.call("POST", "/v1/addBeneficiary", {
      body: { ...soundBeneficiary(), ...more },
    });
    assert.equal(body.subCode, "200", JSON.stringify(more));
  }
});

const PAYEE = { name: "Asha Rao", email: "asha@example.com", phone: "9876543210", vpa: "success@upi" };
const CARD = { cardNumber: "4111XXXXXXXX1111" };

test("a card beside an order, in a payee's details or with a link is refused by its path", async () => {
  const client = await stage.makeClient("rest");
  const beneId = await addBeneficiary(client);
  const order = { amount: "1.00", transferId: freshId("card"), transferMode: "upi" };
  const calls: [path: string, body: object, field: string][] = [
    ["/v1/directTransfer", { ...order, beneDetails: { ...PAYEE, ...CARD } }, "beneDetails.cardNumber"],
    ["/v1.2/directTransfer", { ...order, beneDetails: PAYEE, cardDetails: { number: 1 } }, "cardDetails"],
    ["/v1/requestTransfer", { ...order, beneId, card_number: "XXXX1111" }, "card_number"],
    ["/v1.2/requestAsyncTransfer", { ...order, beneId, cryptogram: "AgAA" }, "cryptogram"],
    ["/v1/createCashgram", { ...cashgramOrder(), cvv: "123" }, "cvv"],
  ];
  for (const [path, body, field] of calls) {
    const { httpStatus, body: answer } = await client.call("POST", path, { body });
    assert.equal(httpStatus, 422, path);
    assert.ok(answer.message.startsWith(`${field} is not a field of this call`), answer.message);
  }
  const { body } = await client.call("GET", "/v1/getTransferStatus", {
    query: { transferId: order.transferId },
  });
  assert.equal(body.subCode, "404");
});

test("of a batch only the row with a card is refused, by the name of its field", async () => {
  const client = await stage.makeClient("rest");
  const batchTransferId = freshId("batch");
  const row = (more: object) => ({ transferId: freshId("row"), amount: "1.00", ...PAYEE, ...more });
  const batch = [row({}), row(CARD), row({ vpa: "acme.5538002200112346@icici" })];
  const order = { batchTransferId, batchFormat: "UPI", batch };
  assert.equal((await client.call("POST", "/v1/requestBatchTransfer", { body: order })).httpStatus, 200);
  const rows = await world.look<{ because: string | null }>(
    "select because from batches.batch_row where merchant_id = $1 order by row_no",
    [client.merchant.merchantId],
  );
  assert.equal(rows[0]!.because, null);
  assert.match(rows[1]!.because!, /^cardNumber is not a column of this format/);
  assert.match(
    rows[2]!.because!,
    /A card number cannot be taken.* vpa has a number that looks like a card's/,
  );
});

test("v2 refuses a card in a field that it does not have by its path, in batches too", async () => {
  const client = await openV2(world);
  const beneficiary_details = {
    beneficiary_name: "Asha Rao",
    beneficiary_instrument_details: { vpa: "a@upi" },
  };
  const order = {
    transfer_id: freshId("card"),
    transfer_amount: 1,
    transfer_mode: "upi",
    beneficiary_details,
  };
  const calls: [call: string, body: Record<string, unknown>, field: string][] = [
    ["POST /transfers", { ...order, card_number: "XXXX1111" }, "card_number"],
    [
      "POST /transfers",
      { ...order, beneficiary_details: { ...beneficiary_details, masked_card: "XXXX1111" } },
      "beneficiary_details.masked_card",
    ],
    [
      "POST /transfers/batch",
      { batch_transfer_id: freshId("batch"), transfers: [order, { ...order, cvv: "123" }] },
      "transfers[1].cvv",
    ],
    [
      "POST /beneficiary",
      {
        ...soundBeneficiaryV2(),
        beneficiary_instrument_details: { card_details: { card_token: "tok_8f2a91c4d7e6" } },
      },
      "beneficiary_instrument_details.card_details",
    ],
  ];
  for (const [call, body, field] of calls) {
    const heard = await askV2(client, call, { body });
    assert.equal(heard.body["code"], "card_details_not_supported", call);
    assert.ok(String(heard.body["message"]).startsWith(`${field} is not a field of this call`), call);
  }
});
