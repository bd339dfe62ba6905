import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { istDate } from "#lib/ist";
import { importStatement, matchLines } from "#reconciliation";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeFaultWorld } from "#test/faults/fault-world";
import { writeCamt053 } from "#test/write-statement-file";
import { makeOperator } from "./test/make-operator.ts";

await clearOfMidnight();
const world = await makeFaultWorld();
const { run, fail } = makeOperator(world);

test("an operator sees what does not agree, ends it, and lets a stopped bank go on", async () => {
  const { merchantId: merchant, debitAccount, bankId } = await world.makePayer();
  const day = istDate(new Date());
  const line = {
    lineId: "L1",
    side: "debit",
    amountPaise: 20_000_00n,
    bookedAt: new Date(),
    kind: "payment",
    reference: "UNKNOWN",
    utr: null,
    narration: "",
    code: "",
    reason: null,
    counterparty: { name: null, accountNumber: null, ifsc: null },
  } as const;
  const statement = {
    statementId: "S1",
    kind: "intraday",
    sequenceNo: null,
    debitAccount,
    day,
    openingPaise: 0n,
    closingPaise: -20_000_00n,
    lines: [line],
  } as const;
  await importStatement(world.ctx, merchant, { bankId, statement });
  await matchLines(world.ctx, merchant);
  const [found] = (await run("list-breaks", { merchant })) as { breakId: string; kind: string }[];
  assert.equal(found?.kind, "unknown_debit");
  const { banks } = (await run("list-statements", { merchant })) as { banks: { enabled: boolean }[] };
  assert.equal(banks[0]?.enabled, false);
  const about = { merchant, break: found.breakId };
  await run("resolve-break", { ...about, resolution: "bank_corrected", note: "refunded by the branch" });
  assert.deepEqual(await run("list-breaks", { merchant }), []);
  await run("undo-break", { ...about, note: "not refunded after all" });
  const shown = (await run("show-break", about)) as { history: { action: string; by: string }[] };
  assert.deepEqual(
    shown.history.map((step) => `${step.action} ${step.by}`),
    ["opened system", "resolved operator", "undone operator"],
  );
  await run("switch-bank", { merchant, bank: bankId, to: "on" });
  assert.match(await fail("resolve-break", { ...about, resolution: "sorry", note: "x" }), /one of explained/);
  const match = fail("match-break", { ...about, reference: "abc", note: "x" });
  assert.match(await match, /--reference.*Use a whole number/);
  const file = join(tmpdir(), "no-such-statement.xml");
  const gone = await fail("import-statement", { merchant, bank: bankId, format: "camt", file });
  assert.match(gone, /no-such-statement\.xml cannot be read/);
});

test("an operator holds sending back after a restore, and can let a bank go on", async () => {
  const { merchantId: merchant, bankId: bank } = await world.makePayer();
  const since = new Date(Date.now() - 60_000).toISOString();
  assert.deepEqual(await run("recover", { merchant, since }), { bankIds: [bank] });
  await run("end-recovery", { merchant, bank, because: "the bank's own list" });
  assert.match(await fail("end-recovery", { merchant, bank, because: "again" }), /not held back/);
  const year = 366 * 86_400_000;
  const [later, before] = [year, -year].map((ms) => new Date(Date.now() + ms).toISOString());
  assert.match(await fail("recover", { merchant, since: later! }), /--since \S+ is in the future/);
  assert.match(
    await fail("recover", { merchant, since: before! }),
    /--since is 366 days ago.* add --long-ago/,
  );
  const all = (await run("recover", { since })) as { merchantId: string }[];
  assert.equal(all.length, 2);
});

