/**
 * Whole account numbers are planted through every way in. They appear in no answer, download, stream, message, record,
 * log line or command output except for the listed answers. Files are read as people read them, including PDF files and
 * workbooks. The requests come from the declarations, so a new operation, format or command is included.
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { fieldsOf, isDownload } from "#http";
import { operations } from "#dashboard";
import { openPdf } from "#lib/pdf/open-pdf";
import { writeXls, writeXlsx } from "@vitaran/spreadsheets";
import { istDate } from "#lib/ist";
import { makeOperator } from "../src/surfaces/commands/test/make-operator.ts";
import { permissionFor } from "./role-table.ts";
import type { Browser } from "./dashboard.ts";
import { Ear, WHOLE_BY_CONTRACT } from "./account-ear.ts";
import { askCommands } from "./ask-commands.ts";
import { makePlantedWorld } from "./plant-accounts.ts";
import { runHere, type Ended } from "./run-words.ts";

const planted = await makePlantedWorld();
const { world, dashboard, merchant, heard, hear, hearFile } = planted;
const { merchantId, organizationId } = merchant;

const reading = operations
  .filter(({ method, access, output }) => method === "GET" && access !== "open" && !isStream(output))
  .toSorted((one, two) => namesOf(one.path).length - namesOf(two.path).length);

type Output = (typeof operations)[number]["output"];
function isStream(output: Output): boolean {
  return isDownload(output) && output.download.includes("text/event-stream");
}
function namesOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!).filter((one) => one !== "merchantId");
}

/** Operations that have nothing to read, with the reason. */
const NOT_THERE: Readonly<Record<string, string>> = {
  getProvider: "no provider is connected",
  getClaimLetter: "no bank is late",
};

const A_DAY = { from: planted.today, to: planted.today };
const A_WEEK = { from: "2020-01-01T00:00:00Z", to: "2099-01-01T00:00:00Z" };

/** Parameters that an operation requires, or with which it returns more. */
const ASKED: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  whoCan: () => ({ permission: "export_data", mode: "sandbox" }),
  listAuditRecords: () => ({ merchantId, limit: 100 }),
  verifyAuditChain: () => ({ merchantId }),
  searchEverything: () => ({ q: planted.numbers()[0] }),
  getSummary: () => ({ days: 7 }),
  getFigures: () => ({ days: 7 }),
  simulatePolicies: () => ({ amount: "10.00", creator: "api" }),
  listStatement: () => ({ ...A_DAY, limit: 100 }),
  getStatementTotals: () => A_DAY,
  downloadStatement: () => A_DAY,
  listWebhookDeliveries: () => ({ limit: 100, outcomes: ["retrying"] }),
  countWebhookReplay: () => A_WEEK,
};

