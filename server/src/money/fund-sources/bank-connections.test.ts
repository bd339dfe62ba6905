import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connectBank,
  FundSourceError,
  listBankConnections,
  setBankEnabled,
  stopBank,
  type BankToConnect,
} from "#fund-sources";
import { clearingAccount, settlementAccount } from "#ledger";
import { makeWorld } from "#test/world";
import { requirePublicBank } from "./connect-bank.ts";

const world = await makeWorld();
const { ctx } = world;
const by = "api-key:test" as const;

const bank = (bankId: string, changes: Partial<BankToConnect> = {}): BankToConnect => ({
  bankId,
  adapter: "host-to-host",
  baseUrl: "http://127.0.0.1:1/bank",
  apiKey: `key of ${bankId}`.padEnd(32, "."),
  callbackSecret: `secret of ${bankId}`.padEnd(32, "."),
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

test("banks connected at the same moment get numbers of their own, with ledger accounts", async () => {
  const { merchantId } = await world.makeMerchant();
  const before = (await listBanks(merchantId)).length;
  const ids = Array.from({ length: 10 }, (_, index) => `bank-${index}`);
  const made = await Promise.all(ids.map((bankId) => connectBank(ctx, merchantId, bank(bankId))));
  const numbers = made.map(({ bankNo }) => bankNo).toSorted((a, b) => a - b);
  assert.deepEqual(
    numbers,
    ids.map((_, index) => before + index),
  );
  const opened = await accountNosOf(merchantId);
  for (const bankNo of numbers) {
    assert.ok(opened.includes(clearingAccount(bankNo)) && opened.includes(settlementAccount(bankNo)));
  }
});

test("new secrets of a bank are seen at once by every process, and its number stays", async () => {
  const { merchantId } = await world.makeMerchant();
  const { bankNo } = await connectBank(ctx, merchantId, bank("bank-a"));
  const elsewhere = world.openContext();
  const read = async () =>
    Promise.all(
      [ctx, elsewhere].map(async (of) =>
        (await listBanks(merchantId, of)).find(({ bankId }) => bankId === "bank-a"),
      ),
    );
  const on = { enabled: true, stopped: false, stoppedAt: null, recoveringSince: null };
  const expected = { ...bank("bank-a"), bankNo, ...on };
  assert.deepEqual(await read(), [expected, expected]);
  const changed = bank("bank-a", {
    apiKey: "new key",
    callbackSecret: "new secret",
    baseUrl: "http://127.0.0.1:2/",
  });
  assert.deepEqual(await connectBank(ctx, merchantId, changed), { bankNo });
  assert.deepEqual(await read(), [
    { ...changed, bankNo, ...on },
    { ...changed, bankNo, ...on },
  ]);
  await setBankEnabled(ctx, merchantId, { bankId: "bank-a", enabled: false, by });
  assert.deepEqual(
    (await read()).map((connection) => connection?.enabled),
    [false, false],
  );
  await connectBank(ctx, merchantId, changed);
  assert.equal((await read())[0]?.enabled, false, "what was switched off stays off");
  await setBankEnabled(ctx, merchantId, { bankId: "bank-a", enabled: true, by });
  await ctx.db.inMerchant(merchantId, (tx) =>
    stopBank(tx, { bankId: "bank-a", because: "an unknown debit" }),
  );
  await connectBank(ctx, merchantId, changed);
  assert.equal((await read())[0]?.enabled, false, "what was stopped stays off");
  assert.equal((await read())[0]?.stopped, true);
  await setBankEnabled(ctx, merchantId, { bankId: "bank-a", enabled: true, by });
  assert.equal((await read())[0]?.stopped, false);
  const unknown = setBankEnabled(ctx, merchantId, { bankId: "bank-z", enabled: true, by });
  await assert.rejects(unknown, (error) => FundSourceError.is(error, "bank_not_connected"));
});

test("secrets are opened once per process and version, not once per set of transfers", async () => {
  const { merchantId } = await world.makeMerchant();
  await connectBank(ctx, merchantId, bank("bank-a"));
  let opened = 0;
  const counting = {
    ...ctx.vault,
    open: (...given: Parameters<typeof ctx.vault.open>) => (opened++, ctx.vault.open(...given)),
  };
  const banks = await listBanks(merchantId, { ...ctx, vault: counting });
  const first = opened;
  assert.ok(first >= banks.length);
  for (let times = 0; times < 5; times += 1) await listBanks(merchantId, { ...ctx, vault: counting });
  assert.equal(opened, first);
});

test("a live merchant's bank is public and by https, and its secrets are long", async () => {
  const { merchantId } = await world.makeMerchant({ mode: "live" });
  const production = { ...ctx, config: { ...ctx.config, mode: "production" as const } };
  const connect = (changes: Partial<BankToConnect>, of = production) =>
    connectBank(of, merchantId, bank("bank-a", { simulated: false, ...changes }));
  const refused = [
    "http://93.184.215.14/bank",
    "https://127.0.0.1/bank",
    "http://127.0.0.1:1/bank",
    "https://localhost/bank",
    "https://a.localhost./bank",
    "https://[::1]/bank",
    "https://[::ffff:93.184.215.14]/bank",
    "https://2130706433/bank",
    "https://0x7f.1/bank",
    "https://10.0.0.7/bank",
    "https://169.254.169.254/latest/meta-data",
    "https://[fd00::1]/bank",
    "https://key:secret@93.184.215.14/bank",
    "https://93.184.215.14/bank#part",
    "ftp://93.184.215.14/bank",
    "93.184.215.14",
    "",
  ];
  for (const baseUrl of refused)
    await assert.rejects(
      connect({ baseUrl }),
      (error) => FundSourceError.is(error, "bank_address_refused"),
      baseUrl,
    );
  const sandbox = ["http://10.0.0.7/bank", "http://93.184.215.14/bank", "https://192.168.1.1/bank"];
  for (const baseUrl of sandbox)
    await assert.rejects(connect({ baseUrl }, ctx as typeof production), (error) =>
      FundSourceError.is(error, "bank_address_refused"),
    );
  const baseUrl = "https://93.184.215.14:8443/bank";
  for (const short of [{ apiKey: "k".repeat(31) }, { callbackSecret: "s".repeat(31) }])
    await assert.rejects(connect({ baseUrl, ...short }), (error) =>
      FundSourceError.is(error, "secret_too_short"),
    );
  await connect({ baseUrl });
  await connect({ baseUrl: "file:///var/spool/bank", apiKey: "none", callbackSecret: "none" });
  await connect({ baseUrl: "http://127.0.0.1:1/bank" }, ctx as typeof production);
});

test("every address that a bank's name has is public", async () => {
  const names: Record<string, string[]> = {
    "bank.example": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
    "mixed.example": ["93.184.215.14", "10.0.0.7"],
    "here.example": ["127.0.0.1"],
  };
  const resolve = async (name: string): Promise<string[]> => names[name] ?? [];
  const ask = (host: string) => requirePublicBank({ mode: "production" }, `https://${host}/in`, resolve);
  await ask("bank.example");
  await ask("bank.example.");
  for (const host of ["mixed.example", "here.example", "nobody.example"])
    await assert.rejects(ask(host), (error) => FundSourceError.is(error, "bank_address_refused"), host);
});

test("sandbox merchants reach simulated banks only and live ones real ones only", async () => {
  const [sandbox, live] = await Promise.all([
    world.makeMerchant({ mode: "sandbox" }),
    world.makeMerchant({ mode: "live" }),
  ]);
  const mismatch = (error: unknown) => FundSourceError.is(error, "mode_mismatch");
  await assert.rejects(connectBank(ctx, sandbox.merchantId, bank("bank-a", { simulated: false })), mismatch);
  await assert.rejects(connectBank(ctx, live.merchantId, bank("bank-a", { simulated: true })), mismatch);
  await connectBank(ctx, sandbox.merchantId, bank("bank-a", { simulated: true }));
  await connectBank(ctx, live.merchantId, bank("bank-a", { simulated: false }));
  await assert.rejects(connectBank(ctx, sandbox.merchantId, bank("bank-a", { simulated: false })), mismatch);
  const change = (assignment: string) =>
    ctx.db.inMerchant(live.merchantId, (tx) =>
      tx.execute(`update fund_sources.bank_connection set ${assignment}`),
    );
  await assert.rejects(change("simulated = true"), { code: "42501" });
  await assert.rejects(change("merchant_mode = 'sandbox'"), { code: "42501" });
});
