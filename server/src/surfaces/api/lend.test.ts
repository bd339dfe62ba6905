/** Loans over HTTP: the limits of the fields, the order of the checks, and how a loan is read afterwards. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { workLending } from "#lending";
import { explainCard } from "#rails";
import { runtimeOf } from "#transfers";
import { makeWorld } from "#test/world";
import { anotherWithLender, borrowerDetails, loanOrder, sendLoan } from "#test/literals/causes-of-lending";
import { addBeneficiary } from "#test/literals/requests";
import { magic } from "#test/literals/send-orders";
import { freshId, openStage, type Client } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);
const plain = await stage.makeClient("rest");
const client = await anotherWithLender(plain);

const PAID = "Transfer completed successfully";
const CHARGES = "Please provide valid serviceCharges";
const EXCEEDED = "Total service charge is greater than disbursal amount";
const LOAN_ID = "Please provide a valid loanId";
const DETAILS = "Beneficiary details not valid.";
const MISSING = "Beneficiary details are missing in the request";

const letters = (count: number): string => "a".repeat(count);
const charge = (value: unknown, key: unknown = "fee"): Record<string, unknown> => ({
  serviceCharges: [{ key, value }],
});

/** The changed field with its value, and the expected message. */
const limits: [Record<string, unknown>, string][] = [
  [{ loanId: freshId("x").padEnd(40, "a") }, PAID],
  [{ loanId: letters(41) }, LOAN_ID],
  [{ loanId: "a_b-9" }, PAID],
  [{ loanId: "a b" }, LOAN_ID],
  [{ loanId: "a.b" }, LOAN_ID],
  [{ loanId: 12 }, LOAN_ID],
  [{ loanId: "" }, "loanId missing in the request"],
  [{ loanId: "undefined" }, "loanId missing in the request"],
  [{ amount: "1", serviceCharges: [] }, PAID],
  [{ amount: 1.01, serviceCharges: [] }, PAID],
  [{ amount: "0.99", serviceCharges: [] }, "amount should be at least 1.0"],
  [{ amount: 0 }, "amount should be at least 1.0"],
  [{ amount: "1.001" }, "Invalid Amount Passed.Only 2 decimal places are allowed."],
  [{ amount: "-1" }, "Invalid amount passed."],
  [{ amount: "1e3" }, "Invalid amount passed."],
  [{ amount: "9".repeat(14) }, "Invalid amount passed."],
  [{ amount: null }, "Amount missing in the request."],
  [charge("999.00"), PAID],
  [charge("999.01"), "Transfer amount is less than minimum amount of Rs. 1."],
  [charge("1000.00"), EXCEEDED],
  [charge("1000.01"), EXCEEDED],
  [charge("0"), PAID],
  [charge(0.5), PAID],
  [charge("0.001"), CHARGES],
  [charge("-1"), CHARGES],
  [charge(undefined), CHARGES],
  [charge("1", letters(50)), PAID],
  [charge("1", letters(51)), CHARGES],
  [charge("1", ""), CHARGES],
  [charge("1", 7), CHARGES],
  [charge("1", "4111 1111 1111 1111"), `${CHARGES}. ${explainCard("serviceCharges[0].key")}`],
  [{ serviceCharges: [] }, PAID],
  [{ serviceCharges: "[]" }, PAID],
  [{ serviceCharges: '[{"key":"","value":""}]' }, PAID],
  [{ serviceCharges: '[{"key":"fee","value":"10.00"}]' }, PAID],
  [{ serviceCharges: '{"key":"fee"}' }, CHARGES],
  [{ serviceCharges: "fee" }, CHARGES],
  [{ serviceCharges: { key: "fee", value: "1" } }, CHARGES],
  [{ serviceCharges: ["fee"] }, CHARGES],
  [{ serviceCharges: [null] }, CHARGES],
  [{ serviceCharges: Array.from({ length: 20 }, () => ({ key: "fee", value: "1" })) }, PAID],
  [{ serviceCharges: Array.from({ length: 21 }, () => ({ key: "fee", value: "1" })) }, CHARGES],
  [{ serviceCharges: "" }, "serviceCharges missing in the request"],
  [{ serviceCharges: null }, "serviceCharges missing in the request"],
  [{ remarks: letters(70) }, PAID],
  [{ remarks: letters(71) }, "Remarks can have only numbers, alphabets and whitespaces."],
  [{ transferMode: undefined }, PAID],
  [{ transferMode: "IMPS" }, "Invalid transfer mode passed in the request."],
  [{ transferMode: "phone" }, "Invalid transfer mode passed in the request."],
  [{ transferType: letters(7) }, PAID],
  [{ beneDetails: borrowerDetails({ bankAccount: "9".repeat(6) }) }, PAID],
  [{ beneDetails: borrowerDetails({ bankAccount: "8".repeat(40) }) }, PAID],
  [{ beneDetails: borrowerDetails({ bankAccount: "9".repeat(5) }) }, DETAILS],
  [{ beneDetails: borrowerDetails({ bankAccount: "9".repeat(41) }) }, DETAILS],
  [{ beneDetails: borrowerDetails({ name: letters(101) }) }, DETAILS],
  [{ beneDetails: borrowerDetails({ email: undefined }) }, MISSING],
  [{ beneDetails: "Asha Rao" }, MISSING],
  // The payee given with the loan is paid; the beneficiary ID beside it is not looked up.
  [{ beneId: "nobody" }, PAID],
  [{ beneDetails: undefined, beneId: letters(50) }, "Beneficiary does not exist"],
  [{ beneDetails: undefined, beneId: letters(51) }, "Beneficiary does not exist"],
];

