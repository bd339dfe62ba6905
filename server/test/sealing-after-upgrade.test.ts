/**
 * An upgraded installation has unencrypted details in every table that can have them. An operator starts sealing them,
 * the worker is killed half-way, and the next one continues from there.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { listMerchantIds } from "#access";
import { beginSealing } from "#lib/seal-rows";
import { readSealing } from "#worker";
import { openStage } from "./literals/stage.ts";
import { makeOperator } from "../src/surfaces/commands/test/make-operator.ts";
import { partsToSeal } from "../src/surfaces/worker/sealing.ts";
import { holdWrites, untilBlocked } from "./faults/hold-writes.ts";
import { makeParts } from "./faults/parts.ts";
import { makePlanter } from "./plant-details.ts";
import { OWN_PEOPLE, WAYS_IN, workOff } from "./plant-everywhere.ts";
import { makeWorld } from "./world.ts";

interface Told {
  readonly begunAt: string | null;
  readonly parts: readonly {
    readonly part: string;
    readonly sealedMerchants: number;
    readonly merchants: number;
    readonly sealedRows: number;
  }[];
}

const world = await makeWorld();
const { ctx } = world;
// This is the state after the migrations of an upgrade.
await world.look("update lib.sealing set begun_at = null");
const client = await (await openStage(world)).makeClient("rest");
const planter = makePlanter();
const { run } = makeOperator(world);
const workers = makeParts(world);
const parts = partsToSeal(ctx);
const tables = new Set(parts.map(({ table }) => table));
/**
 * These rows were never stored unencrypted; they are parts only so that they are sealed again with a new master key.
 */
const ALWAYS_SEALED = new Set(["idempotency.key"]);

/** The part at which the worker is held back half-way, and the parts that it has not started then. */
const HELD = "messages.message";
const LATER = ["reconciliation.line", "transfers.fact", "webhooks.try", "reports.chunk"];

const find = async (): Promise<string[]> =>
  (await planter.find(world)).filter((one) => !OWN_PEOPLE.test(one));
const tablesOf = (found: readonly string[]): Set<string> => new Set(found.map((one) => one.split(" ")[0]!));
/** Returns the texts of all rows that must be sealed, opened. */
async function readTexts(): Promise<string[]> {
  const found = await Promise.all(
    parts.map(async ({ table, read: columns }) => {
      const rows = await world.look<object>(`select ${columns.join(", ")} from ${table}`);
      return rows.flatMap((row) =>
        Object.entries(row).map(([column, text]) => `${table} ${column} ${toText(text)}`),
      );
    }),
  );
  return found.flat().filter((text) => !CHANGING.test(text));
}
const toText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
/** Columns that become a keyed index or a sealed file, and columns that a receiver's next answer replaces. */
const CHANGING = /^[a-z._]+ (?:line_key|content_hash|is_clear|destination|bytes|last_excerpt) /;

/** Starts a worker, which learns that these merchants have rows to seal, and waits until this many parts are done. */
async function sealUntil(done: number): Promise<ReturnType<typeof workers.make>> {
  const worker = workers.make("worker");
  await workers.start(worker);
  while ((await countDone()) < done) {
    await world.look("select pg_notify('sealing', merchant_id::text) from access.merchant");
    await sleep(50);
  }
  return worker;
}

async function assertNoneLost(before: readonly string[]): Promise<void> {
  const now = new Set(await readTexts());
  assert.deepEqual(
    before.filter((text) => !now.has(text)),
    [],
  );
}

async function countDone(): Promise<number> {
  const rows = await world.look("select from lib.sealed_part");
  return rows.length;
}

test("an upgraded installation is sealed on the operator's word, whatever kills the worker", async () => {
  for (const plantBy of Object.values(WAYS_IN)) await plantBy({ world, client, planter });
  await workOff({ world, client, planter });
  const clear = tablesOf(await find());
  assert.deepEqual(
    [...tables].filter((table) => !clear.has(table) && !ALWAYS_SEALED.has(table)),
    [],
    "every table that is to be sealed has details in clear",
  );
  const before = await readTexts();
  assert.ok(before.length > 150, `${before.length} texts`);
  const first = await readSealing(ctx);
  assert.equal(first.begunAt, null);
  assert.ok(first.parts.every(({ sealedMerchants }) => sealedMerchants === 0));

  const { begunAt } = await run<Told>("begin-sealing", {});
  assert.ok(begunAt !== null);
  assert.equal((await beginSealing(ctx)).toISOString(), begunAt, "said twice it began once");

  const merchants = (await listMerchantIds(ctx)).length;
  await holdWrites(world, HELD, async () => {
    const worker = await sealUntil(merchants * parts.findIndex(({ table }) => table === HELD));
    await untilBlocked(world, 1);
    await workers.end(worker, "SIGKILL");
  });
  const half = tablesOf(await find());
  assert.ok(!half.has("beneficiaries.beneficiary") && half.has(HELD), [...half].join());
  assert.ok(
    LATER.some((table) => half.has(table)),
    [...half].join(),
  );
  await assertNoneLost(before);
  const told = await run<Told>("sealing", {});
  assert.ok(told.parts.some(({ sealedMerchants, merchants }) => sealedMerchants < merchants));
  assert.ok(told.parts.some(({ sealedMerchants }) => sealedMerchants > 0));

  const worker = await sealUntil(merchants * parts.length);
  await workers.end(worker, "SIGTERM");
  const last = await readSealing(ctx);
  assert.ok(last.parts.every((part) => part.sealedMerchants === merchants && part.merchants === merchants));
  assert.deepEqual(await find(), []);
  await assertNoneLost(before);
});
