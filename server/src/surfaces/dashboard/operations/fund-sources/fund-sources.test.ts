import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { setLowBalanceThreshold, setRegisteredAccount, topUp, WALLET_ID } from "#fund-sources";
import { openIncident } from "#health";
import { acceptTransfers, runtimeOf } from "#transfers";
import { registerWithdrawals } from "#withdrawals";
import { makeDashboard } from "#test/dashboard";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";
import { OWN } from "#test/withdrawal-world";

const world = await makeFaultWorld({ start: new Date("2026-12-01T10:00:00+05:30") });
registerWithdrawals();
const { ctx } = world;
const dashboard = makeDashboard(world, { simulatorUrl: world.simulator.url });
const payer = await world.makePayer({ balancePaise: 1_000_00n, bankIds: ["meghdoot", "himshikhar"] });
const { merchantId, organizationId } = payer;
const admin = await dashboard.logIn(organizationId, "admin");
const viewer = await dashboard.logIn(organizationId, { permissions: ["access_transfers"] });

const ask = (name: string, input: object = {}) => admin.ask(name, { merchantId, ...input });
const refuse = async (name: string, input: object = {}): Promise<[number, string]> => {
  const { status, body } = await admin.call(name, { merchantId, ...input });
  return [status, body.error?.code];
};

/** Reads the balance and holds from the ledger's tables. */
async function booksOf(fundSourceId: string) {
  const [row] = await world.look<{ available: string; held: string }>(
    `select to_char(wallet.balance_paise / 100.0, 'FM999999990.00') as available,
       to_char((held_in.balance_paise + held_out.balance_paise) / 100.0, 'FM999999990.00') as held
     from fund_sources.fund_source as source
     join ledger.account as wallet on (wallet.merchant_id, wallet.account_no)
       = (source.merchant_id, source.ledger_account_no)
     join ledger.account as held_in on (held_in.merchant_id, held_in.account_no)
       = (source.merchant_id, source.held_in_no)
     join ledger.account as held_out on (held_out.merchant_id, held_out.account_no)
       = (source.merchant_id, source.held_out_no)
     where source.merchant_id = $1 and fund_source_id = $2`,
    [merchantId, fundSourceId],
  );
  return row!;
}

test("fund sources show what the books hold, and the account to send money to", async () => {
  await acceptTransfers(ctx, merchantId, [orderTo("one")]);
  await runtimeOf(ctx).idle();
  const threshold = { fundSourceId: WALLET_ID, thresholdPaise: 200_00n, notify: true, by: "system" } as const;
  await setLowBalanceThreshold(ctx, merchantId, threshold);
  const { items } = await ask("listFundSources");
  assert.equal(items.length, 1);
  const [wallet] = items;
  assert.deepEqual({ available: wallet.available, held: wallet.held }, await booksOf(WALLET_ID));
  assert.deepEqual([wallet.threshold, wallet.notifiesLowBalance], ["200.00", true]);
  assert.equal(wallet.lastRecharge, "1000.00");
  assert.ok(wallet.modes.includes("imps"));
  const account = await ask("getDepositAccount", { fundSourceId: WALLET_ID });
  assert.equal(account.accountNumber.slice(-4), wallet.accountLast4);
  assert.deepEqual(await refuse("getDepositAccount", { fundSourceId: "TRANSIT_1" }), [404, "not_found"]);
});

test("a statement is scrolled by its cursor and agrees with its totals and its files", async () => {
  const all = await ask("listStatement", { fundSourceId: WALLET_ID });
  assert.equal(all.next, null);
  const pages = [];
  let cursor: string | undefined;
  do {
    const page = await ask("listStatement", { fundSourceId: WALLET_ID, limit: 1, ...(cursor && { cursor }) });
    pages.push(...page.items);
    cursor = page.next;
  } while (cursor);
  assert.deepEqual(pages, all.items);
  const totals = await ask("getStatementTotals", { fundSourceId: WALLET_ID });
  assert.equal(totals.closing, (await booksOf(WALLET_ID)).available);
  assert.equal(totals.closing, all.items[0].balance);
  const csv = await admin.call("downloadStatement", { merchantId, fundSourceId: WALLET_ID, format: "csv" });
  const lines = csv.bytes.toString().trim().split(/\r?\n/);
  assert.equal(lines.length, all.items.length + 1);
  assert.ok(lines.at(-1)!.endsWith(totals.closing));
  const pdf = await admin.call("downloadStatement", { merchantId, fundSourceId: WALLET_ID, format: "pdf" });
  assert.equal(pdf.bytes.subarray(0, 5).toString(), "%PDF-");
  assert.match(String(pdf.headers["content-disposition"]), /statement-WALLET_1_.*_IST\.pdf/);
  assert.deepEqual(await refuse("listStatement", { fundSourceId: WALLET_ID, cursor: "x" }), [
    422,
    "invalid_request",
  ]);
  assert.deepEqual(await refuse("listStatement", { fundSourceId: "BANK_9" }), [404, "not_found"]);
  const backwards = { fundSourceId: WALLET_ID, from: "2026-12-02", to: "2026-12-01" };
  assert.deepEqual(await refuse("listStatement", backwards), [422, "range_invalid"]);
});

