/** The required payee details on each way in: no address, for a wallet only a phone, an existing IFSC. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listIfscs, NAMELESS } from "#beneficiaries";
import { istDate } from "#lib/ist";
import { explainIfsc } from "#rails";
import { changeDetails } from "#test/change-details";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { askV2, soundOrderV2 } from "#test/v2-client";
import { makeWorld } from "#test/world";
import { anotherWithCards, cardOrder } from "#test/literals/causes-of-cards";
import { freshAccount, soundBeneficiary } from "#test/literals/requests";
import { freshId, openStage, type Client, type Heard } from "#test/literals/stage";

await clearOfMidnight();
const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("always-200");

const said = ({ body: { subCode, message } }: Heard): string => `${subCode} ${message}`;
const post = (path: string, body: unknown, by: Client = client): Promise<Heard> =>
  by.call("POST", path, { body });
const PERSON = { name: "Asha Rao", email: "asha@example.com", phone: "9876543210" };
/** An IFSC of a bank that exists and of a branch that does not. */
const UNLISTED = "SBIN0ZZZZZZ";

test("addBeneficiary needs no address, and of a payee of wallets the phone number alone", async () => {
  const added = "200 Beneficiary added successfully";
  assert.equal(
    said(await post("/v1/addBeneficiary", { beneId: "no_address", ...PERSON, ...freshAccount() })),
    added,
  );
  assert.equal(said(await post("/v1/addBeneficiary", { beneId: "wallet", phone: "9811111111" })), added);
  assert.equal(
    said(await post("/v1/addBeneficiary", { beneId: "nameless", phone: "9811111111", ...freshAccount() })),
    "422 Please provide a valid email",
  );
  const { body } = await client.call("GET", "/v1/getBeneficiary/wallet");
  assert.deepEqual([body.data!.name, body.data!.email, body.data!.address1], [NAMELESS.wallet, "", ""]);
  const order = { beneId: "wallet", amount: "10.00", transferId: freshId("t"), transferMode: "paytm" };
  assert.equal(said(await post("/v1/requestTransfer", order)), "200 Transfer completed successfully");
});

test("rows to wallets need the phone number alone", async () => {
  const batchTransferId = freshId("batch");
  const batch = [{ transferId: freshId("t"), amount: "10.00", phone: "9811111111" }];
  await post("/v1/requestBatchTransfer", { batchTransferId, batchFormat: "PAYTM", batch });
  const [row] = await world.look<{ status: string }>(
    "select status from batches.batch_row where merchant_id = $1 and row_key = $2",
    [client.merchant.merchantId, batch[0]!.transferId],
  );
  assert.equal(row!.status, "open");
});

const REFUSED: [string, RegExp][] = [
  [
    UNLISTED,
    /^IFSC SBIN0ZZZZZZ is not on our list of \d+ \w+ \d{4}\. If it is right, verify the bank account/,
  ],
  ["QQQQ0000001", /^IFSC QQQQ0000001 is not on our list of .* No code on it begins with QQQQ/],
  ["orbc0100001", /^ORBC0100001 was replaced when .* The new IFSC is PUNB0000110\.$/],
  ["SBINO008752", /SBINO008752 has a letter O for a zero.* has SBIN0008752\.$/],
];

test("an IFSC that is not on the list, or was replaced, is refused in every way in, with what to do", async () => {
  for (const [ifsc, says] of REFUSED) {
    const account = { ...freshAccount(), ifsc };
    const order = { amount: "10.00", transferMode: "banktransfer", beneDetails: { ...PERSON, ...account } };
    const heard = [await post("/v1/addBeneficiary", { beneId: freshId("b"), ...PERSON, ...account })];
    for (const version of ["v1", "v1.2"])
      heard.push(await post(`/${version}/directTransfer`, { ...order, transferId: freshId("t") }));
    heard.push(await client.call("GET", `/v1/ifsc/${ifsc}`));
    for (const { body } of heard) assert.match(body.message, says);
    assert.deepEqual(
      heard.slice(0, 3).map(({ body }) => body.subCode),
      ["422", "422", "422"],
    );
    const instrument = { bank_account_number: account.bankAccount, bank_ifsc: ifsc };
    const v2 = soundOrderV2({
      beneficiary_details: { beneficiary_name: "Asha Rao", beneficiary_instrument_details: instrument },
    });
    const paid = await askV2(client, "POST /transfers", { body: v2 });
    const code = "beneficiary_details.beneficiary_instrument_details.bank_ifsc_invalid";
    assert.deepEqual([paid.status, paid.body.code], [400, code]);
    assert.match(paid.body.message as string, says);
    const listed = await askV2(client, "POST /beneficiary", {
      body: {
        beneficiary_id: freshId("b"),
        beneficiary_name: "Asha Rao",
        beneficiary_instrument_details: instrument,
      },
    });
    assert.deepEqual([listed.status, listed.body.code], [400, "bank_ifsc_invalid"]);
    assert.match(listed.body.message as string, says);
  }
});