test("a loan's fields at, below and above their limits", async () => {
  for (const [changes, message] of limits) {
    const { body } = await sendLoan(client, changes);
    assert.equal(body.message, message, JSON.stringify(changes));
  }
});

test("what is looked at first is said first", async () => {
  const say = async (changes: Record<string, unknown>): Promise<string> =>
    (await sendLoan(plain, changes)).body.message;
  const nobody = { beneDetails: undefined };
  assert.equal(await say({ ...nobody, amount: "", loanId: "" }), "BeneId missing in the request");
  assert.equal(await say({ amount: "", loanId: "" }), "Amount missing in the request.");
  assert.equal(await say({ loanId: "", serviceCharges: "" }), "loanId missing in the request");
  assert.equal(await say({ amount: "x", serviceCharges: "" }), "serviceCharges missing in the request");
  assert.equal(await say({ amount: "x", serviceCharges: "x" }), "Invalid amount passed.");
  assert.equal(await say({ serviceCharges: "x", beneDetails: {} }), CHARGES);
  assert.equal(await say(charge("1000.00")), EXCEEDED);
  assert.equal(await say({}), "This feature is not available for your account.");
});

interface Read {
  readonly transfer: Readonly<Record<string, unknown>>;
}

const statusOf = async (one: Client, transferId: unknown): Promise<Read["transfer"]> => {
  const query = { transferId: String(transferId) };
  const { body } = await one.call("GET", "/v1.2/getTransferStatus", { query });
  return (body.data as unknown as Read).transfer;
};

const balanceOf = async (one: Client, paymentInstrumentId: string): Promise<unknown> =>
  (await one.call("GET", "/v1.2/getBalance", { query: { paymentInstrumentId } })).body.data?.availableBalance;

test("the example, as a client sees it: 10,000 requested, 9,900 disbursed", async () => {
  const other = await anotherWithLender(plain, { lenderPaise: 8_000_00n, originatorPaise: 2_000_00n });
  const beneId = await addBeneficiary(other);
  const order = { loanId: freshId("loan"), amount: "10000", beneDetails: undefined, beneId };
  const { body } = await sendLoan(other, order);
  assert.equal(body.message, PAID);
  assert.match(String(body.data?.referenceId), /^\d+$/);
  assert.match(String(body.data?.utr), /^\w+$/);
  const { amount, status, paymentInstrumentId } = await statusOf(other, order.loanId);
  assert.deepEqual([amount, status, paymentInstrumentId], ["9900.00", "SUCCESS", "INTERMEDIATE_1"]);
  assert.equal(await balanceOf(other, "LENDER_1"), "0.00");
  assert.equal(await balanceOf(other, "ORIGINATOR_1"), "0.00");
  assert.equal(await balanceOf(other, "INTERMEDIATE_1"), "100.00");
  const next = await sendLoan(other, { amount: "1.00", serviceCharges: [] });
  assert.equal(next.body.message, "Insufficient balance in LENDER fundsource");
});

