import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { afterAsking, type Tx } from "#lib/db";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { db } = world.ctx;
const merchantId = randomUUID();

const INSERT = "insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, $2)";
const insert = (tx: Tx, id: string, offset: unknown = 0): Promise<number> => tx.execute(INSERT, [id, offset]);

async function isThere(id: string): Promise<boolean> {
  const rows = await world.look("select from lib.merchant_clock where merchant_id = $1", [id]);
  return rows.length === 1;
}

test("values come back as they were sent", async () => {
  const texts = ["", "NULL", 'a "quoted" {text}', "back\\slash", "line\nbreak", "ಹಣ, ₹", null];
  const at = new Date("2026-11-23T05:06:07.089Z");
  const [row] = await db.inMerchant(merchantId, (tx) =>
    tx.query(
      `select $1::text[] as texts, $2::bigint[] as numbers, $3::boolean[] as flags, $4::bytea[] as bytes,
         $5::timestamptz[] as times, $6::timestamptz as time, $7::bytea as one, $8::jsonb as json, $9::text as none`,
      [
        texts,
        [1n, -2n, null, 9_007_199_254_740_993n],
        [true, false, null],
        [Buffer.from([0, 255, 92, 34]), null],
        [at, null],
        at,
        Buffer.from([1, 0, 2]),
        { deep: ["a", { b: null }] },
        undefined,
      ],
    ),
  );
  assert.deepEqual(row, {
    texts,
    numbers: [1n, -2n, null, 9_007_199_254_740_993n],
    flags: [true, false, null],
    bytes: [Buffer.from([0, 255, 92, 34]), null],
    times: [at, null],
    time: at,
    one: Buffer.from([1, 0, 2]),
    json: { deep: ["a", { b: null }] },
    none: null,
  });
});

test("of a round in which a statement fails nothing is committed, and its error is the one told", async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const work = db.inMerchant(merchantId, async (tx) => {
    tx.last(Promise.all([insert(tx, first), insert(tx, first), insert(tx, second)]));
  });
  await assert.rejects(work, { constraint: "merchant_clock_pkey" });
  assert.deepEqual([await isThere(first), await isThere(second)], [false, false]);
  // The connection is still usable.
  await db.inMerchant(merchantId, (tx) => insert(tx, second));
  assert.ok(await isThere(second));
});

test("a value that cannot be sent keeps the commit from being sent", async () => {
  const id = randomUUID();
  const work = db.inMerchant(merchantId, async (tx) => {
    tx.last(Promise.all([insert(tx, id), tx.query("select $1::timestamptz", [new Date(Number.NaN)])]));
  });
  await assert.rejects(work, RangeError);
  assert.equal(await isThere(id), false);
});

test("last writes are committed; a statement that comes after them is told that it was too late", async () => {
  const id = randomUUID();
  let late: Promise<unknown> | null = null;
  await db.inMerchant(merchantId, async (tx) => {
    const written = insert(tx, id);
    tx.last(written);
    late = written.then(() => tx.query("select 1"));
    late.catch(() => undefined);
  });
  assert.ok(await isThere(id));
  await assert.rejects(late!, /the transaction has ended/);
});

test("what is asked ahead is asked in the transaction, before the work", async () => {
  const id = randomUUID();
  const found = await db.inMerchant(
    id,
    afterAsking(
      (ask) =>
        ask.query<{ merchant: string; xid: string }>(
          "select lib.current_merchant() as merchant, pg_current_xact_id()::text as xid",
        ),
      async (tx, [asked]) => {
        const [now] = await tx.query<{ xid: string }>("select pg_current_xact_id()::text as xid");
        return { ...asked!, isSame: asked!.xid === now!.xid };
      },
    ),
  );
  assert.deepEqual([found.merchant, found.isSame], [id, true]);
});

test("a look sees its merchant and writes nothing", async () => {
  const id = randomUUID();
  const [seen] = await db.look(id, (ask) => ask.query("select lib.current_merchant() as merchant"));
  assert.deepEqual(seen, { merchant: id });
  await assert.rejects(
    db.look(id, (ask) => ask.execute(INSERT, [id, 0])),
    { code: "25006" },
  );
});

test("a merchant's rows are not shown to the next on its connection", async () => {
  const alone = world.openContext({ connections: 1 });
  await alone.db.look(merchantId, (ask) => ask.query("select 1 as one"));
  const [row] = await alone.db.directory((tx) =>
    tx.query(
      `select lib.current_merchant() as merchant, current_setting('app.sweep', true) as sweep,
         current_setting('plan_cache_mode') as plans`,
    ),
  );
  assert.deepEqual(row, { merchant: null, sweep: null, plans: "auto" });
});
