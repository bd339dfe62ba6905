import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connectBank,
  findVirtualAccount,
  FundSourceError,
  listBankConnections,
  openBankAccount,
  openWallet,
  readFundSources,
  revealFundSourceAccount,
  topUp,
  WALLET_ID,
  type BankToConnect,
} from "#fund-sources";
import { sourceAccounts } from "#ledger";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const by = "api-key:test" as const;

const bank = (bankId: string, changes: Partial<BankToConnect> = {}): BankToConnect => ({
  bankId,
  adapter: "host-to-host",
  baseUrl: "http://127.0.0.1:1/bank",
  apiKey: `key of ${bankId}`,
  callbackSecret: `secret of ${bankId}`,
  debitAccount: "918273645546372",
  simulated: true,
  ...changes,
});

const listBanks = (merchantId: string, of = ctx) =>
  ctx.db.inMerchant(merchantId, (tx) => listBankConnections(of, tx));

const accountNosOf = async (merchantId: string): Promise<number[]> => {
  const rows = await world.look<{ account_no: number }>(
    "select account_no from ledger.account where merchant_id = $1 order by account_no",
    [merchantId],
  );
  return rows.map((row) => row.account_no);
};

test("a wallet opened by many at once is one wallet with one virtual account", async () => {
  const { merchantId } = await world.makeMerchant();
  const wallets = await Promise.all(Array.from({ length: 20 }, () => openWallet(ctx, merchantId)));
  for (const wallet of wallets) assert.deepEqual(wallet, wallets[0]);
  assert.equal(wallets[0]!.fundSourceId, WALLET_ID);
  const sources = await ctx.db.inMerchant(merchantId, readFundSources);
  assert.deepEqual(sources, [wallets[0]]);
  const account = await revealFundSourceAccount(ctx, merchantId, WALLET_ID);
  assert.match(account.accountNumber, /^7700\d{12}$/);
  assert.equal(account.accountNumber.slice(-4), wallets[0]!.accountLast4);
  assert.match(account.ifsc, /^[A-Z]{4}0[A-Z0-9]{6}$/);
  const { available, heldIn, heldOut } = sourceAccounts(0);
  const opened = await accountNosOf(merchantId);
  for (const accountNo of [10, 11, 12, 13, available, heldIn, heldOut]) assert.ok(opened.includes(accountNo));
});

test("a virtual account number leads to its merchant; any other number to none", async () => {
  const [one, other] = await Promise.all([world.makeMerchant(), world.makeMerchant()]);
  for (const { merchantId } of [one, other]) {
    await openWallet(ctx, merchantId);
    const { accountNumber } = await revealFundSourceAccount(ctx, merchantId, WALLET_ID);
    assert.deepEqual(await findVirtualAccount(ctx, accountNumber), { merchantId, fundSourceId: WALLET_ID });
  }
  assert.equal(await findVirtualAccount(ctx, "770000000000"), null);
});

test("the ledger account numbers in the table are those of the chart of accounts", async () => {
  const { merchantId } = await world.makeMerchant();
  await openWallet(ctx, merchantId);
  await connectBank(ctx, merchantId, bank("bank-a"));
  for (const accountNumber of ["11112222333", "44445555666"]) {
    await openBankAccount(ctx, merchantId, {
      bankId: "bank-a",
      name: "Main",
      accountNumber,
      ifsc: "HDFC0000001",
      by,
    });
  }
  const rows = await world.look<
    Record<"source_no" | "ledger_account_no" | "held_in_no" | "held_out_no", number>
  >(
    `select source_no, ledger_account_no, held_in_no, held_out_no
     from fund_sources.fund_source
     where merchant_id = $1`,
    [merchantId],
  );
  assert.equal(rows.length, 3);
  for (const { source_no, ledger_account_no: available, held_in_no: heldIn, held_out_no: heldOut } of rows) {
    assert.deepEqual({ available, heldIn, heldOut }, sourceAccounts(source_no));
  }
});

