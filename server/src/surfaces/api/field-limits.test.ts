import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { soundBeneficiary } from "#test/literals/requests";
import { freshId, openStage, type Heard } from "#test/literals/stage";
import { sendOrder, type Way } from "#test/literals/send-orders";
import { explainCard } from "#rails";
import { payeeFields } from "./operations/beneficiaries.ts";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest");

const ADDED = "Beneficiary added successfully";
const valid = (what: string): string => `Please provide a valid ${what}`;
const letters = (count: number): string => "a".repeat(count);
const digits = (count: number): string => "9".repeat(count);
const email = (length: number): string => `${letters(length - 12)}@example.com`;
const vpa = (length: number): string => `${letters(length - 4)}@upi`;

/** The changed fields and the expected message. A beneficiary with an account gets an account of its own. */
const ofBeneficiaries: [Record<string, unknown>, string][] = [
  [{ beneId: `${freshId("x").padEnd(50, "a")}` }, ADDED],
  [{ beneId: letters(51) }, valid("Beneficiary Id")],
  [{ beneId: "" }, valid("Beneficiary Id")],
  [{ beneId: "a-b" }, valid("Beneficiary Id")],
  [{ beneId: 7 }, valid("Beneficiary Id")],
  [{ name: "a" }, ADDED],
  [{ name: letters(100) }, ADDED],
  [{ name: letters(101) }, valid("name")],
  [{ name: null }, valid("name")],
  [{ name: "D'Souza & Sons (P) Ltd." }, ADDED],
  [{ email: email(200) }, ADDED],
  [{ email: email(201) }, valid("email")],
  [{ email: "a.b" }, valid("email")],
  [{ email: "a@b" }, valid("email")],
  [{ phone: digits(8) }, ADDED],
  [{ phone: digits(12) }, ADDED],
  [{ phone: `+91${digits(10)}` }, ADDED],
  [{ phone: digits(7) }, valid("Phone Number")],
  [{ phone: digits(13) }, valid("Phone Number")],
  [{ phone: `+91 ${digits(10)}` }, ADDED],
  [{ phone: `(+91)-${digits(10)}` }, ADDED],
  [{ phone: `0091 ${digits(10)}` }, ADDED],
  [{ phone: `99999/${digits(5)}` }, valid("Phone Number")],
  [{ phone: 9876543210 }, valid("Phone Number")],
  [{ bankAccount: digits(9) }, ADDED],
  [{ bankAccount: digits(18) }, ADDED],
  [{ bankAccount: digits(8) }, valid("Bank Account")],
  [{ bankAccount: digits(19) }, valid("Bank Account")],
  [{ bankAccount: "undefined", ifsc: "undefined" }, ADDED],
  [{ ifsc: "HDFC000001" }, valid("Bank IFSC code")],
  [{ ifsc: "HDFC00000011" }, valid("Bank IFSC code")],
  [{ ifsc: "hdfc0000001" }, ADDED],
  [{ vpa: vpa(100) }, ADDED],
  [{ vpa: vpa(101) }, valid("Virtual Payee Address")],
  [{ vpa: "a-b.c_d@upi" }, ADDED],
  [{ vpa: "ab@u-pi" }, valid("Virtual Payee Address")],
  [{ address1: letters(150) }, ADDED],
  [{ address1: letters(151) }, valid("Address")],
  [{ address1: "" }, ADDED],
  [{ address2: letters(150) }, ADDED],
  [{ address2: letters(151) }, valid("Address")],
  [{ city: letters(50) }, ADDED],
  [{ city: letters(51) }, valid("City Name")],
  [{ state: "Tamil Nadu" }, ADDED],
  [{ state: letters(51) }, valid("State Name")],
  [{ pincode: "560001" }, ADDED],
  [{ pincode: "5600011" }, valid("Pin code")],
  [{ pincode: 560001 }, valid("Pin code")],
  [{ purpose: "Rent (2nd floor), & repairs" }, ADDED],
  [{ purpose: letters(100) }, ADDED],
  [{ purpose: letters(101) }, "Invalid details provided"],
  [{ purpose: "4111 1111 1111 1111" }, `Invalid details provided. ${explainCard("purpose")}`],
  [{ purpose: 7 }, "Invalid details provided"],
  [{ purpose: "" }, ADDED],
];

