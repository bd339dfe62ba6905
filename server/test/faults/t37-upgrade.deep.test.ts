/**
 * An installation of an earlier version, stopped in the middle of its work, is upgraded to this one. The upgrade is
 * killed in each of its migrations, and as it counts the baseline as applied, and repeated. The transfers in progress
 * end as the banks' books say.
 */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { listBankConnections } from "#fund-sources";
import { migrate, MIGRATIONS_FOLDER } from "#lib/migrate";
import { workReconciliation } from "#reconciliation";
import { makeEmptyDatabase } from "../empty-database.ts";
import { findTestServer, withClient } from "../postgres.ts";
import { startSimulator } from "../simulator.ts";
import {
  advance,
  assertSound,
  makeFaultWorld,
  settle,
  TIER,
  type FaultWorld,
  type Payer,
} from "./fault-world.ts";
import { makeOldDatabase, migrationsSince, snapshot, unpackMigrations } from "./upgrade/old-installation.ts";

const DAYS_OF_STATEMENTS = 4;
const DAY_MS = 86_400_000;

const world = await makeFaultWorld({ environment: { VITARAN_MASTER_KEY: snapshot.masterKey } });
const scratch = mkdtempSync(join(tmpdir(), "vitaran-upgrade-"));
const oldFolder = unpackMigrations(scratch);
const waiting = migrationsSince(oldFolder);
after(() => rmSync(scratch, { recursive: true, force: true }));

/** The place in which the earlier version's migrations are replaced by the baseline. */
const BASELINE = -1;

test("an earlier version's transfers survive an upgrade that is killed in its midst", async (context) => {
  const last = waiting.length - 1;
  const places =
    TIER === "nightly" ? [BASELINE, ...waiting.keys()] : new Set([BASELINE, Math.floor(last / 2), last]);
  let kills = 0;
  for (const place of places) {
    await upgradeKilledIn(place);
    kills += 1;
  }
  context.diagnostic(
    `from ${snapshot.commit.slice(0, 7)}: ${waiting.length} migrations, killed in ${kills} places; ` +
      "0 transfers lost, ledger and banks' books agree",
  );
});

test("credits of an earlier version are claimed as what they were, even by an owner that is no superuser", async () => {
  const ownerUrl = await makeEmptyDatabase();
  await makeOldDatabase(ownerUrl, oldFolder);
  await migrate(ownerUrl);
  const { sql } = waiting.find(({ name }) => name.startsWith("1500-"))!;
  const tables = ["fund_sources.credit_use", "fund_sources.top_up", "transfers.fact", "transfers.attempt"];
  const owned = [...tables, "reconciliation.line"].map(
    (table) => `alter table ${table} owner to plain_owner;`,
  );
  const claimed = await withClient(ownerUrl, async (client) => {
    // The role belongs to the whole server, so it ends with this transaction.
    await client.query(
      `begin; create role plain_owner;
       grant usage on schema fund_sources, transfers, reconciliation, lib to plain_owner;
       update transfers.fact set evidence = 'RET'
       where (merchant_id, transfer_id) = (
         select merchant_id, transfer_id from transfers.fact where evidence = 'POS' limit 1
       );
       ${owned.join("\n")} truncate fund_sources.credit_use; set local role plain_owner`,
    );
    for (let time = 0; time < 2; time += 1) await client.query(sql);
    await client.query("reset role");
    const { rows } = await client.query<{ use: string; claimed: boolean }>(
      `select use, (merchant_id, bank_id, named, use) in (
           select merchant_id, bank_id, named, use from fund_sources.credit_use
         ) as claimed
       from (
         select merchant_id, bank_id, 'utr ' || utr as named, 'top_up' as use
         from fund_sources.top_up
         union all
         select attempt.merchant_id, bank_id, 'reference ' || reference, 'return'
         from transfers.fact
         join transfers.attempt using (merchant_id, transfer_id, attempt)
         where fact.evidence = 'RET'
       ) as booked
       group by 1, 2
       order by 1`,
    );
    await client.query("rollback");
    return rows;
  });
  assert.deepEqual(
    claimed.map(({ use, claimed }) => [use, claimed]),
    [
      ["return", true],
      ["top_up", true],
    ],
  );
});

async function upgradeKilledIn(place: number): Promise<void> {
  const ownerUrl = await makeEmptyDatabase();
  await makeOldDatabase(ownerUrl, oldFolder);
  const look = openLook(ownerUrl);
  const before = await readTransfers(look);
  await (place === BASELINE ? killInBaseline(look, ownerUrl) : killIn(look, ownerUrl, place));
  assert.deepEqual(
    await migrate(ownerUrl),
    waiting.slice(Math.max(place, 0)).map(({ name }) => name),
  );
  const upgraded = await openUpgraded(look, ownerUrl, place);
  const merchants = await readMerchants(upgraded);
  for (const merchant of merchants) await workOff(upgraded, merchant);
  await assertSound(upgraded, merchants);
  assertKept(before, await readTransfers(look));
}

