/**
 * While an installation is upgraded process by process, two processes of an earlier version and two of this one use the
 * same database: they accept the same orders, send, enquire and record for one another, and every transfer ends as the
 * banks' books say.
 */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { workReconciliation } from "#reconciliation";
import { acceptTransfers, runtimeOf, workTransfers } from "#transfers";
import { startChild, type Child } from "./child.ts";
import { advance, assertSound, makeFaultWorld, orderTo, settle, tiered, type Payer } from "./fault-world.ts";
import { migrationsSince, unpackMigrations } from "./upgrade/old-installation.ts";
import type { Task } from "./zombie-main.ts";

const ROUNDS = tiered({ deep: 6, nightly: 60 });
const EACH = 12;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The engine of the snapshot's commit, as `upgrade/make-engine.ts` made it. */
const ENGINE = new URL("upgrade/2026-11-27-engine.mjs.gz", import.meta.url);
/** Data files that the engine reads; this version has them too. */
const DATA = {
  "data/ifsc.bin": "money/rails/",
  "data/bank-holidays.csv": "money/rails/",
  "common-passwords.txt": "people/access/",
};

const world = await makeFaultWorld();
const { ctx } = world;
/** The processes of this version. */
const ours = [ctx, world.openContext()] as const;

const MISHAPS = [
  { kind: "cut", posted: true },
  { kind: "cut", posted: false },
  { kind: "http-error", httpStatus: 502, posted: true },
  { kind: "fail", code: "M1" },
  { kind: "fail", code: "H18" },
  { kind: "pending", then: "succeed", afterMs: MINUTE_MS },
  { kind: "pending", then: "fail", afterMs: MINUTE_MS },
  { kind: "return", afterMs: 5 * MINUTE_MS },
  { kind: "late-success", afterMs: 5 * MINUTE_MS },
  { kind: "deemed", then: "return" },
];

test("two processes of an earlier version and two of this one work side by side on one database", async (context) => {
  const engine = unpackEngine();
  const earlier = [1, 2].map(() => startChild(world, { command: [engine] }));
  await Promise.all(earlier.map((child) => child.hear(({ ready }) => ready)));
  const payers = [
    await makeTroubled(["meghdoot", "himshikhar"]),
    await makeTroubled(["purvasagar", "jugnu"]),
  ];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const payer of payers) await playRound(earlier, payer, round);
  for (const payer of payers) {
    // The earlier version continues alone with the work that this version has started.
    for (let minutes = 0; minutes < 10; minutes += 1) {
      await advance(world, payer, MINUTE_MS);
      await Promise.all(earlier.map((child) => tell(child, { do: "work", merchantId: payer.merchantId })));
    }
    for (let day = 0; day < 3; day += 1) {
      await settle(world, ctx, payer);
      await advance(world, payer, DAY_MS);
      await workReconciliation(ctx, payer.merchantId);
    }
  }
  await assertSound(world, payers);
  const ends = await world.look<{ status: string; count: number }>(
    "select status, count(*)::int as count from transfers.transfer group by status order by status",
  );
  assert.equal(
    ends.reduce((sum, { count }) => sum + count, 0),
    payers.length * ROUNDS * EACH * (1 + earlier.length + ours.length),
    "each order is one transfer, also where all four were given it",
  );
  const open = ends.filter(({ status }) => ["ready", "sent", "waiting"].includes(status));
  assert.deepEqual(open, []);
  context.diagnostic(ends.map(({ status, count }) => `${status} ${count}`).join(", "));
});

test("no migration takes away what the earlier version, where it still runs, reads or writes", () => {
  const scratch = mkdtempSync(join(tmpdir(), "vitaran-earlier-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));
  const later = migrationsSince(unpackMigrations(scratch));
  assert.ok(later.length > 0);
  const made = later.flatMap(({ sql }) =>
    [...sql.matchAll(/^create (?:table|function|procedure) ([\w.]+)/gm)].map(([, name]) => name!),
  );
  const taken = later.flatMap(({ name, sql }) =>
    sql
      .replaceAll(/^--.*$/gm, "")
      .split(";")
      .filter((statement) => TAKES_AWAY.test(statement))
      .filter((statement) => !made.some((name) => new RegExp(` ${RegExp.escape(name)}[ (]`).test(statement)))
      .map((statement) => `${name}: ${statement.trim()}`),
  );
  assert.deepEqual(taken, []);
});

const TAKES_AWAY = /\b(drop (table|column|schema|view)|rename (to|column)|set not null|revoke)\b/i;

/** Unpacks the earlier engine into a separate folder, with its data, and links the installed packages. */
function unpackEngine(): string {
  const folder = mkdtempSync(join(tmpdir(), "vitaran-earlier-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "data"));
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  for (const [name, module] of Object.entries(DATA))
    cpSync(join(root, "server/src", module, name), join(folder, name));
  const file = join(folder, "engine.mjs");
  writeFileSync(file, gunzipSync(readFileSync(ENGINE)));
  return file;
}

async function makeTroubled(bankIds: readonly string[]): Promise<Payer> {
  const payer = await world.makePayer({ bankIds });
  const { debitAccount } = payer;
  const mishaps = MISHAPS.map((mishap) => ({ chance: 0.05, mishap }));
  for (const bankId of bankIds)
    await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, { debitAccount, mishaps });
  return payer;
}

/** Each process accepts orders of its own and the same ones, and all process due work at the same time. */
async function playRound(earlier: readonly Child[], payer: Payer, round: number): Promise<void> {
  const { merchantId } = payer;
  const keys = (whose: string): string[] => Array.from({ length: EACH }, (_, n) => `${whose}_${round}_${n}`);
  const shared = keys("all");
  await Promise.all([
    ...earlier.map((child, index) =>
      tell(child, { do: "accept", merchantId, keys: [...keys(`earlier_${index}`), ...shared] }),
    ),
    ...ours.map((one, index) =>
      acceptTransfers(one, merchantId, [
        ...shared.map((key) => orderTo(key)),
        // The earlier version does not know this field.
        ...keys(`this_${index}`).map((key, n) => ({ ...orderTo(key), asynchronous: n % 2 === 0 })),
      ]),
    ),
  ]);
  for (let step = 0; step < 3; step += 1) {
    await advance(world, payer, MINUTE_MS);
    await Promise.all([
      ...earlier.map((child) => tell(child, { do: "work", merchantId })),
      ...ours.flatMap((one) => [workTransfers(one, merchantId), workReconciliation(one, merchantId)]),
    ]);
    await Promise.all(ours.map((one) => runtimeOf(one).idle()));
  }
}

let told = 0;

async function tell(earlier: Child, task: Omit<Task, "id">): Promise<void> {
  told += 1;
  const id = told;
  const done = earlier.hear((line) => (line["done"] === id ? (line["failures"] as string[]) : undefined));
  earlier.say({ id, ...task });
  assert.deepEqual(await done, []);
}