test("what is published of phone numbers is what is taken", () => {
  const { pattern } = payeeFields.phone!.schema as { pattern: string };
  for (const [{ phone }, said] of ofBeneficiaries) {
    if (typeof phone === "string") assert.equal(new RegExp(pattern).test(phone), said === ADDED, phone);
  }
});

test("a beneficiary's fields at, below and above their limits", async () => {
  for (const [changes, message] of ofBeneficiaries) {
    const { body } = await client.call("POST", "/v1/addBeneficiary", {
      body: { ...soundBeneficiary(), ...changes },
    });
    assert.equal(body.message, message, JSON.stringify(changes));
  }
});

const SYNC: Way = { operation: "requestTransfer", version: "v1" };
const SYNC_12: Way = { operation: "requestTransfer", version: "v1.2" };
const DIRECT: Way = { operation: "directTransfer", version: "v1.2" };
const UNKNOWN = "Beneficiary does not exist";
const REMARKS = "Remarks can have only numbers, alphabets and whitespaces.";

const PRIORITY = "Please provide a valid priority";

type Row = [Way, Record<string, unknown>, string];

/** Orders without a payee: the message shows how far the checks came. */
const ofOrders: Row[] = [
  [SYNC, { amount: "1" }, UNKNOWN],
  [SYNC, { amount: 1.01 }, UNKNOWN],
  [SYNC, { amount: "0.99" }, "Transfer amount is less than minimum amount of Rs. 1."],
  [SYNC, { amount: 0 }, "Transfer amount is less than minimum amount of Rs. 1."],
  [SYNC_12, { amount: "0.99" }, "amount should be at least 1.0"],
  [SYNC, { amount: "1.001" }, "Invalid Amount Passed.Only 2 decimal places are allowed."],
  [SYNC, { amount: 0.1 + 0.2 }, "Invalid Amount Passed.Only 2 decimal places are allowed."],
  [SYNC, { amount: "-1" }, "Invalid amount passed."],
  [SYNC, { amount: "1e3" }, "Invalid amount passed."],
  [SYNC, { amount: "1,000" }, "Invalid amount passed."],
  [SYNC, { amount: true }, "Invalid amount passed."],
  [SYNC, { amount: ["1"] }, "Invalid amount passed."],
  [SYNC, { amount: digits(14) }, "Invalid amount passed."],
  [SYNC, { amount: "undefined" }, "Amount missing in the request."],
  [SYNC, { transferId: letters(40) }, UNKNOWN],
  [SYNC, { transferId: letters(41) }, "Invalid transferId passed."],
  [SYNC_12, { transferId: letters(41) }, "Please provide a valid transferId"],
  [SYNC_12, { transferId: "a_b-9" }, UNKNOWN],
  [SYNC_12, { transferId: "a b" }, "transferId can contain only alphabets, numbers, hyphen and underscore"],
  [SYNC, { transferId: 12 }, "Invalid transferId passed."],
  // The form of the IDs that payout links give their transfers.
  [SYNC, { transferId: `fg_${"0".repeat(32)}_1` }, "Invalid transferId passed."],
  [SYNC_12, { transferId: `fg_${"0".repeat(32)}_1` }, "Please provide a valid transferId"],
  [SYNC, { transferId: "fg_2026_1" }, UNKNOWN],
  [SYNC, { remarks: `${letters(35)} ${letters(34)}` }, UNKNOWN],
  [SYNC, { remarks: letters(71) }, REMARKS],
  [SYNC, { remarks: "a-b" }, REMARKS],
  [SYNC, { remarks: 12 }, REMARKS],
  [SYNC, { remarks: null }, UNKNOWN],
  [SYNC, { transferMode: "" }, UNKNOWN],
  [SYNC, { transferMode: "IMPS" }, "Invalid transfer mode passed in the request."],
  [SYNC, { transferMode: 7 }, "Invalid transfer mode passed in the request."],
  [SYNC, { beneId: letters(50) }, UNKNOWN],
  [SYNC, { beneId: letters(51) }, UNKNOWN],
  [SYNC_12, { beneId: letters(51) }, "Please provide a valid beneId"],
  [SYNC, { tag: "", rda: null }, UNKNOWN],
  ...[100, -100, 0, null, ""].map((priority): Row => [SYNC_12, { priority }, UNKNOWN]),
  ...[101, -101, 0.5, "7", true, [1]].map((priority): Row => [SYNC_12, { priority }, PRIORITY]),
  // In v1 an order has no priority and names no fund source.
  [SYNC, { priority: 101 }, UNKNOWN],
  [SYNC, { paymentInstrumentId: "BANK_9" }, UNKNOWN],
  [SYNC_12, { paymentInstrumentId: 7 }, "Specified paymentInstrumentId not available"],
];

