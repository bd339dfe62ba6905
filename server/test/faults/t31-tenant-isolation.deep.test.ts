/**
 * A merchant's data belong to no other merchant. At every route of the API and of the sandbox, with every name that a
 * request can contain, another merchant gets the same answer as for a name that does not exist, nothing of the owner
 * changes, and no answer contains anything of the owner. The routes come from the server itself, so a new one needs a
 * row.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { buildApi, operations, operationsV2 } from "#api";
import { registerBatchApprovals } from "#batches";
import { registerBeneficiaryApprovals } from "#beneficiaries";
import { registerLending } from "#lending";
import { registerLinks } from "#links";
import { registerRiskApprovals } from "#risk";
import { mountSandbox } from "#sandbox";
import { registerTransfers, runtimeOf } from "#transfers";
import { registerWithdrawals } from "#withdrawals";
import { mountCallbacks } from "../../src/surfaces/commands/mount-callbacks.ts";
import { startSimulator } from "../simulator.ts";
import { makeWorld } from "../world.ts";
import { findMerchantTables, mustNotChange } from "./digest-rows.ts";
import { tiered } from "./fault-world.ts";
import { unknownNames } from "./tenant-names.ts";
import { OF_THE_API, type Question } from "./tenant-questions.ts";
import { OF_V2 } from "./tenant-v2-questions.ts";
import { askedAt, essenceOf, type Asked, type Mounted } from "./tenant-routes.ts";
import { OF_THE_SANDBOX } from "./tenant-sandbox-questions.ts";
import type { Answer, Stage } from "./tenant-caller.ts";
import { makeAsker, makeLive, makeOwner, type Tenant } from "./tenant-scene.ts";
import { CANARY } from "./tenant-things.ts";

const world = await makeWorld();
const { ctx } = world;
const REGISTERS = [
  registerTransfers,
  registerBatchApprovals,
  registerBeneficiaryApprovals,
  registerRiskApprovals,
  registerLending,
  registerLinks,
  registerWithdrawals,
];
for (const register of REGISTERS) register();
const simulator = await startSimulator(world);

/** Every route, as the server mounts it. */
const routes: Mounted[] = [];

const app = buildApi(ctx);

async function serve(): Promise<string> {
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat())
      if (one !== "HEAD" && one !== "OPTIONS") routes.push({ method: one, url });
  });
  mountSandbox(app, ctx, { simulatorUrl: simulator.url });
  mountCallbacks(app, ctx);
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  world.onClose(async () => {
    await app.close();
    await runtimeOf(ctx).idle();
  });
  return address;
}

const stage: Stage = { world, simulator, address: await serve() };
const tables = await findMerchantTables(world);
/** Tables no other merchant may change; the call log also holds unauthenticated calls. */
const guarded = tables.filter((table) => !table.startsWith("calls."));
let owner: Tenant;
let reader: Tenant;
/** Texts that are in the owner's rows and in no one else's. */
let secrets: readonly string[];

before(async () => {
  reader = await makeAsker(stage);
  owner = await makeOwner(stage);
  secrets = await findSecrets();
});

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

async function findSecrets(): Promise<string[]> {
  const idsOf = async ({ merchant: { merchantId } }: Tenant): Promise<Set<string>> => {
    const rows = await Promise.all(
      tables.map((table) =>
        world.look<{ row: string }>(`select one::text as row from ${table} as one where merchant_id = $1`, [
          merchantId,
        ]),
      ),
    );
    return new Set(rows.flat().flatMap(({ row }) => row.match(UUID) ?? []));
  };
  const [theirs, others] = [await idsOf(owner), await idsOf(reader)];
  const { names, merchant } = owner;
  const named = [...Object.values(names), merchant.debitAccount, merchant.organizationId, CANARY, "kanchan"];
  // A short text, or one that is the same everywhere, proves nothing.
  const telling = named.filter(
    (one) => one.length >= 6 && one !== names.bankId && one !== names.fundSourceId,
  );
  return [...telling, ...theirs].filter((one) => !others.has(one));
}