test("an operator imports a statement from a file, once, and learns what is wrong with one that is none", async () => {
  const { merchantId: merchant, debitAccount, bankId: bank } = await world.makePayer();
  const folder = await mkdtemp(join(tmpdir(), "vitaran-statement-"));
  const file = join(folder, "statement.sta");
  const date = istDate(new Date()).slice(2).replaceAll("-", "");
  const head = `:25:${debitAccount}\n:28C:1/1\n:60F:C${date}INR100,00\n`;
  await writeFile(file, `${head}:61:${date}D5,90NCHGNONREF\n:62F:C${date}INR94,10\n`);
  const about = { merchant, bank, format: "mt940", file };
  const [first] = (await run("import-statement", about)) as { state: string; newLines: number }[];
  assert.deepEqual([first?.state, first?.newLines], ["imported", 1]);
  const [again] = (await run("import-statement", about)) as { newLines: number }[];
  assert.equal(again?.newLines, 0);
  const dollars = `:25:60100000004321\n:28C:1/1\n:60F:C${date}USD1,00\n:62F:C${date}USD1,00\n`;
  await writeFile(file, `${dollars}${head}:61:${date}D5,90NCHGNONREF\n:62F:C${date}INR94,10\n`);
  const [, leftOut] = (await run("import-statement", about)) as { leftOut?: string }[];
  assert.match(
    leftOut?.leftOut ?? "",
    /^the statement of account ••••4321 in USD was left out, since Vitaran/,
  );
  assert.match(
    await fail("import-statement", { ...about, format: "camt" }),
    /not a statement in the format that was named/,
  );
  const columns = { dateOrder: "ymd", date: "D", amount: "A", balance: "B", narration: "N" };
  const mapping = join(folder, "mapping.json");
  await writeFile(mapping, JSON.stringify(columns));
  const day = istDate(new Date(Date.now() - 86_400_000));
  await writeFile(join(folder, "statement.csv"), `D,N,A,B\n${day},fee,-1.00,100.00\n`);
  const csv = { ...about, format: "csv", file: join(folder, "statement.csv"), mapping };
  const [other] = (await run("import-statement", { ...csv, "debit-account": debitAccount })) as {
    day: string;
  }[];
  assert.equal(other?.day, day);
  await rm(folder, { recursive: true });
});

test("an operator imports a CSV with a column of sides, and is asked for the order that nothing tells", async () => {
  const { merchantId: merchant, debitAccount, bankId: bank } = await world.makePayer();
  const folder = await mkdtemp(join(tmpdir(), "vitaran-statement-"));
  const [file, mapping] = [join(folder, "statement.csv"), join(folder, "mapping.json")];
  const dayBefore = (days: number): string => istDate(new Date(Date.now() - days * 86_400_000));
  const columns = { dateOrder: "ymd", date: "Date", amount: "Amount", narration: "Text", side: "Dr/Cr" };
  await writeFile(mapping, JSON.stringify({ ...columns, balance: "Balance" }));
  const [csv, account] = [
    { merchant, bank, format: "csv", file, mapping },
    { "debit-account": debitAccount },
  ];
  const write = (rows: string): Promise<void> => writeFile(file, `Date,Text,Amount,Dr/Cr,Balance\n${rows}`);
  await write(`${dayBefore(3)},fee,"1,500.00",DR,1000.00\nTotal,,"1,500.00",,\n`);
  await run("import-statement", { ...csv, ...account });
  const loop = (days: number, high: string, low: string): string =>
    `${dayBefore(days)},back,100.00,CR,${high}\n${dayBefore(days)},out,100.00,DR,${low}\n`;
  await write(loop(2, "1000.00", "900.00"));
  await run("import-statement", { ...csv, ...account });
  await write(loop(1, "5000.00", "4900.00"));
  assert.match(await fail("import-statement", { ...csv, ...account }), /--order oldest-first or --order/);
  await run("import-statement", { ...csv, ...account, order: "oldest-first" });
  const { statements } = await run<{ statements: { openingPaise: string; closingPaise: string }[] }>(
    "list-statements",
    { merchant },
  );
  assert.deepEqual(
    statements.map(({ openingPaise, closingPaise }) => [openingPaise, closingPaise]),
    [
      ["490000", "490000"],
      ["100000", "100000"],
      ["250000", "100000"],
    ],
  );
  await write(`${dayBefore(1)},lost,"1,500.00",,1000.00\n`);
  assert.match(await fail("import-statement", { ...csv, ...account }), /does not say.*"row": ?2/s);
  await rm(folder, { recursive: true });
});

test("an operator imports a statement that is larger than the memory of the command", async () => {
  const { merchantId: merchant, debitAccount, bankId: bank } = await world.makePayer();
  const folder = await mkdtemp(join(tmpdir(), "vitaran-statement-"));
  const [file, lineCount] = [join(folder, "statement.xml"), 20_000];
  const day = istDate(new Date(Date.now() - 86_400_000));
  await writeCamt053({ path: file, debitAccount, day, lineCount });
  const frugal = makeOperator(world, { NODE_OPTIONS: "--max-old-space-size=48" });
  const about = { merchant, bank, format: "camt", file };
  const [imported] = await frugal.apart.run<{ newLines: number }[]>("import-statement", about);
  assert.equal(imported?.newLines, lineCount);
  await rm(folder, { recursive: true });
});
