import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { moveMerchant } from "#access";
import { CrashError, setCrashHook } from "#lib/crash-points";
import { isUnavailable } from "#lib/db-errors";
import { MoveError } from "#lib/move-rows";
import { acceptTransfers } from "#transfers";
import { assertSound, makeFaultWorld, orderTo, settle, type Payer } from "./fault-world.ts";

const world = await makeFaultWorld({ twoHomes: true });
/** Another process, which does not hear of moves. */
const other = world.openContext();

/** The points at which a move dies. */
const POINTS = [
  "lib.move.published",
  "lib.move.copying",
  "lib.move.standing",
  "lib.move.arrived",
  "access.move.ready",
  "access.move.switched",
];

/** Orders through two processes until it is stopped; each order is repeated until it has an answer. */
function keepOrdering(payer: Payer, name: string) {
  let isStopped = false;
  const answered: string[] = [];
  const caller = async (from: string, ctx: typeof other): Promise<void> => {
    for (let n = 0; !isStopped; n += 1) {
      const key = `${name}-${from}-${n}`;
      for (;;) {
        const [outcome] = await Promise.allSettled([acceptTransfers(ctx, payer.merchantId, [orderTo(key)])]);
        if (outcome!.status === "fulfilled") break;
        assert.ok(isUnavailable(outcome!.reason), String(outcome!.reason));
        await sleep(20);
      }
      answered.push(key);
      await sleep(randomInt(30));
    }
  };
  const ordering = Promise.all([caller("a", world.ctx), caller("b", other)]);
  return async (): Promise<string[]> => {
    isStopped = true;
    await ordering;
    return answered;
  };
}

async function homeOf(payer: Payer): Promise<string> {
  const rows = await world.look<{ name: string }>(
    "select name from lib.home where exists (select from access.place where id = $1)",
    [payer.merchantId],
  );
  return rows[0]!.name;
}

async function assertComplete(payer: Payer, answered: readonly string[]): Promise<void> {
  await settle(world, world.ctx, payer);
  const rows = await world.look<{ key: string; status: string }>(
    "select transfer_key as key, status from transfers.transfer where merchant_id = $1",
    [payer.merchantId],
  );
  assert.deepEqual(
    rows.map(({ key }) => key).toSorted(),
    answered.toSorted(),
    "each answered order is there once",
  );
  await assertSound(world, [payer]);
}

test("a merchant moves there and back under orders: nothing is lost, and nothing is paid twice", async () => {
  const payer = await world.makePayer();
  const stop = keepOrdering(payer, "move");
  await sleep(300);
  const there = await moveMerchant(world.ctx, payer.merchantId, { home: "first" });
  assert.deepEqual([there.from, there.home], ["west", "first"]);
  await sleep(300);
  const back = await moveMerchant(world.ctx, payer.merchantId, { home: "west" });
  await sleep(300);
  const answered = await stop();
  console.log(
    `${answered.length} orders; it stood still for ${there.stoodStillMs} and ${back.stoodStillMs} ms`,
  );
  assert.equal(await homeOf(payer), "west");
  const [left] = await world.ctx.db.homes
    .directory()
    .sweep((read) =>
      read.query<{ rows: bigint }>("select count(*) as rows from transfers.transfer where merchant_id = $1", [
        payer.merchantId,
      ]),
    );
  assert.equal(left!.rows, 0n, "nothing is left at the home that it has left");
  await assertComplete(payer, answered);
});

test("of two moves of a merchant at once one is refused", async () => {
  const payer = await world.makePayer();
  const ended = await Promise.allSettled(
    ["first", "first"].map((home) => moveMerchant(world.ctx, payer.merchantId, { home })),
  );
  const refused = ended.flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
  assert.equal(refused.length, 1);
  assert.ok(MoveError.is(refused[0], "other_move"), String(refused[0]));
  await assertComplete(payer, []);
});

for (const point of POINTS)
  test(`a move that dies at ${point} is repeated, and nothing is lost or doubled`, async () => {
    const payer = await world.makePayer();
    const stop = keepOrdering(payer, point);
    await sleep(200);
    setCrashHook((passed) => {
      if (passed === point) throw new CrashError(point);
    });
    await assert.rejects(moveMerchant(world.ctx, payer.merchantId, { home: "first" }), CrashError);
    setCrashHook(null);
    await sleep(200);
    await moveMerchant(world.ctx, payer.merchantId, { home: "first" });
    await sleep(200);
    const answered = await stop();
    assert.equal(await homeOf(payer), "first");
    await assertComplete(payer, answered);
  });