/** Names of things, by the field that contains them in answers and in paths. */
class Names {
  readonly #known = new Map<string, Set<string>>([
    ["id", new Set([planted.names.id])],
    ["batchId", new Set([planted.names.batchId])],
    ["list", new Set(["transfers"])],
    ["format", new Set(["BANK_ACCOUNT"])],
  ]);
  learn(answer: unknown): void {
    if (typeof answer !== "object" || answer === null) return;
    for (const [name, value] of Object.entries(answer)) {
      if (typeof value === "string" && value !== "") this.#add(name, value);
      else this.learn(value);
    }
  }
  of(field: string): readonly string[] {
    const named = { transferKey: ["transferKey", "transferId"] }[field] ?? [field];
    return named.flatMap((one) => [...(this.#known.get(one) ?? [])]);
  }
  #add(name: string, value: string): void {
    const known = this.#known.get(name) ?? new Set();
    if (known.size < 16) this.#known.set(name, known.add(value));
  }
}

/** Returns the parameters for every format of a file. */
function formatsOf({ output, query }: (typeof operations)[number]): Readonly<Record<string, string>>[] {
  const [field] = [...fieldsOf(query)].filter(([name]) => name === "format" || name === "kind");
  if (!isDownload(output) || field === undefined) return [{}];
  const { enum: formats } = field[1].rule.schema as { enum?: string[] };
  assert.ok(formats !== undefined && formats.length > 1, field[0]);
  return formats.map((format) => ({ [field[0]]: format }));
}

/** Calls every read operation with all names from its answers; returns the operations without an answer. */
async function walk(browser: Browser): Promise<string[]> {
  const names = new Names();
  const silent: string[] = [];
  for (const operation of reading) {
    const { name, path, output } = operation;
    const [field] = namesOf(path);
    const values = field === undefined ? [""] : names.of(field);
    let answers = 0;
    for (const [value, format] of values.flatMap((one) =>
      formatsOf(operation).map((two) => [one, two] as const),
    )) {
      const given = { ...(path.includes("{merchantId}") && { merchantId }), ...ASKED[name]?.(), ...format };
      const { status, body, bytes } = await browser.call(name, {
        ...given,
        ...(field && { [field]: value }),
      });
      await hearFile(name, bytes);
      if (status >= 300) continue;
      answers += 1;
      if (!isDownload(output)) names.learn(body);
    }
    if (answers === 0) silent.push(name);
  }
  return silent;
}

const assertNoneHeard = (): void => assert.deepEqual([...heard.whole], []);

test("what is drawn, packed or said in groups of digits is heard", async () => {
  const number = "50100442244221";
  const pdf = await openPdf({ title: "Receipt", at: new Date() });
  pdf.write(`Paid to ${number}`, { x: 40, y: 40, width: 500, font: "mono" });
  const columns = [{ name: "account" }];
  const files = [
    await pdf.finish(),
    await buffer(writeXlsx(columns, [{ account: number }])),
    await buffer(writeXls(columns, [{ account: number }])),
    Buffer.from("5010 0442 2442 21"),
  ];
  for (const [index, file] of files.entries()) {
    const ear = new Ear();
    ear.learn({ accountNumber: number });
    await ear.hearFile("here", file);
    assert.deepEqual([...ear.heard.whole], ["here"], `${index}`);
  }
});

test("the merchant's programs hear whole numbers from the calls that are listed, and from no other", () => {
  assert.ok(planted.numbers().length >= 30, String(planted.numbers().length));
  const byCall = [...WHOLE_BY_CONTRACT].filter((one) => !one.startsWith("vitaran "));
  assert.deepEqual([...heard.byContract].toSorted(), byCall.toSorted());
  assertNoneHeard();
});

test("no member without the right finds one, whatever is asked", async () => {
  const silent = await walk(planted.withoutTheRight);
  assert.deepEqual(silent, Object.keys(NOT_THERE));
  assertNoneHeard();
});

test("nor does one with the right and no fresh proof, and what shows one leaves a record", async () => {
  const admin = await dashboard.logIn(organizationId, "admin");
  await world.look(
    "update access.session set proved_at = now() - interval '6 minutes' where member_id = $1",
    [admin.memberId],
  );
  await walk(admin);
  const revealing = operations.filter(({ name }) => permissionFor(name) === "reveal_account_numbers");
  assert.ok(revealing.length >= 2);
  for (const { name, path, stepUp, repeats, output, method } of revealing) {
    assert.ok(stepUp && method === "POST" && (!repeats || isDownload(output)), name);
    const asked = Object.fromEntries(namesOf(path).map((field) => [field, merchantId]));
    for (const browser of [admin, planted.withoutTheRight]) {
      const { status, body } = await browser.call(name, { merchantId, ...asked });
      assert.equal(status, 403, `${name}: ${JSON.stringify(body)}`);
    }
  }
  assertNoneHeard();
});

test("no message, no record and no line of the log has one", async () => {
  for (const table of ["audit.record", "messages.message", "calls.call"])
    for (const row of await world.look<object>(`select * from ${table}`))
      hear(
        table,
        JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value)),
      );
  const log = planted.log();
  assert.ok(log.length > 0);
  hear("the log", log);
  assertNoneHeard();
});

test("nor has the stream of what happens", async () => {
  const stream = await planted.endStream();
  assert.ok(stream.toString().split("\n\n").length > 20, stream.toString());
  await hearFile("watchMerchant", stream);
  assertNoneHeard();
});

const operator = makeOperator(world);
const hearEnd = (name: string, { out, err }: Ended): void => hear(name, `${out}\n${err}`);

