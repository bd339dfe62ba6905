/** Withdrawals and internal transfers over HTTP: fields at their limits, and their effects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openBankAccount, setRegisteredAccount } from "#fund-sources";
import { runtimeOf } from "#transfers";
import { makeWorld } from "#test/world";
import { directOrder, withdrawalOrder } from "#test/literals/requests";
import { freshId, openStage, type Client, type Heard } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest");

const letters = (count: number): string => "a".repeat(count);
const OWN = { holderName: "Demo Traders", accountNumber: "50100000000001", ifsc: "HDFC0000001" };

async function makeOwner(balancePaise = 1_000_00n): Promise<Client> {
  const owner = await client.another({ balancePaise });
  const { merchantId } = owner.merchant;
  await setRegisteredAccount(world.ctx, merchantId, { ...OWN, by: "system" });
  const account = { bankId: "meghdoot", name: "Current account", accountNumber: "11112222333" };
  await openBankAccount(world.ctx, merchantId, { ...account, ifsc: "HDFC0000001", by: "system" });
  return owner;
}

const withdraw = (owner: Client, changes: Record<string, unknown> = {}): Promise<Heard> =>
  owner.call("POST", "/v1/selfWithdrawal", { body: { ...withdrawalOrder(), ...changes } });

const IN_PROCESS = "Withdrawal is in process. Withdrawal Id : ";
const REMARKS = "Remarks can have only numbers, alphabets and whitespaces.";
const WITHDRAWAL_ID = "Please provide a valid withdrawalId";

const ofWithdrawals: [Record<string, unknown>, string][] = [
  [{ withdrawalId: "W" }, `${IN_PROCESS}W`],
  [{ withdrawalId: letters(50) }, `${IN_PROCESS}${letters(50)}`],
  [{ withdrawalId: letters(51) }, WITHDRAWAL_ID],
  [{ withdrawalId: "W_1" }, WITHDRAWAL_ID],
  [{ withdrawalId: 55 }, WITHDRAWAL_ID],
  [{ withdrawalId: null }, "withdrawalId missing in the request"],
  [{ withdrawalId: "undefined" }, "withdrawalId missing in the request"],
  [{ withdrawalId: null, amount: null }, "withdrawalId missing in the request"],
  [{ withdrawalId: "W_1", amount: null }, "Amount missing in the request."],
  [{ amount: 1 }, IN_PROCESS],
  [{ amount: "1.00" }, IN_PROCESS],
  [{ amount: "0.99" }, "amount should be at least 1.0"],
  [{ amount: 0 }, "amount should be at least 1.0"],
  [{ amount: "1.001" }, "Invalid Amount Passed.Only 2 decimal places are allowed."],
  [{ amount: "-1" }, "Invalid amount passed."],
  [{ amount: "1e3" }, "Invalid amount passed."],
  [{ amount: "9".repeat(13) }, "Not enough available balance in the account."],
  [{ amount: "9".repeat(14) }, "Invalid amount passed."],
  [{ remarks: letters(70) }, IN_PROCESS],
  [{ remarks: letters(71) }, REMARKS],
  [{ remarks: "a-b" }, REMARKS],
  [{ remarks: 7 }, REMARKS],
  [{ remarks: null }, IN_PROCESS],
];

test("a withdrawal's fields at, below and above their limits", async () => {
  for (const [changes, message] of ofWithdrawals) {
    const { body } = await withdraw(await makeOwner(), changes);
    assert.ok(body.message.startsWith(message), `${JSON.stringify(changes)}: ${body.message}`);
  }
});

test("every answer to a withdrawal tells its code twice, in both modes, whatever is wrong", async () => {
  for (const statusMode of ["rest", "always-200"] as const) {
    const caller = await stage.makeClient(statusMode);
    const path = "/v1/selfWithdrawal";
    const heard = [
      await withdraw(caller),
      await withdraw(caller, { amount: "x" }),
      await caller.call("POST", path, { text: "{" }),
      await caller.call("POST", path, { text: JSON.stringify({ remarks: letters(1_048_576) }) }),
      await caller.call("POST", path, { token: null }),
      await caller.call("POST", path, { token: "none" }),
    ];
    const codes = heard.map(({ body }) => body.subCode);
    assert.deepEqual(codes, ["422", "422", "412", "413", "412", "403"]);
    assert.deepEqual(
      heard.map(({ body }) => (body as unknown as { statusCode: string }).statusCode),
      codes,
    );
  }
  const { body } = await withdraw(await makeOwner(), { withdrawalId: "W55" });
  assert.deepEqual(body, {
    status: "SUCCESS",
    subCode: "200",
    message: "Withdrawal is in process. Withdrawal Id : W55",
    statusCode: "200",
  });
  const other = await client.call("GET", "/v1/getBalance");
  assert.ok(!("statusCode" in other.body));
});

test("a withdrawal that is repeated is answered the same and made once", async () => {
  const owner = await makeOwner();
  const all = await Promise.all(Array.from({ length: 20 }, () => withdraw(owner, { withdrawalId: "W1" })));
  for (const { body } of all) assert.equal(body.message, `${IN_PROCESS}W1`);
  await runtimeOf(world.ctx).idle();
  const { body } = await owner.call("GET", "/v1/getBalance");
  assert.equal(body.data?.availableBalance, "990.00");
});

test("no one pays from transit or asks for it", async () => {
  const owner = await makeOwner();
  await withdraw(owner);
  const { body } = await owner.call("GET", "/v1.2/getBalance", {
    query: { paymentInstrumentId: "TRANSIT_1" },
  });
  assert.equal(body.message, "Specified paymentInstrumentId not available");
  const order = { ...directOrder(), paymentInstrumentId: "TRANSIT_1" };
  const paid = await owner.call("POST", "/v1.2/directTransfer", { body: order });
  assert.equal(paid.body.message, "Specified paymentInstrumentId not available");
});

const move = (owner: Client, version: string, fields: Record<string, unknown>): Promise<Heard> =>
  owner.call("POST", `/${version}/internalTransfer`, { body: { amount: "10.00", ...fields } });

const NUMBER = { rechargeAccount: "11112222333" };
const ENDS = { paymentInstrumentId: "WALLET_1", toPaymentInstrumentId: "BANK_1" };
const EITHER =
  "Either one of rechargeAccount or (toPaymentInstrumentId and paymentInstrumentId) should be provided in the request";
const moved = (label: string): RegExp => new RegExp(`^RefId-\\d+/${label}-Internal Fund Transfer$`);
const NO_SOURCE = "Specified paymentInstrumentId not available";
const NO_ACCOUNT = "Recharge Account not found";

const ofMoves: [string, Record<string, unknown>, RegExp | string][] = [
  ["v1", NUMBER, moved("11112222333")],
  // v1 has neither remarks nor fund sources.
  ["v1", { ...NUMBER, remarks: "a-b", ...ENDS }, moved("11112222333")],
  ["v1", {}, NO_ACCOUNT],
  ["v1", ENDS, NO_ACCOUNT],
  ["v1", { rechargeAccount: 11112222333 }, NO_ACCOUNT],
  ["v1.2", NUMBER, moved("11112222333")],
  ["v1.2", { ...NUMBER, remarks: letters(70) }, moved(letters(70))],
  ["v1.2", ENDS, moved("BANK_1")],
  ["v1.2", { ...ENDS, remarks: "May" }, moved("May")],
  ["v1.2", { ...ENDS, remarks: letters(71) }, REMARKS],
  ["v1.2", { ...ENDS, remarks: "a-b" }, REMARKS],
  ["v1.2", {}, EITHER],
  ["v1.2", { paymentInstrumentId: "WALLET_1" }, EITHER],
  ["v1.2", { toPaymentInstrumentId: "BANK_1" }, EITHER],
  ["v1.2", { ...NUMBER, ...ENDS }, EITHER],
  ["v1.2", { ...NUMBER, paymentInstrumentId: "WALLET_1" }, EITHER],
  ["v1.2", { ...ENDS, paymentInstrumentId: 7 }, NO_SOURCE],
  ["v1.2", { ...ENDS, toPaymentInstrumentId: "TRANSIT_1" }, NO_SOURCE],
  [
    "v1.2",
    { ...ENDS, toPaymentInstrumentId: "WALLET_1" },
    "Account not configured. Please reach out to account manager",
  ],
  ["v1.2", { ...ENDS, amount: "0.99" }, "amount should be at least 1.0"],
  ["v1.2", { ...ENDS, amount: 1 }, moved("BANK_1")],
  ["v1.2", { ...ENDS, transferId: letters(40) }, moved("BANK_1")],
  ["v1.2", { ...ENDS, transferId: letters(41) }, "Please provide a valid transferId"],
  ["v1.2", { ...ENDS, transferId: "a b" }, "Please provide a valid transferId"],
  ["v1.2", { ...ENDS, transferId: 7 }, "Please provide a valid transferId"],
  ["v1", { ...NUMBER, transferId: letters(41) }, "Invalid transferId passed."],
  ["v1", { ...NUMBER, transferId: "a_b-9" }, moved("11112222333")],
];

test("an internal transfer's fields at, below and above their limits", async () => {
  const owner = await makeOwner();
  for (const [version, fields, message] of ofMoves) {
    const { body } = await move(owner, version, fields);
    if (typeof message === "string") assert.equal(body.message, message, JSON.stringify(fields));
    else assert.match(body.message, message, JSON.stringify(fields));
  }
});

test("an internal transfer is made once under its id; without one it gets one of ours", async () => {
  const owner = await makeOwner();
  const fields = { ...ENDS, transferId: freshId("move") };
  const all = await Promise.all(Array.from({ length: 10 }, () => move(owner, "v1.2", fields)));
  assert.equal(new Set(all.map(({ body }) => JSON.stringify(body))).size, 1);
  assert.deepEqual(all[0]!.body.data, { transferId: fields.transferId });
  const [one, two] = [await move(owner, "v1", NUMBER), await move(owner, "v1", NUMBER)];
  assert.notEqual(one.body.data?.transferId, two.body.data?.transferId);
  const { body } = await owner.call("GET", "/v1.2/getBalance", { query: { paymentInstrumentId: "BANK_1" } });
  assert.equal(body.data?.balance, "30.00");
});