test("an IFSC that can be none gets the contract's words", async () => {
  const account = { ...freshAccount(), ifsc: "SBIN1008752" };
  const order = { amount: "10.00", transferMode: "banktransfer", beneDetails: { ...PERSON, ...account } };
  assert.equal(
    said(await post("/v1/addBeneficiary", { beneId: freshId("b"), ...PERSON, ...account })),
    "422 Please provide a valid Bank IFSC code",
  );
  const heard = await post("/v1/directTransfer", { ...order, transferId: freshId("t") });
  assert.equal(said(heard), "422 Invalid IFSC code provided for bank account.");
});

test("a bank that finds an account at a code that is on no list makes it payable, for every process", async () => {
  const ifsc = "SBIN0031816";
  const account = { ...freshAccount(), ifsc };
  const order = { amount: "10.00", transferMode: "neft", beneDetails: { ...PERSON, ...account } };
  const before = await post("/v1.2/directTransfer", { ...order, transferId: freshId("t") });
  assert.match(before.body.message, /not on our list/);
  const query = { bankAccount: account.bankAccount, ifsc, name: "Asha Rao", phone: PERSON.phone };
  assert.equal((await client.call("GET", "/v1.2/validation/bankDetails", { query })).body.subCode, "200");
  const after = await post("/v1.2/directTransfer", { ...order, transferId: freshId("t") });
  assert.ok(["SUCCESS", "PENDING"].includes(after.body.status), after.body.message);
  const { beside } = await listIfscs(world.ctx);
  assert.deepEqual(
    beside.filter((one) => one.ifsc === ifsc),
    [{ ifsc, replacedBy: null, saidBy: "simulated bank" }],
  );
});

test("a beneficiary kept from before, with an IFSC that does not exist, is not paid", async () => {
  const beneId = freshId("old");
  await post("/v1/addBeneficiary", { beneId, ...PERSON, ...freshAccount() });
  const { merchantId } = client.merchant;
  await changeDetails(world, { merchantId, beneId }, { column: "ifsc", value: UNLISTED });
  const order = { beneId, amount: "10.00", transferId: freshId("t"), transferMode: "imps" };
  assert.equal(said(await post("/v1/requestTransfer", order)), `422 ${explainIfsc(UNLISTED)}`);
});

test("a card token is paid to the end of its month by the merchant's clock, and refused from then on", async () => {
  const holder = await anotherWithCards(client);
  const month = istDate(new Date()).slice(0, 7);
  const pay = async (tokenExpiry: string) =>
    said(await post("/v1/cardpay", cardOrder({ tokenExpiry }), holder));
  assert.equal(await pay("2020-01"), "422 Please provide valid token details");
  assert.equal(await pay(month), "200 Transfer completed successfully");
  await world.look("insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, $2)", [
    holder.merchant.merchantId,
    32 * 86_400_000,
  ]);
  assert.equal(await pay(month), "422 Please provide valid token details");
});

test("a stored card is paid by its beneficiary's id, and one without a card is not", async () => {
  const beneId = freshId("card");
  const added = await post("/v1/addBeneficiary", { beneId, ...PERSON, cardNo: "4111XXXXXXXX1111" });
  assert.equal(added.body.subCode, "200");
  const order = { beneId, amount: "10.00", transferId: freshId("t"), transferMode: "card" };
  assert.equal(said(await post("/v1/requestTransfer", order)), "200 Transfer completed successfully");
  const query = { transferId: order.transferId };
  const { body } = await client.call("GET", "/v1/getTransferStatus", { query });
  const { status, transferMode } = body.data!.transfer as Record<string, unknown>;
  assert.deepEqual([status, transferMode], ["SUCCESS", "CARD"]);
  const without = await post("/v1/requestTransfer", { ...order, transferId: freshId("t"), beneId: "wallet" });
  assert.equal(said(without), "422 Beneficiary details not valid.");
});

test("a phone number is taken as people write it, and kept as ten digits; a foreign one is told so", async () => {
  const client = await stage.makeClient("rest");
  for (const phone of [
    "+91 98765 43210",
    "+91-9876543210",
    "0 98765 43210",
    "919876543210",
    "(+91) 98765-43210",
  ]) {
    const body: Record<string, unknown> = { ...soundBeneficiary(), phone };
    assert.equal((await client.call("POST", "/v1/addBeneficiary", { body })).httpStatus, 200, phone);
    const { body: found } = await client.call("GET", `/v1/getBeneficiary/${body.beneId}`);
    assert.equal(found.data!["phone"], "9876543210", phone);
  }
  const body = { ...soundBeneficiary(), phone: "+1 (415) 555-0100" };
  const { body: refused } = await client.call("POST", "/v1/addBeneficiary", { body });
  assert.match(
    refused.message,
    /^Please provide a valid Phone Number\. phone has the code of another country/,
  );
});