test("no command of an operator that reads has one, but the letter to a bank", async () => {
  const now = Date.now();
  const [from, to] = [now - 3_600_000, now + 3_600_000].map((at) => new Date(at).toISOString());
  const rule = { kind: ["transfer_limit"], parameters: ['{"limitPaise": 1}'], effect: ["block"] };
  const silent = await askCommands({
    known: {
      ...{ merchant: [merchantId], organization: [organizationId], from: [from!], to: [to!], ...rule },
      ...{ transfer: [planted.known.transferId], recall: [planted.known.recallId], bank: ["meghdoot"] },
      file: [join(operator.dataDir, "letter.pdf")],
    },
    environment: { ...world.environment, DATABASE_URL: world.ownerUrl, VITARAN_DATA_DIR: operator.dataDir },
    hear: hearEnd,
  });
  assert.deepEqual(silent, ["claim-letter"]);
  assert.ok(heard.byContract.has("vitaran recall-letter"));
  assertNoneHeard();
});

test("nor do imports say one, with all that they log", async () => {
  const { apart, dataDir } = makeOperator(world, { LOG_LEVEL: "trace" });
  const write = (name: string, lines: readonly string[]): string => {
    const file = join(dataDir, name);
    writeFileSync(file, `${lines.join("\n")}\n`);
    return file;
  };
  const payee = (beneId: string, account: string): string =>
    `${beneId},Asha Rao,9876543210,asha@rao.example,${account},HDFC0000001,Sector 44`;
  const [known, other] = [planted.plant(), planted.plant()];
  const payees = write("payees.csv", [
    "beneId,name,phone,email,bankAccount,ifsc,address1",
    ...[payee("file_1", known), payee("file_1", other), payee("file_2", known)],
    ...[payee("file_3", `${planted.plant()}!`), payee("file_4", `${planted.plant()},,`)],
  ]);
  const imported = await apart.end("import-beneficiaries", { merchant: merchantId, file: payees });
  assert.equal(imported.code, 1);
  assert.match(imported.out, /^5 rows: 2 added, .* 3 refused\.$/m);
  hearEnd("vitaran import-beneficiaries", imported);
  const columns = { dateOrder: "ymd", date: "D", amount: "A", balance: "B", narration: "N" };
  const mapping = write("mapping.json", [JSON.stringify(columns)]);
  for (const amount of ["-1.00", `${planted.plant()}x`]) {
    const day = istDate(new Date(Date.now() - 86_400_000));
    const file = write("statement.csv", [
      "D,N,A,B",
      `${day},NEFT DR ${planted.plant()} ASHA,${amount},100.00`,
    ]);
    const about = { merchant: merchantId, bank: "meghdoot", format: "csv", file, mapping };
    const account = { "debit-account": merchant.debitAccount };
    hearEnd("vitaran import-statement", await apart.end("import-statement", { ...about, ...account }));
  }
  assertNoneHeard();
});

test("nor have the developers' tools", async () => {
  const environment = {
    VITARAN_URL: planted.address,
    VITARAN_CLIENT_ID: merchant.clientId,
    VITARAN_CLIENT_SECRET: merchant.clientSecret,
  };
  const run = async (...words: string[]): Promise<void> => {
    const ended = await runHere(words, environment);
    assert.ok(ended.out !== "" || ended.code !== 0, words.join(" "));
    hearEnd(`vitaran ${words[0]}`, ended);
  };
  const to = ["--account", planted.plant(), "--amount", "10", "--wait", "0"];
  let tailing = 2;
  const tails = [[], ["--json"]].map((more) =>
    run("transfers", "tail", "--count", "1", ...more).finally(() => (tailing -= 1)),
  );
  // A follower only hears of events after it has started.
  while (tailing > 0) await run("send", ...to, "--ifsc", "HDFC0000001");
  await Promise.all(tails);
  await run("send", ...to, "--ifsc", "HDFC0000001", "--json");
  await run("send", ...to, "--ifsc", "HDFC9");
  await run("logs", "--limit", "100");
  await run("logs", "--limit", "100", "--json");
  assertNoneHeard();
});
