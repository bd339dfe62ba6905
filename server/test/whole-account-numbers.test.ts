/**
 * Whole account numbers, planted through every way in, are in no answer, download, message, record or line of the
 * log but in the answers that are named. What is asked comes from the declarations: a new operation is asked too.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDownload } from "#http";
import { operations } from "#dashboard";
import { permissionFor } from "./role-table.ts";
import type { Browser } from "./dashboard.ts";
import { WHOLE_BY_CONTRACT } from "./account-ear.ts";
import { makePlantedWorld } from "./plant-accounts.ts";

const planted = await makePlantedWorld();
const { world, dashboard, merchant, heard, hear } = planted;
const { merchantId, organizationId } = merchant;

const reading = operations
  .filter(({ method, access, output }) => method === "GET" && access !== "open" && !isStream(output))
  .toSorted((one, two) => fieldsOf(one.path).length - fieldsOf(two.path).length);

type Output = (typeof operations)[number]["output"];
function isStream(output: Output): boolean {
  return isDownload(output) && output.download.includes("text/event-stream");
}
function fieldsOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!).filter((one) => one !== "merchantId");
}

/** What is not there to be read, with the reason. */
const NOT_THERE: Readonly<Record<string, string>> = {
  getClaimLetter: "no bank is late",
};

const A_DAY = { from: planted.today, to: planted.today };
const A_WEEK = { from: "2020-01-01T00:00:00Z", to: "2099-01-01T00:00:00Z" };

/** What an operation must be asked with, or is asked with to say more. */
const ASKED: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  whoCan: () => ({ permission: "export_data", mode: "sandbox" }),
  listAuditRecords: () => ({ merchantId, limit: 100 }),
  verifyAuditChain: () => ({ merchantId }),
  searchEverything: () => ({ q: planted.numbers()[0] }),
  getSummary: () => ({ days: 7 }),
  getFigures: () => ({ days: 7 }),
  downloadBeneficiaryTemplate: () => ({ format: "csv" }),
  simulatePolicies: () => ({ amount: "10.00", creator: "api" }),
  listStatement: () => ({ ...A_DAY, limit: 100 }),
  getStatementTotals: () => A_DAY,
  downloadStatement: () => ({ ...A_DAY, format: "csv" }),
  listWebhookDeliveries: () => ({ limit: 100, outcomes: ["retrying"] }),
  countWebhookReplay: () => A_WEEK,
};

/** Names of things, by the field that names them in answers and in paths. */
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

/** Asks every reading operation about everything that its answers name; answers which gave none. */
async function walk(browser: Browser): Promise<string[]> {
  const names = new Names();
  const silent: string[] = [];
  for (const { name, path, output } of reading) {
    const [field] = fieldsOf(path);
    let answers = 0;
    for (const value of field === undefined ? [""] : names.of(field)) {
      const given = { ...(path.includes("{merchantId}") && { merchantId }), ...ASKED[name]?.() };
      const { status, body, bytes } = await browser.call(name, {
        ...given,
        ...(field && { [field]: value }),
      });
      hear(name, bytes.toString());
      if (status >= 300) continue;
      answers += 1;
      if (!isDownload(output)) names.learn(body);
    }
    if (answers === 0) silent.push(name);
  }
  return silent;
}

const assertNoneHeard = (): void => assert.deepEqual([...heard.whole], []);

test("the merchant's programs hear whole numbers from the calls that are listed, and from no other", () => {
  assert.ok(planted.numbers().length >= 30, String(planted.numbers().length));
  assert.deepEqual([...heard.byContract].toSorted(), [...WHOLE_BY_CONTRACT].toSorted());
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
    const asked = Object.fromEntries(fieldsOf(path).map((field) => [field, merchantId]));
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