test("money arrives in the sandbox for every fund source", async () => {
  const opened = await ask("openBankSource", {
    bankId: "meghdoot",
    name: "Current account",
    accountNumber: " 1111 2222\u00a0333",
    ifsc: " hdfc 0000001",
  });
  assert.equal(opened.fundSourceId, "BANK_1");
  const isNew = ({ fundSourceId }: { fundSourceId: string }) => fundSourceId === "BANK_1";
  const { accountLast4, ifsc } = opened.items.find(isNew);
  assert.deepEqual([accountLast4, ifsc], ["2333", "HDFC0000001"]);
  for (const fundSourceId of [WALLET_ID, "BANK_1"]) {
    const before = Number((await booksOf(fundSourceId)).available);
    await ask("simulateTopUp", { fundSourceId, amount: "250.00" });
    assert.equal(Number((await booksOf(fundSourceId)).available), before + 250);
  }
  assert.deepEqual(await refuse("simulateTopUp", { fundSourceId: "BANK_9", amount: "1.00" }), [
    422,
    "bank_not_found",
  ]);
});

test("money moves between fund sources once, and a refusal says what is missing", async () => {
  const move = { from: WALLET_ID, to: "BANK_1", transferId: "move_1", amount: "100.00" };
  assert.equal((await ask("moveMoney", move)).repeated, false);
  assert.equal((await ask("moveMoney", move)).repeated, true);
  const tooMuch = { ...move, transferId: "move_2", amount: "100000.00" };
  const { status, body } = await admin.call("moveMoney", { merchantId, ...tooMuch });
  const available = BigInt(Math.round(Number((await booksOf(WALLET_ID)).available) * 100));
  const missing = (100_000_00n - available) / 100n;
  assert.equal(status, 422);
  assert.equal(body.error.code, "insufficient_balance");
  assert.ok(body.error.message.replaceAll(",", "").startsWith(`₹${missing}`), body.error.message);
});

test("shares make 100% or are refused with what they make", async () => {
  const shares = (wallet: number, bank: number) => ({
    shares: [
      { fundSourceId: WALLET_ID, percent: wallet },
      { fundSourceId: "BANK_1", percent: bank },
    ],
  });
  const { items } = await ask("setShares", shares(70, 30));
  assert.deepEqual(
    items.map((one: { sharePercent: number }) => one.sharePercent),
    [70, 30],
  );
  const { body } = await admin.call("setShares", { merchantId, ...shares(70, 40) });
  assert.equal(body.error.message, "The shares add up to 110%; they must add up to exactly 100%.");
});

test("what is wrong with the business's own account is said at its field", async () => {
  const account = { accountNumber: "11112222555", ifsc: "HDFC0000001" };
  for (const [wrong, code, field, says] of [
    [{ accountNumber: "1111_2222" }, "account_invalid", "accountNumber", /6 to 40 letters and digits/],
    [{ ifsc: "SBIN0031816" }, "ifsc_invalid", "ifsc", /^IFSC SBIN0031816 is not on our list of /],
    [{ ifsc: "HDFC" }, "ifsc_invalid", "ifsc", /^An IFSC has four letters/],
  ] as const) {
    for (const [name, rest] of [
      ["openBankSource", { bankId: "meghdoot", name: "Other" }],
      ["registerAccount", { holderName: "Asha Traders" }],
    ] as const) {
      const { body } = await admin.call(name, { merchantId, ...account, ...rest, ...wrong });
      assert.deepEqual([body.error.code, body.error.field], [code, field], name);
      assert.match(body.error.message, says);
    }
  }
});

test("a bank that is closed to this kind of business is shown closed, and refused", async () => {
  const { items } = await ask("listBanks");
  const himshikhar = items.find((bank: { bankId: string }) => bank.bankId === "himshikhar");
  assert.deepEqual([himshikhar.open, himshikhar.servedOnly], [false, ["private_limited", "partnership"]]);
  const account = { name: "Other", accountNumber: "11112222444", ifsc: "HDFC0000001", bankId: "himshikhar" };
  assert.deepEqual(await refuse("openBankSource", account), [422, "business_type_unknown"]);
});