test("every route has a row, and every row is of a route", () => {
  const asked = routes.map(askedAt).filter((one) => one !== null);
  const used = new Set(asked.map(({ row }) => row));
  const rows = Object.entries({ ...OF_THE_API, ...OF_V2, ...OF_THE_SANDBOX });
  assert.deepEqual(
    rows.filter(([, row]) => !used.has(row)).map(([name]) => name),
    [],
    "rows without a route",
  );
  const mounted = operations.flatMap(({ versions }) => versions).length + operationsV2.length;
  assert.equal(asked.filter(({ prefix }) => prefix !== "/sandbox").length, mounted);
});

const seen = { routes: 0, questions: 0 };

test("at every route another merchant hears of the owner's names what it hears of unknown ones", async (context) => {
  for (const route of routes) {
    const asked = askedAt(route);
    if (asked === null) continue;
    await context.test(`${route.method} ${route.url}`, async () => {
      const asker = asked.row.makes === true ? await makeAsker(stage) : reader;
      const { merchantId } = owner.merchant;
      const what = `another merchant at ${route.url}`;
      await mustNotChange(world, { merchantId, tables: guarded, what }, () => compare(asked, asker));
      await runtimeOf(ctx).idle();
      seen.routes += 1;
    });
  }
  context.diagnostic(
    `${seen.routes} routes, ${seen.questions} questions, ${secrets.length} secrets, ${tables.length} tables`,
  );
});

async function compare(asked: Asked, asker: Tenant): Promise<void> {
  const strange = unknownNames();
  const unknown = asked.row.ask(strange, asker.names);
  for (const [index, question] of asked.row.ask(owner.names, asker.names).entries()) {
    // The owner's names come first: otherwise an object that the second request creates could explain the answer to the
    // first.
    const known = await put(asked, asker, question);
    const both = JSON.stringify([question, unknown[index]]);
    assertSilent(known, both);
    // A request without names is sent once, because it may create something.
    if (JSON.stringify(question) !== JSON.stringify(unknown[index])) {
      const other = await put(asked, asker, unknown[index]!);
      assertSilent(other, both);
      const where = `${asked.method} ${asked.prefix}${question.path}: ${JSON.stringify(question)}`;
      assert.deepEqual(essenceOf(known, owner.names), essenceOf(other, strange), where);
    }
    seen.questions += 1;
  }
}

function put({ method, prefix }: Asked, { call }: Tenant, { path, ...asked }: Question): Promise<Answer> {
  return call(method, prefix + path, asked);
}

/** Asserts that an answer contains nothing of the owner except for what the requests themselves contained. */
function assertSilent({ text }: Answer, brought: string): void {
  const told = secrets.filter((secret) => text.includes(secret) && !brought.includes(secret));
  assert.deepEqual(told, [], `told: ${text.slice(0, 300)}`);
}

test("a live merchant is refused at every route of the sandbox", async () => {
  const call = await makeLive(stage);
  for (const route of routes) {
    const asked = askedAt(route);
    if (asked?.prefix !== "/sandbox") continue;
    for (const { path, ...question } of asked.row.ask(owner.names, owner.names)) {
      const { merchantId } = owner.merchant;
      const what = `a live merchant at ${path}`;
      const { status, json } = await mustNotChange(world, { merchantId, tables: guarded, what }, () =>
        call(route.method, `/sandbox${path}`, question),
      );
      const { code } = json.error as { code: string };
      assert.deepEqual([status, code], [403, "sandbox.not_sandbox"], path);
    }
  }
});

/** These are read before the merchant is known. */
const DIRECTORIES = ["access.merchant", "access.merchant_clock", "lib.merchant_clock", "lib.moved_merchant"];