test("a connected bank account becomes a fund source once, at the bank that holds it", async () => {
  const { merchantId } = await world.makeMerchant();
  await openWallet(ctx, merchantId);
  const input = { bankId: "bank-a", name: "Main", accountNumber: "50100012345678", ifsc: "hdfc0000001", by };
  const refused = (code: Parameters<typeof FundSourceError.is>[1]) => (error: unknown) =>
    FundSourceError.is(error, code);
  await assert.rejects(openBankAccount(ctx, merchantId, input), refused("bank_not_connected"));
  await connectBank(ctx, merchantId, bank("bank-a"));
  await connectBank(ctx, merchantId, bank("bank-b"));
  const opened = await openBankAccount(ctx, merchantId, { ...input, overdraftLimitPaise: 500_00n });
  assert.equal(opened.fundSourceId, "BANK_1");
  assert.equal(opened.bankId, "bank-a");
  assert.deepEqual(await openBankAccount(ctx, merchantId, input), opened);
  await assert.rejects(
    openBankAccount(ctx, merchantId, { ...input, bankId: "bank-b" }),
    refused("account_taken"),
  );
  await assert.rejects(openBankAccount(ctx, merchantId, { ...input, ifsc: "HDFC" }), refused("ifsc_invalid"));
  await assert.rejects(
    openBankAccount(ctx, merchantId, { ...input, accountNumber: "1" }),
    refused("account_invalid"),
  );
  const negative = { ...input, overdraftLimitPaise: -1n };
  await assert.rejects(openBankAccount(ctx, merchantId, negative), refused("limit_invalid"));
  const revealed = await revealFundSourceAccount(ctx, merchantId, "BANK_1");
  assert.deepEqual(revealed, { accountNumber: "50100012345678", ifsc: "HDFC0000001" });
  await assert.rejects(revealFundSourceAccount(ctx, merchantId, "BANK_9"), refused("not_found"));
});

test("a merchant sees its own fund sources, banks and top-ups only", async () => {
  const [one, other] = await Promise.all([world.makeMerchant(), world.makeMerchant()]);
  for (const { merchantId } of [one, other]) await openWallet(ctx, merchantId);
  await connectBank(ctx, one.merchantId, bank("bank-of-one"));
  const credit = { bankId: "bank-of-one", utr: "UTR1", amountPaise: 100n, fundSourceId: WALLET_ID };
  await topUp(ctx, one.merchantId, credit);
  assert.ok(!(await listBanks(other.merchantId)).some(({ bankId }) => bankId === "bank-of-one"));
  await assert.rejects(topUp(ctx, other.merchantId, credit), (error) =>
    FundSourceError.is(error, "bank_not_connected"),
  );
  const seen = await ctx.db.inMerchant(other.merchantId, async (tx) => [
    ...(await tx.query("select from fund_sources.top_up where bank_id = 'bank-of-one'")),
    ...(await tx.query("select from fund_sources.bank_connection where bank_id = 'bank-of-one'")),
    ...(await tx.query("select from fund_sources.fund_source where merchant_id <> $1", [other.merchantId])),
  ]);
  assert.deepEqual(seen, []);
});

test("the application cannot change a fund source's bank account, or a top-up", async () => {
  const { merchantId } = await world.makeMerchant();
  await openWallet(ctx, merchantId);
  const run = (text: string) => ctx.db.inMerchant(merchantId, (tx) => tx.execute(text));
  const denied = { code: "42501" };
  for (const column of ["ifsc", "account_index", "source_no", "kind", "bank_id"]) {
    await assert.rejects(run(`update fund_sources.fund_source set ${column} = null`), denied);
  }
  await assert.rejects(run("update fund_sources.top_up set amount_paise = 1"), denied);
  await assert.rejects(run("delete from fund_sources.top_up"), denied);
  await assert.rejects(run("update fund_sources.virtual_account set fund_source_id = 'X'"), denied);
});

test("no account number and no secret stands in clear anywhere in the database", async () => {
  const { merchantId } = await world.makeMerchant();
  const wallet = await openWallet(ctx, merchantId);
  const own = await revealFundSourceAccount(ctx, merchantId, wallet.fundSourceId);
  const canaries = {
    debitAccount: "918273645546370",
    apiKey: "canary-key-8d2f6a",
    callbackSecret: "canary-secret-77e1c0",
    accountNumber: "827364554637280",
    sender: "736455463728190",
    virtual: own.accountNumber,
  };
  await connectBank(ctx, merchantId, bank("bank-a", canaries));
  const { accountNumber } = canaries;
  await openBankAccount(ctx, merchantId, {
    bankId: "bank-a",
    name: "Main",
    accountNumber,
    ifsc: "HDFC0000001",
    by,
  });
  const from = { name: "Sender", accountNumber: canaries.sender, ifsc: "HDFC0000001" };
  await topUp(ctx, merchantId, { bankId: "bank-a", utr: "UTR1", amountPaise: 100n, account: own, from });
  const forms = Object.values(canaries).flatMap((canary) => [
    canary,
    Buffer.from(canary).toString("hex"),
    Buffer.from(canary).toString("base64").slice(0, 20),
  ]);
  const tables = await world.look<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  assert.ok(tables.some(({ name }) => name === "fund_sources.bank_connection"));
  for (const { name } of tables) {
    const found = await world.look(
      `select from ${name} as looked_at where exists (select from unnest($1::text[]) as form
       where strpos(looked_at::text, form) > 0)`,
      [forms],
    );
    assert.equal(found.length, 0, name);
  }
});
