import assert from "node:assert/strict";
import { appendFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { crashAt } from "#test/crash-at";
import { verifyLedger } from "#proof";
import { istDate } from "#lib/ist";
import { importStatement, listBreaks, workReconciliation } from "#reconciliation";
import { acceptTransfers, runtimeOf } from "#transfers";
import { makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";
import { makeFileBanks, type FileMerchant } from "./test/file-merchant.ts";
import { makeStatement } from "./test/make-statement.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const banks = makeFileBanks(world);
const makeFileMerchant = (): Promise<FileMerchant> => banks.make({ simulated: true });
const filesIn = (merchant: FileMerchant, place: string): Promise<string[]> => banks.list(merchant, place);

const bankTakes = (): Promise<unknown> => world.simulator.control("POST", "/sim/files/collect");

async function order(merchant: Payer, keys: readonly string[]): Promise<void> {
  await acceptTransfers(
    ctx,
    merchant.merchantId,
    keys.map((key) => orderTo(key)),
  );
  await runtimeOf(ctx).idle();
}

async function work({ merchantId }: Payer): Promise<void> {
  await workReconciliation(ctx, merchantId);
  const { findings } = await verifyLedger(ctx, merchantId);
  assert.deepEqual(findings, []);
}

async function statusesOf({ merchantId }: Payer): Promise<string[]> {
  const rows = await world.look<{ status: string }>(
    "select status from transfers.transfer where merchant_id = $1 order by transfer_key",
    [merchantId],
  );
  return rows.map(({ status }) => status);
}

test("payments leave as a file, and the bank's files tell what became of each", async () => {
  const merchant = await banks.make();
  const { debitAccount, folder } = merchant;
  await world.simulator.control("POST", "/sim/script", {
    match: { bankId: "varuna", debitAccount, nth: 2 },
    mishap: { kind: "fail", code: "M5" },
  });
  await order(merchant, ["A", "B", "C"]);
  assert.deepEqual(await statusesOf(merchant), ["sent", "sent", "sent"]);
  await work(merchant);
  assert.deepEqual(
    await statusesOf(merchant),
    ["sent", "sent", "sent"],
    "nothing is known before the bank tells",
  );
  // Only now, because the bank looks into the folders that it knows on its own as well.
  await world.simulator.control("PUT", `/sim/accounts/varuna/${debitAccount}`, { folder });
  await bankTakes();
  await work(merchant);
  assert.deepEqual((await statusesOf(merchant)).toSorted(), ["failed", "succeeded", "succeeded"]);
  assert.deepEqual(await filesIn(merchant, "incoming"), []);
  assert.ok((await filesIn(merchant, "archive")).length > 0);
});

test("a file is archived only after its news are committed, and twice it changes nothing", async () => {
  const merchant = await makeFileMerchant();
  await order(merchant, ["A"]);
  await bankTakes();
  const waiting = await filesIn(merchant, "incoming");
  assert.ok(
    await crashAt(world, "reconciliation.file.recorded", () => workReconciliation(ctx, merchant.merchantId)),
  );
  assert.deepEqual(await filesIn(merchant, "incoming"), waiting, "a crash leaves all files");
  assert.equal((await filesIn(merchant, "archive")).length, 0);
  await work(merchant);
  assert.deepEqual(await statusesOf(merchant), ["succeeded"]);
  const archived = await filesIn(merchant, "archive");
  const [first] = archived;
  const { folder } = merchant;
  await rename(
    join(folder, "archive", first!),
    join(folder, "incoming", first!.slice("0123456789ab-".length)),
  );
  await work(merchant);
  assert.deepEqual(await filesIn(merchant, "archive"), archived);
  assert.deepEqual(await filesIn(merchant, "incoming"), []);
  assert.deepEqual(await statusesOf(merchant), ["succeeded"]);
});

test("what is still being written waits; what is no message is laid aside with its reason", async () => {
  const merchant = await makeFileMerchant();
  const incoming = join(merchant.folder, "incoming");
  await order(merchant, ["A"]);
  await bankTakes();
  const names = await filesIn(merchant, "incoming");
  for (const name of names) {
    const text = await readFile(join(incoming, name), "utf8");
    await writeFile(join(incoming, name), text.slice(0, 200));
    await writeFile(join(incoming, `${name}.part`), text);
  }
  await work(merchant);
  assert.deepEqual(await statusesOf(merchant), ["sent"]);
  assert.equal((await filesIn(merchant, "incoming")).length, 2 * names.length);
  for (const name of names) {
    const text = await readFile(join(incoming, `${name}.part`), "utf8");
    await rm(join(incoming, `${name}.part`));
    await appendFile(join(incoming, name), text.slice(200));
  }
  await writeFile(
    join(incoming, "bomb.xml"),
    '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><d>&a;</d>',
  );
  assert.ok(
    await crashAt(world, "reconciliation.file.refused", () => workReconciliation(ctx, merchant.merchantId)),
  );
  assert.ok((await filesIn(merchant, "incoming")).includes("bomb.xml"));
  await work(merchant);
  assert.deepEqual(await statusesOf(merchant), ["succeeded"]);
  assert.deepEqual(await filesIn(merchant, "incoming"), []);
  const [found, ...others] = await listBreaks(ctx, merchant.merchantId, { open: true, limit: 10 });
  assert.deepEqual([found?.kind, found?.bankId, others.length], ["file_refused", "varuna", 0]);
  assert.match(found!.detail, /^the file bomb\.xml was laid aside .* document type/);
  const refused = await filesIn(merchant, "refused");
  assert.ok(refused.some((name) => name.endsWith("bomb.xml")) && refused.includes("bomb.xml.reason.txt"));
});

test("a camt file of the day so far is reconciled line by line", async () => {
  const merchant = await makeFileMerchant();
  const { merchantId, debitAccount } = merchant;
  await order(merchant, ["A", "B"]);
  await bankTakes();
  const asked = { debitAccount, day: istDate(new Date()), kind: "intraday" };
  const { left } = await world.simulator.control<{ left: boolean }>("POST", "/sim/files/statement", asked);
  assert.ok(left);
  await work(merchant);
  const lines = await world.look<{ state: string; rule: string | null }>(
    "select state, rule from reconciliation.line where merchant_id = $1",
    [merchantId],
  );
  assert.deepEqual(lines, Array(2).fill({ state: "matched", rule: "reference" }));
});

test("a folder that cannot be read does not hold up what else is to be reconciled", async () => {
  const merchant = await makeFileMerchant();
  const { merchantId, debitAccount, bankId } = merchant;
  await rm(join(merchant.folder, "incoming"), { recursive: true, force: true });
  await writeFile(join(merchant.folder, "incoming"), "a file where a folder should be");
  const lines = [{ side: "debit", amountPaise: 5_00n, reference: "NOT-OURS" }] as const;
  const statement = makeStatement({ debitAccount, day: istDate(new Date()), kind: "intraday", lines });
  await importStatement(ctx, merchantId, { bankId, statement });
  await work(merchant);
  const [line] = await world.look("select state from reconciliation.line where merchant_id = $1", [
    merchantId,
  ]);
  assert.deepEqual(line, { state: "suspense" });
});

test("a bank that sends all accounts of a customer: ours is taken, each other one is told once", async () => {
  const merchant = await makeFileMerchant();
  const day = istDate(new Date());
  const statement = (account: string, currency: string): string => {
    const balance = (code: string): string =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">9.00</Amt>` +
      `<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
    const named = `<Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>`;
    return `<Stmt><Id>S-${account}</Id>${named}${balance("OPBD")}${balance("CLBD")}</Stmt>`;
  };
  const [dollars, other] = [statement("60100000004321", "USD"), statement("60100000008765", "INR")];
  const leave = async (...statements: string[]): Promise<void> => {
    const text =
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>' +
      `${statements.join("")}</BkToCstmrStmt></Document>`;
    await banks.leave(merchant, `all-${Math.random()}.xml`, text);
    await work(merchant);
  };
  const kinds = async (): Promise<string[]> =>
    (await listBreaks(ctx, merchant.merchantId, { open: true, limit: 9 })).map(({ kind }) => kind).toSorted();
  const ours = statement(merchant.debitAccount, "INR");
  await leave(dollars, ours, other);
  await leave(dollars, ours, other);
  assert.deepEqual(await kinds(), ["other_account", "other_account"]);
  const [stored] = await world.look(
    "select state, line_count::int as lines from reconciliation.statement where merchant_id = $1",
    [merchant.merchantId],
  );
  assert.deepEqual(stored, { state: "imported", lines: 0 });
  await leave(dollars);
  assert.deepEqual(await kinds(), ["file_refused", "other_account", "other_account"]);
});