test("an order's fields at, below and above their limits", async () => {
  for (const [way, changes, message] of ofOrders) {
    const heard = await sendOrder(client, way, { fields: { beneId: "nobody", ...changes } });
    assert.equal(heard.body.message, message, JSON.stringify(changes));
  }
});

test("what is looked at first is said first", async () => {
  const say = async (fields: Record<string, unknown>): Promise<string> =>
    (await sendOrder(client, SYNC, { fields })).body.message;
  assert.equal(await say({ beneId: "", amount: "", transferId: "" }), "BeneId missing in the request");
  assert.equal(await say({ amount: "", transferId: "" }), "Amount missing in the request.");
  assert.equal(await say({ amount: "x", transferId: "/", transferMode: "x" }), "Invalid amount passed.");
  assert.equal(await say({ transferId: "/", transferMode: "x", remarks: "%" }), "Invalid transferId passed.");
  assert.equal(
    await say({ transferMode: "x", remarks: "%" }),
    "Invalid transfer mode passed in the request.",
  );
});

const DETAILS = "Beneficiary details not valid.";
const MISSING = "Beneficiary details are missing in the request";
const PAID = "Transfer completed successfully";

const ofPayees: Row[] = [
  [DIRECT, { bankAccount: digits(6) }, PAID],
  [DIRECT, { bankAccount: "8".repeat(40) }, PAID],
  [DIRECT, { bankAccount: digits(41) }, DETAILS],
  [DIRECT, { bankAccount: digits(5) }, DETAILS],
  [DIRECT, { email: undefined, phone: undefined, address1: undefined }, PAID],
  [{ ...DIRECT, version: "v1" }, { email: undefined }, MISSING],
  [{ ...DIRECT, version: "v1" }, { address1: undefined }, PAID],
  [DIRECT, { name: "" }, MISSING],
  [DIRECT, { name: letters(101) }, DETAILS],
  [DIRECT, { phone: 9876543210 }, DETAILS],
  [DIRECT, { pincode: "5600011" }, DETAILS],
  [DIRECT, { ifsc: "HDFC1" }, "Invalid IFSC code provided for bank account."],
  [DIRECT, { ifsc: null }, "No Bank account or IFSC associated with the beneficiary."],
];

test("a direct transfer's payee at, below and above its limits", async () => {
  for (const [way, payee, message] of ofPayees) {
    const heard: Heard = await sendOrder(client, way, { payee });
    assert.equal(heard.body.message, message, JSON.stringify(payee));
  }
  const { body } = await sendOrder(client, DIRECT, { fields: { beneDetails: [] } });
  assert.deepEqual(body, { status: "FAILED", subCode: "422", message: MISSING });
});