test("a withdrawal goes to the registered account, three a day, and what strangers send goes back", async () => {
  const order = (withdrawalId: string) => ({ withdrawalId, amount: "10.00", remarks: "Savings" });
  assert.deepEqual(await refuse("withdraw", order("W0")), [422, "not_configured"]);
  await setRegisteredAccount(ctx, merchantId, { ...OWN, by: "system" });
  for (const id of ["W1", "W2", "W3"]) assert.equal((await ask("withdraw", order(id))).amount, "10.00");
  assert.equal((await ask("withdraw", order("W1"))).key, "W1");
  assert.deepEqual(await refuse("withdraw", order("W4")), [422, "too_many"]);
  const { items } = await ask("listWithdrawals", { limit: 2 });
  assert.deepEqual(
    items.map(({ key }: { key: string }) => key),
    ["W3", "W2"],
  );
  const from = { name: "Asha Rao 50100000000002", accountNumber: "50100000000002", ifsc: "HDFC0000001" };
  const credit = { bankId: "meghdoot", fundSourceId: WALLET_ID, utr: "STRANGER1", amountPaise: 70_00n, from };
  await topUp(ctx, merchantId, credit);
  const { workWithdrawals } = await import("#withdrawals");
  await workWithdrawals(ctx, merchantId);
  const refunds = await ask("listRefunds");
  assert.deepEqual(
    refunds.items.map((one: { amount: string; senderName: string }) => [one.amount, one.senderName]),
    [["70.00", "Asha Rao ••••••••••0002"]],
  );
});

test("downtimes name the fund sources whose bank it is, and the transfers that wait for a payee's", async () => {
  const notice = { mode: "imps", severity: "high", because: "letter", planned: null, by: "system" } as const;
  await openIncident(ctx, merchantId, { ...notice, entity: "bank", entityCode: "MGDT" });
  await openIncident(ctx, merchantId, { ...notice, entity: "bank", entityCode: "YESB" });
  const processOn = new Date("2026-12-09T10:00:00+05:30");
  await acceptTransfers(ctx, merchantId, [{ ...orderTo("waits-for-its-time"), processOn }]);
  const { items } = await ask("listDowntimes");
  const touched = items.map((one: { entityCode: string; fundSources: { fundSourceId: string }[] }) => [
    one.entityCode,
    one.fundSources.map(({ fundSourceId }) => fundSourceId),
  ]);
  assert.deepEqual(touched, [
    ["YESB", []],
    ["MGDT", [WALLET_ID, "BANK_1"]],
  ]);
  assert.deepEqual(
    items.map((one: { exposed: unknown }) => one.exposed),
    [
      { count: 1, amount: "100.00" },
      { count: 0, amount: "0.00" },
    ],
  );
  const { items: sources } = await ask("listFundSources");
  assert.deepEqual(
    sources.map((one: { downtimes: number }) => one.downtimes),
    [1, 1],
  );
});

test("an overdraft limit is requested, and account information shows the business", async () => {
  const request = { fundSourceId: WALLET_ID, limit: "500.00", because: "Salaries" };
  assert.equal((await ask("requestOverdraft", request)).status, "granted");
  assert.equal((await ask("listOverdraftRequests")).items.length, 1);
  const facts = await ask("getAccountInformation");
  assert.equal(facts.registeredAccount.accountLast4, OWN.accountNumber.slice(-4));
  assert.equal(facts.support.email, "support@vitaran.example");
});

test("who may not manage fund sources moves nothing", async () => {
  const move = { from: WALLET_ID, to: "BANK_1", transferId: "no", amount: "1.00" };
  const before = await booksOf(WALLET_ID);
  for (const [name, input] of [
    ["moveMoney", move],
    ["withdraw", { withdrawalId: "W9", amount: "1.00" }],
    ["setShares", { shares: [] }],
    ["downloadStatement", { fundSourceId: WALLET_ID, format: "csv" }],
    ["requestOverdraft", { fundSourceId: WALLET_ID, limit: "1.00", because: "x" }],
  ] as const) {
    const { status, body } = await viewer.call(name, { merchantId, ...input });
    assert.deepEqual([status, body.error.code], [403, "not_permitted"], name);
  }
  assert.deepEqual(await booksOf(WALLET_ID), before);
});

test("while payouts are switched off members move no money, on any screen", async () => {
  await changeMerchant(ctx, merchantId, { settings: { payoutsEnabled: false } });
  const before = await booksOf(WALLET_ID);
  const link = { name: "Asha Rao", phone: "9876543210", lastDay: "2026-11-30" };
  for (const [name, input] of [
    ["moveMoney", { from: WALLET_ID, to: "BANK_1", transferId: "off", amount: "1.00" }],
    ["withdraw", { withdrawalId: "OFF", amount: "1.00" }],
    ["createLink", { linkId: "off", amount: "1.00", ...link }],
    ["confirmBatch", { draftId: randomUUID(), contentHash: "0".repeat(64) }],
  ] as const) {
    assert.deepEqual(await refuse(name, input), [403, "payouts_disabled"], name);
  }
  assert.deepEqual(await booksOf(WALLET_ID), before);
});