test("in SQL, as the application, another merchant sees no row of the owner and touches none", async (context) => {
  const { merchantId } = owner.merchant;
  const other = reader.merchant.merchantId;
  const filled = await world.look<{ name: string }>(
    tables
      .map(
        (table) =>
          `select '${table}' as name where exists (select from ${table} where merchant_id = '${merchantId}')`,
      )
      .join(" union all "),
  );
  const readable = await findMerchantTables(world, "rpvm");
  for (const table of readable.filter((one) => !DIRECTORIES.includes(one))) {
    const rows = await ctx.db.inMerchant(other, (tx) =>
      tx.query(`select from ${table} where merchant_id is distinct from $1`, [other]),
    );
    assert.equal(rows.length, 0, `${table} shows rows of others`);
    const nobodys = await ctx.db.directory((tx) => tx.query(`select from ${table} limit 1`));
    assert.equal(nobodys.length, 0, `${table} shows rows without a merchant`);
  }
  const touched = async (sql: string): Promise<number> => {
    try {
      return await ctx.db.inMerchant(other, (tx) => tx.execute(sql, [merchantId]));
    } catch (error) {
      assert.equal((error as { code?: string }).code, "42501", `${sql}: ${String(error)}`);
      return 0;
    }
  };
  await mustNotChange(world, { merchantId, tables, what: "SQL" }, async () => {
    for (const table of tables) {
      assert.equal(await touched(`delete from ${table} where merchant_id = $1`), 0, table);
      if (DIRECTORIES.includes(table)) continue;
      assert.equal(await touched(`select from ${table} where merchant_id = $1 for update`), 0, table);
      for (const column of await columnsOf(table)) {
        const sql = `update ${table} set ${column} = ${column} where merchant_id = $1`;
        assert.equal(await touched(sql), 0, `${table}.${column}`);
      }
    }
  });
  const empty = tables.filter((table) => !filled.some(({ name }) => name === table));
  assert.ok(filled.length >= 45, `the owner has rows in ${filled.length} of ${tables.length} tables`);
  context.diagnostic(
    `${filled.length} of ${tables.length} tables hold rows of the owner; none: ${empty.join(", ")}`,
  );
});

/** Returns the columns that the application may update: a generated number is never set. */
async function columnsOf(table: string): Promise<string[]> {
  const rows = await world.look<{ name: string }>(
    `select quote_ident(attname) as name
     from pg_attribute
     where attrelid = $1::regclass
       and attnum > 0
       and not attisdropped
       and attgenerated = ''
       and attidentity <> 'a'
       and has_column_privilege('vitaran_app', attrelid, attnum, 'update')`,
    [table],
  );
  return rows.map(({ name }) => name);
}

const MERCHANTS = 20;
const CALLS = tiered({ deep: 5_000, nightly: 50_000 });
const AT_ONCE = 50;

test(`${CALLS} interleaved calls of ${MERCHANTS} merchants: each hears of its own alone`, async (context) => {
  const shared = { beneId: "SHARED", phone: "9876543210", email: "asha@example.com", address1: "12 MG Road" };
  const merchants: { token: string; name: string }[] = [];
  for (let n = 0; n < MERCHANTS; n += 1) {
    const { call, token } = await makeAsker(stage);
    const name = `Payee ${String.fromCharCode(65 + n)}`;
    const { status } = await call("POST", "/payout/v1/addBeneficiary", { body: { ...shared, name } });
    assert.equal(status, 200);
    merchants.push({ token, name });
  }
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < CALLS) {
      const { token, name } = merchants[(next += 1) % MERCHANTS]!;
      const headers = { authorization: `Bearer ${token}` };
      const answer = await app.inject({ url: "/payout/v1/getBeneficiary/SHARED", headers });
      assert.equal(answer.json<{ data: { name: string } }>().data.name, name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  context.diagnostic(`${CALLS} calls, 0 leaks`);
});
