/** The validation calls beyond their messages: the data of the answers, limits, and what old clients send. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { workVerifications } from "#beneficiaries";
import { explainCard } from "#rails";
import { makeWorld } from "#test/world";
import { freshId, openStage, type Client, type Heard } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest");

const letters = (count: number): string => "a".repeat(count);
const digits = (count: number): string => "9".repeat(count);

function ask(path: string, query: Record<string, string>, by: Client = client): Promise<Heard> {
  const given = { name: "Asha Rao", bankAccount: "919191919102", ifsc: "HDFC0000001", ...query };
  return by.call("GET", path, { query: given });
}

const SYNC = "/v1/validation/bankDetails";
const FULL = "/v1.2/validation/bankDetails";
const ASYNC = "/v1/asyncValidation/bankDetails";
const UPI = "/v1/validation/upiDetails";

test("v1 answers with exactly the contract's fields", async () => {
  const found = await ask(SYNC, {});
  const { refId, ...data } = found.body.data!;
  assert.deepEqual(data, { nameAtBank: "ASHA VENKATA RAO", accountExists: "YES", amountDeposited: "0" });
  assert.match(String(refId), /^\d+$/);
  const none = await ask(SYNC, { bankAccount: "026291800001190" });
  assert.deepEqual(none.body.data, { accountExists: "NO" });
  assert.equal(none.body.subCode, "200");
});

test("v1.2 tells the account's status in the envelope, and how well the names agree", async () => {
  const found = (await ask(FULL, {})).body as unknown as Record<string, unknown>;
  assert.deepEqual([found["accountStatus"], found["accountStatusCode"]], ["VALID", "ACCOUNT_IS_VALID"]);
  const { refId, utr, ...data } = found["data"] as Record<string, unknown>;
  assert.deepEqual(data, {
    nameAtBank: "ASHA VENKATA RAO",
    amountDeposited: "0",
    bankName: "HDFC Bank",
    city: "",
    branch: "",
    micr: 0,
    nameMatchScore: 85,
    nameMatchResult: "GOOD_PARTIAL_MATCH",
  });
  assert.ok(typeof refId === "string" && /^\d{12}$/.test(String(utr)));
  const nameless = (await ask(FULL, { name: "undefined" })).body.data!;
  assert.ok(!("nameMatchScore" in nameless) && nameless["nameAtBank"] === "ASHA VENKATA RAO");
  for (const [bankAccount, code] of [
    ["909090909001", "INVALID_BANK_ACCOUNT"],
    ["909090909003", "ACCOUNT_BLOCKED"],
    ["909090909004", "NRE_ACCOUNT_FAIL"],
    ["909090909005", "INVALID_IFSC_FAIL"],
  ] as const) {
    const { body } = await ask(FULL, { bankAccount });
    const { accountStatus, accountStatusCode } = body as unknown as Record<string, unknown>;
    assert.deepEqual([accountStatus, accountStatusCode, body.subCode], ["INVALID", code, "200"]);
  }
});

test("names in two scripts are compared; where they cannot be, there is no score instead of no match", async () => {
  const matchOf = async (name: string) => {
    const { body } = await ask(FULL, { name, bankAccount: "919191919101" });
    return [body.data!["nameMatchScore"], body.data!["nameMatchResult"]];
  };
  assert.deepEqual(await matchOf("आशा राव"), [100, "DIRECT_MATCH"]);
  assert.deepEqual(await matchOf("ਆਸ਼ਾ ਰਾਓ"), [100, "DIRECT_MATCH"]);
  assert.deepEqual(await matchOf("उमा महेश्वरी"), [14, "NO_MATCH"]);
  assert.deepEqual(await matchOf("عائشہ"), [undefined, undefined]);
});

test("the five outcomes have their public scores", async () => {
  const scores = await Promise.all(
    [1, 2, 3, 4, 5].map(async (n) => (await ask(FULL, { bankAccount: `91919191910${n}` })).body.data!),
  );
  assert.deepEqual(
    scores.map(
      ({ nameMatchScore, nameMatchResult }) => `${String(nameMatchScore)} ${String(nameMatchResult)}`,
    ),
    [
      "100 DIRECT_MATCH",
      "85 GOOD_PARTIAL_MATCH",
      "61 MODERATE_PARTIAL_MATCH",
      "55 POOR_PARTIAL_MATCH",
      "14 NO_MATCH",
    ],
  );
});

const VERIFIED = "Bank Account details verified successfully.";
const ACCEPTED = "Validation request accepted successfully";
const VPA = "Please provide a valid Virtual Payee Address";

const limits: readonly (readonly [string, Record<string, string>, string])[] = [
  [FULL, { bankAccount: digits(6) }, VERIFIED],
  [FULL, { bankAccount: digits(40) }, VERIFIED],
  [FULL, { bankAccount: digits(5) }, "Please provide a valid bank account"],
  [FULL, { bankAccount: digits(41) }, "Please provide a valid bank account"],
  [FULL, { bankAccount: "undefined" }, "Please provide a valid bank account"],
  [FULL, { bankAccount: "12 34 56" }, "Please provide a valid bank account"],
  [FULL, { ifsc: "hdfc0000001" }, VERIFIED],
  [FULL, { ifsc: "HDFC000001" }, "Please provide a valid IFSC code"],
  [FULL, { ifsc: "HDFC00000011" }, "Please provide a valid IFSC code"],
  [FULL, { ifsc: "undefined" }, "Please provide a valid IFSC code"],
  [FULL, { name: letters(100) }, VERIFIED],
  [FULL, { name: letters(101) }, "Please provide a valid name"],
  [FULL, { name: "4111 1111 1111 1111" }, `Please provide a valid name. ${explainCard("name")}`],
  [FULL, { phone: digits(8) }, VERIFIED],
  [FULL, { phone: digits(7) }, "Please provide a valid Phone Number"],
  [FULL, { phone: digits(13) }, "Please provide a valid Phone Number"],
  [FULL, { remarks: letters(25) }, VERIFIED],
  [FULL, { remarks: letters(26) }, "Please provide valid remarks"],
  [SYNC, { remarks: letters(26) }, VERIFIED],
  [SYNC, { name: "undefined" }, "Please provide a valid name"],
  [SYNC, { phone: "undefined" }, VERIFIED],
  [ASYNC, { userId: letters(40) }, ACCEPTED],
  [ASYNC, { userId: letters(41) }, "Please provide a valid userId"],
  [ASYNC, { userId: "a-b" }, "Please provide a valid userId"],
  [ASYNC, { name: "undefined", phone: "undefined" }, ACCEPTED],
  [UPI, { vpa: `${letters(96)}@upi` }, "VPA verification successful"],
  [UPI, { vpa: `${letters(97)}@upi` }, VPA],
  [UPI, { vpa: "ab@u-pi" }, VPA],
  [UPI, {}, VPA],
];

test("fields at, below and above their limits", async () => {
  for (const [path, query, message] of limits)
    assert.equal((await ask(path, query)).body.message, message, JSON.stringify(query));
  const twice = await client.call("GET", `${FULL}?bankAccount=123456&bankAccount=123457&ifsc=HDFC0000001`);
  assert.equal(twice.body.message, "Please provide a valid bank account");
});

test("a UPI ID is in someone's name, in no one's, or none at all", async () => {
  const data = async (vpa: string) => (await ask(UPI, { vpa })).body.data;
  assert.deepEqual(await data("success@upi"), { nameAtBank: "JOHN DOE", accountExists: "YES" });
  assert.deepEqual(await data("incorrect@upi"), { nameAtBank: "", accountExists: "NO" });
  assert.equal((await ask(UPI, { vpa: "invalid@upi" })).body.message, "Invalid UPI VPA provided");
});

test("a validation in the background is read by its number and by the caller's own id", async () => {
  const own = await stage.makeClient("rest");
  const userId = freshId("user");
  const asked = await ask(ASYNC, { userId, bankAccount: "0012345678" }, own);
  const { bvRefId } = asked.body.data as { bvRefId: number };
  assert.ok(Number.isInteger(bvRefId));
  const read = (query: Record<string, string>) => own.call("GET", "/v1/getValidationStatus/bank", { query });
  assert.deepEqual((await read({ userId })).body.data, {
    bvRefId,
    bankAccount: "0012345678",
    ifsc: "HDFC0000001",
  });
  await workVerifications(world.ctx, own.merchant.merchantId);
  for (const query of [{ bvRefId: String(bvRefId) }, { userId }, { bvRefId: String(bvRefId), userId }]) {
    const { message, data } = (await read(query as Record<string, string>)).body;
    assert.equal(message, VERIFIED);
    assert.deepEqual(
      [data!["bvRefId"], data!["bankAccount"], data!["accountExists"]],
      [bvRefId, "0012345678", "YES"],
    );
    assert.equal(typeof data!["nameMatchScore"], "number");
  }
  assert.equal((await read({ bvRefId: String(bvRefId), userId: "another" })).httpStatus, 404);
  assert.equal(
    (await client.call("GET", "/v1/getValidationStatus/bank", { query: { userId } })).httpStatus,
    404,
  );
});

test("an IFSC is looked up in any case, with the bank that uses it", async () => {
  const { body } = await client.call("GET", "/v1/ifsc/hdfc0000001");
  const { bank, ifsc, imps, upi, ifscSubcode, category } = body.data as Record<string, string>;
  assert.deepEqual([bank, ifsc, imps, upi], ["HDFC Bank", "HDFC0000001", "Live", "Live"]);
  assert.deepEqual([ifscSubcode, category], ["HDFC0", "DIRECT_MEMBER"]);
  const sub = (await client.call("GET", "/v1/ifsc/HDFC0CAACOB")).body.data as
    | Record<string, string>
    | undefined;
  assert.equal(sub?.["category"], "SUB_MEMBER");
});
