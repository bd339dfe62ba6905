import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#lib/db";
import { isUnavailable } from "#lib/db-errors";
import { openDb } from "#lib/homes";
import { startProxy } from "#test/proxy";
import { makeWorld } from "#test/world";

const world = await makeWorld({ twoHomes: true });
const { merchantId: atWest } = await world.makeMerchant({ home: "west" });
const { merchantId: atFirst } = await world.makeMerchant({ home: "first" });

/** Returns the address of a database behind a wire that can be made to swallow everything. */
async function behindWire(url: string): Promise<{ url: string; swallow: (isOn: boolean) => void }> {
  let swallows = false;
  const at = new URL(url);
  const port = await startProxy(world, {
    port: Number(at.port),
    relay: ({ client, server }) => ({
      fromClient: (bytes) => void (swallows || server.write(bytes)),
      fromServer: (bytes) => void (swallows || client.write(bytes)),
    }),
  });
  at.port = String(port);
  return { url: at.href, swallow: (isOn) => void (swallows = isOn) };
}

const first = await behindWire(world.databaseUrl);
const west = await behindWire(world.secondHome!.databaseUrl);

function openBoth(prepare?: () => Promise<void>): Db {
  const { log, vault } = world.ctx;
  const others = [{ name: "west", url: west.url, ...(prepare && { prepare }) }];
  const db = openDb({ url: first.url, others, connections: 4, log, vault });
  world.onClose(() => db.close());
  return db;
}

const read = (db: Db, merchantId: string) =>
  db.inMerchant(merchantId, (tx) =>
    tx.query("select from ledger.account where merchant_id = $1", [merchantId]),
  );

/** Calls for a merchant for some seconds; returns how many calls were answered and refused. */
async function call(db: Db, merchantId: string): Promise<{ answered: number; refused: number }> {
  const counts = { answered: 0, refused: 0 };
  const endsAt = performance.now() + 4_000;
  while (performance.now() < endsAt) {
    try {
      await read(db, merchantId);
      counts.answered += 1;
    } catch (error) {
      assert.ok(isUnavailable(error), String(error));
      counts.refused += 1;
    }
    await sleep(10);
  }
  return counts;
}

async function untilBack(db: Db, merchantId: string): Promise<void> {
  for (;;) {
    try {
      return void (await read(db, merchantId));
    } catch (error) {
      assert.ok(isUnavailable(error), String(error));
      await sleep(50);
    }
  }
}

test("a home that answers nothing any more stops its own merchants only, on old and new connections", async () => {
  const db = openBoth();
  await Promise.all([atWest, atFirst].map((merchantId) => read(db, merchantId)));
  west.swallow(true);
  const [there, here] = await Promise.all([call(db, atWest), call(db, atFirst)]);
  assert.ok(there.refused > 10 && there.answered === 0, JSON.stringify(there));
  assert.ok(here.answered > 10 && here.refused === 0, JSON.stringify(here));
  west.swallow(false);
  await untilBack(db, atWest);
});

test("without the first home the merchants of the others go on, even if a process has not heard of them", async () => {
  const known = openBoth();
  await read(known, atWest);
  const fresh = openBoth();
  first.swallow(true);
  const [there, here] = await Promise.all([
    call(known, atWest),
    call(known, atFirst),
    untilBack(fresh, atWest),
  ]);
  assert.ok(there.answered > 10 && there.refused === 0, JSON.stringify(there));
  assert.ok(here.refused > 10 && here.answered === 0, JSON.stringify(here));
  const writing = known.inMerchant(atWest, (tx) => tx.directory.query("select"));
  await assert.rejects(
    writing,
    isUnavailable,
    "what must write the directory is refused, and harms nothing else",
  );
  first.swallow(false);
  await untilBack(known, atFirst);
});

test("a home that was away as the process began is brought up to date before its merchants are served", async () => {
  let isBack = false;
  let times = 0;
  const db = openBoth(async () => {
    if (!isBack) throw new Error("the home is away");
    times += 1;
  });
  await assert.rejects(read(db, atWest), isUnavailable);
  await read(db, atFirst);
  isBack = true;
  await untilBack(db, atWest);
  assert.equal(times, 1);
});