test("a failed loan reads as such, and the shares are there again", async () => {
  const other = await anotherWithLender(plain, { lenderPaise: 8_000_00n, originatorPaise: 2_000_00n });
  const loanId = freshId("loan");
  const beneDetails = borrowerDetails(magic("909090909008"));
  const { body } = await sendLoan(other, { loanId, amount: "10000", beneDetails });
  assert.equal(body.message, "Transfer attempt failed at the bank.");
  await runtimeOf(world.ctx).idle();
  await workLending(world.ctx, other.merchant.merchantId);
  assert.equal((await statusOf(other, loanId)).status, "FAILED");
  assert.equal(await balanceOf(other, "LENDER_1"), "8000.00");
  assert.equal(await balanceOf(other, "ORIGINATOR_1"), "2000.00");
  const again = await sendLoan(other, { loanId, amount: "10000", beneDetails });
  assert.equal(again.body.message, "Transfer Id already exists.");
});

test("with an Idempotency-Key the same loan gets the first answer again", async () => {
  const order = loanOrder();
  const headers = { "idempotency-key": freshId("key") };
  const first = await sendLoan(client, order, headers);
  const again = await sendLoan(client, order, headers);
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  const other = await sendLoan(
    client,
    { ...order, ...charge("100.01") },
    { "idempotency-key": freshId("key") },
  );
  assert.equal(other.body.message, "Transfer Id already exists.");
});

test("no order names a ledger of co-lending, and no lender's money is moved", async () => {
  const order = { amount: "1.00", transferMode: "banktransfer", beneDetails: borrowerDetails() };
  for (const paymentInstrumentId of ["LENDER_1", "ORIGINATOR_1", "INTERMEDIATE_1"]) {
    const body = { ...order, transferId: freshId("t"), paymentInstrumentId };
    const { body: answer } = await client.call("POST", "/v1.2/directTransfer", { body });
    assert.equal(answer.message, "Specified paymentInstrumentId not available");
  }
  const move = async (paymentInstrumentId: string, toPaymentInstrumentId: string): Promise<string> => {
    const body = { amount: "1.00", paymentInstrumentId, toPaymentInstrumentId };
    return (await client.call("POST", "/v1.2/internalTransfer", { body })).body.subCode;
  };
  assert.equal(await move("LENDER_1", "WALLET_1"), "422");
  assert.equal(await move("INTERMEDIATE_1", "WALLET_1"), "422");
  assert.equal(await move("WALLET_1", "LENDER_1"), "422");
  // The originator's fund source is the merchant's own.
  assert.equal(await move("WALLET_1", "ORIGINATOR_1"), "200");
  assert.equal(await move("ORIGINATOR_1", "WALLET_1"), "200");
});

test("a ledger's statement lists loans by their ids", async () => {
  const other = await anotherWithLender(plain);
  const loanId = freshId("loan");
  await sendLoan(other, { loanId });
  const query = { paymentInstrumentId: "LENDER_1" };
  const { body } = await other.call("GET", "/v1.2/getStatement", { query });
  const { entries } = body.data as unknown as { entries: Record<string, unknown>[] };
  assert.deepEqual(
    entries.map(({ type, amount, transferId }) => [type, amount, transferId]),
    [
      ["CREDIT", "4000000.00", ""],
      ["LOAN", "800.00", loanId],
    ],
  );
  const accountOf = async (paymentInstrumentId: string): Promise<unknown> => {
    const told = await other.call("GET", "/v1.2/getStatement", { query: { paymentInstrumentId } });
    return (told.body.data!.fundSource as Record<string, unknown>).accountNumber;
  };
  // The lender sends its money to the lender's ledger; the intermediate ledger has no account to send to.
  assert.match(String(await accountOf("LENDER_1")), /^7700/);
  assert.equal(await accountOf("INTERMEDIATE_1"), undefined);
});
