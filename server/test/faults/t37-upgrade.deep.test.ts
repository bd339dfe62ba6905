/**
 * An installation of an earlier version, stopped in the middle of its work, is upgraded to this one. The upgrade is
 * killed in each of its migrations and repeated, and the transfers in progress end as the banks' books say.
 */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { listBankConnections } from "#fund-sources";
import { migrate, MIGRATIONS_FOLDER, readMigrations } from "#lib/migrate";
import { workReconciliation } from "#reconciliation";
import { makeEmptyDatabase } from "../empty-database.ts";
import { findTestServer } from "../postgres.ts";
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

/** The snapshot that `upgrade/make-snapshot.ts` wrote. */
interface Snapshot {
  readonly commit: string;
  readonly now: string;
  readonly banksAt: string;
  readonly masterKey: string;
  /** The rows by table: an array as JSON text that only PostgreSQL reads. */
  readonly rows: Readonly<Record<string, string>>;
  readonly journal: string;
}

const file = new URL("upgrade/2026-11-22.json.gz", import.meta.url);
const snapshot = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Snapshot;
const applied = new Set(
  (JSON.parse(snapshot.rows["lib.migration"]!) as { name: string }[]).map(({ name }) => name),
);
const waiting = readMigrations().filter(({ name }) => !applied.has(name));
const DAYS_OF_STATEMENTS = 4;
const DAY_MS = 86_400_000;

const world = await makeFaultWorld({ environment: { VITARAN_MASTER_KEY: snapshot.masterKey } });
const scratch = mkdtempSync(join(tmpdir(), "vitaran-upgrade-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

test("an earlier version's transfers survive an upgrade that is killed in its midst", async (context) => {
  const last = waiting.length - 1;
  const places = TIER === "nightly" ? waiting.keys() : new Set([0, Math.floor(last / 2), last]);
  let kills = 0;
  for (const place of places) {
    await upgradeKilledIn(place);
    kills += 1;
  }
  context.diagnostic(
    `from ${snapshot.commit.slice(0, 7)}: ${waiting.length} migrations, killed in ${kills} of them; ` +
      "0 transfers lost, ledger and banks' books agree",
  );
});

async function upgradeKilledIn(place: number): Promise<void> {
  const ownerUrl = await makeEmptyDatabase();
  await migrate(
    ownerUrl,
    folderOf(`old-${place}`, (name) => applied.has(name)),
  );
  const look = openLook(ownerUrl);
  await restore(look);
  const before = await readTransfers(look);
  await killIn(look, ownerUrl, place);
  assert.deepEqual(
    await migrate(ownerUrl),
    waiting.slice(place).map(({ name }) => name),
  );
  const upgraded = await openUpgraded(look, ownerUrl, place);
  const merchants = await readMerchants(upgraded);
  for (const merchant of merchants) await workOff(upgraded, merchant);
  await assertSound(upgraded, merchants);
  assertKept(before, await readTransfers(look));
}

/** Copies the migrations that `wanted` selects into a folder. */
function folderOf(name: string, wanted: (migration: string) => boolean): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  for (const migration of readMigrations()) {
    const source = `${migration.name}.sql`;
    if (wanted(migration.name)) cpSync(join(MIGRATIONS_FOLDER, source), join(folder, source));
  }
  return folder;
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

/** Inserts the earlier version's rows into its tables, except for generated columns. */
async function restore(look: Look): Promise<void> {
  const columns = await look<{ name: string; columns: string }>(
    `select format('%I.%I', table_schema, table_name) as name,
       string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns
     where is_generated = 'NEVER'
     group by 1`,
  );
  const columnsOf = new Map(columns.map((row) => [row.name, row.columns]));
  const names = Object.keys(snapshot.rows).filter((name) => name !== "lib.migration");
  const text = names
    .map((name) => {
      const list = columnsOf.get(name)!;
      const rows = snapshot.rows[name]!.replaceAll("'", "''");
      return `delete from ${name};
        insert into ${name} (${list}) select ${list} from json_populate_recordset(null::${name}, '${rows}');`;
    })
    .join("\n");
  // Foreign keys and triggers are off, because the rows are consistent only as a whole.
  await look(`begin; set local session_replication_role = replica; ${text} commit`);
}

/** Kills the upgrade in the migration at this position, after all its statements and before the commit. */
async function killIn(look: Look, ownerUrl: string, place: number): Promise<void> {
  const { name, sql } = waiting[place]!;
  const folder = folderOf(`new-${place}`, () => true);
  writeFileSync(join(folder, `${name}.sql`), `${sql}\nselect pg_sleep(600);\n`);
  const upgrading = assert.rejects(migrate(ownerUrl, folder));
  const kill = `
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database()
      and application_name = 'vitaran-migrate'
      and wait_event = 'PgSleep'`;
  while ((await look(kill)).length === 0) await sleep(20);
  await upgrading;
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