type Look = World["look"];
type World = FaultWorld;

function openLook(ownerUrl: string): Look {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  pool.on("error", () => undefined);
  world.onClose(() => pool.end());
  return async <R extends object>(text: string, values: readonly unknown[] = []) =>
    (await pool.query(text, [...values])).rows as R[];
}

/** Kills the upgrade in the migration at this position, after all its statements and before the commit. */
async function killIn(look: Look, ownerUrl: string, place: number): Promise<void> {
  const { name, sql } = waiting[place]!;
  const folder = join(scratch, `new-${place}`);
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  writeFileSync(join(folder, `${name}.sql`), `${sql}\nselect pg_sleep(600);\n`);
  const upgrading = assert.rejects(migrate(ownerUrl, folder));
  await killMigrating(look, "wait_event = 'PgSleep'");
  await upgrading;
}

/** Kills the upgrade as it enters the baseline into the list of migrations. */
async function killInBaseline(look: Look, ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (holder) => {
    await holder.query("begin; lock table lib.migration in exclusive mode");
    const upgrading = assert.rejects(migrate(ownerUrl));
    await killMigrating(look, "wait_event_type = 'Lock'");
    await upgrading;
  });
  assert.deepEqual(
    await look("select from lib.migration where name like '00%' and name <> '0001-lib-foundation'"),
    [],
  );
}

async function killMigrating(look: Look, where: string): Promise<void> {
  const kill = `
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and application_name = 'vitaran-migrate' and ${where}`;
  while ((await look(kill)).length === 0) await sleep(20);
}

/** Opens this version's engine on the upgraded database, with the banks as they were at the time of the snapshot. */
async function openUpgraded(look: Look, ownerUrl: string, place: number): Promise<FaultWorld> {
  const { appUrl } = await findTestServer();
  const ctx = world.openContext({ databaseUrl: new URL(new URL(ownerUrl).pathname, appUrl).href });
  const dataDir = join(scratch, `banks-${place}`);
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "bank-simulator.jsonl"), snapshot.journal);
  const simulator = await startSimulator(world, { dataDir, start: new Date(snapshot.now) });
  await look("update fund_sources.bank_connection set base_url = replace(base_url, $1, $2)", [
    snapshot.banksAt,
    simulator.url,
  ]);
  await look(
    `insert into lib.merchant_clock (merchant_id, offset_ms)
     select merchant_id, extract(epoch from $1::timestamptz - now()) * 1000 from access.merchant
     on conflict (merchant_id) do update set offset_ms = excluded.offset_ms`,
    [snapshot.now],
  );
  return { ...world, ctx, engine: ctx, look, simulator };
}

async function readMerchants({ ctx, look }: FaultWorld): Promise<Payer[]> {
  const rows = await look<{ merchantId: string }>('select merchant_id as "merchantId" from access.merchant');
  return Promise.all(
    rows.map(async ({ merchantId }) => {
      const [bank] = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
      return { merchantId, debitAccount: bank!.debitAccount, bankId: bank!.bankId } as Payer;
    }),
  );
}

/** Lets time pass, until the banks' statements have reported what callbacks did not. */
async function workOff(upgraded: FaultWorld, merchant: Payer): Promise<void> {
  for (let day = 0; day < DAYS_OF_STATEMENTS; day += 1) {
    await settle(upgraded, upgraded.ctx, merchant);
    await advance(upgraded, merchant, DAY_MS);
    await workReconciliation(upgraded.ctx, merchant.merchantId);
  }
}

interface TransferRow {
  readonly key: string;
  readonly referenceId: string;
  readonly status: string;
}

function readTransfers(look: Look): Promise<TransferRow[]> {
  return look<TransferRow>(
    `select merchant_id || ' ' || transfer_key as key, reference_id::text as "referenceId", status
     from transfers.transfer
     order by 1`,
  );
}

/**
 * Asserts that every transfer exists under the same number, and that transfers that had ended have not changed, except
 * by a return.
 */
function assertKept(before: readonly TransferRow[], now: readonly TransferRow[]): void {
  assert.deepEqual(
    now.map(({ key, referenceId }) => [key, referenceId]),
    before.map(({ key, referenceId }) => [key, referenceId]),
  );
  assert.ok(
    before.some(({ status }) => status === "sent") && before.some(({ status }) => status === "ready"),
  );
  for (const [index, { key, status }] of before.entries()) {
    const after = now[index]!.status;
    if (status === "failed" || status === "rejected") assert.equal(after, status, key);
    if (status === "succeeded")
      assert.ok(after === "succeeded" || after === "reversed", `${key} is ${after}`);
    assert.ok(!["ready", "sent", "waiting"].includes(after), `${key} is still ${after}`);
  }
}
