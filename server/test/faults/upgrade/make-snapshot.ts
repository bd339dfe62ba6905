/**
 * `SNAPSHOT=<file> node --test server/test/faults/upgrade/make-snapshot.ts`: writes an installation of this version in
 * the middle of its work to a file, from which later versions are upgraded. The file is made at a release and never
 * edited: see T37.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { changeMerchant } from "#access";
import { readMigrations } from "#lib/migrate";
import { acceptTransfers, runtimeOf, setQueuingTime, workTransfers, type TransferOrder } from "#transfers";
import { addEndpoint } from "#webhooks";
import { startSimulator } from "../../simulator.ts";
import { makeWorld } from "../../world.ts";

/** The banks' behaviour for each order; at that time some are paid, some have been sent, and some wait. */
const ACCOUNTS = [
  "026291800001191", // paid
  "909090909001", // refused
  "909090909020", // pending, paid later
  "909090909021", // pending, refused later
  "909090909022", // paid, comes back later
  "909090909023", // paid, comes back the next day
  "909090909024", // no answer, paid
  "909090909025", // no answer, not paid
  "909090909027", // refused, paid later
  "909090909029", // deemed
];
const PAISE = 100_00n;

function orderTo(key: string, accountNumber: string, order: Partial<TransferOrder> = {}): TransferOrder {
  const payee = { inline: { name: "Asha Rao", accountNumber, ifsc: "YESB0000262" } };
  return {
    transferKey: key,
    payee,
    amountPaise: PAISE,
    mode: "imps",
    remarks: "",
    fundSourceId: null,
    ...order,
  };
}

test("an installation in the middle of its work", { timeout: 120_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "vitaran-banks-"));
  const world = await makeWorld();
  const simulator = await startSimulator(world, { dataDir });
  const { ctx } = world;
  for (const bankIds of [
    ["meghdoot", "himshikhar"],
    ["purvasagar", "jugnu"],
  ]) {
    const merchant = await world.makeMerchant({ simulator, bankIds, balancePaise: 15n * PAISE });
    const { merchantId, debitAccount } = merchant;
    await changeMerchant(ctx, merchantId, { settings: { allowLoopbackWebhooks: true } });
    await addEndpoint(ctx, merchantId, { url: "http://127.0.0.1:9/hooks", format: "classic_form" });
    await setQueuingTime(ctx, merchantId, { hours: 24, by: "system" });
    // Lost answers are lost at once.
    const mishaps = [{ chance: 0.2, mishap: { kind: "cut", posted: true } }];
    for (const bankId of bankIds)
      await simulator.control("PUT", `/sim/banks/${bankId}/manner`, { debitAccount, mishaps });
    const sent = ACCOUNTS.filter((account) => !account.endsWith("24") && !account.endsWith("25"));
    await acceptTransfers(
      ctx,
      merchantId,
      sent.map((account, n) => orderTo(`sent_${n}`, account)),
    );
    await runtimeOf(ctx).idle();
    await workTransfers(ctx, merchantId);
    // These are on hold, and not sent to any bank yet.
    runtimeOf(ctx).payers.take(merchantId, 1_000);
    await acceptTransfers(
      ctx,
      merchantId,
      sent.slice(0, 3).map((account, n) => orderTo(`ready_${n}`, account)),
    );
    // There is no money for these.
    await acceptTransfers(
      ctx,
      merchantId,
      [0, 1].map((n) => orderTo(`queued_${n}`, ACCOUNTS[0]!, { amountPaise: 50n * PAISE })),
    );
  }
  const tables = await world.look<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')
     order by 1`,
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    const [all] = await world.look<{ rows: string | null }>(
      `select json_agg(one)::text as rows from ${name} as one`,
    );
    if (all!.rows !== null) rows[name] = all!.rows;
  }
  const [clock] = await world.look<{ now: string }>("select to_json(now())#>>'{}' as now");
  const snapshot = {
    commit: execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim(),
    now: clock!.now,
    banksAt: simulator.url,
    masterKey: world.environment["VITARAN_MASTER_KEY"],
    migrations: Object.fromEntries(readMigrations().map(({ name, sql }) => [name, sql])),
    rows,
    journal: readFileSync(join(dataDir, "bank-simulator.jsonl"), "utf8"),
  };
  writeFileSync(process.env.SNAPSHOT!, gzipSync(JSON.stringify(snapshot), { level: 9 }));
});
