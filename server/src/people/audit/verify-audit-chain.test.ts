import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { newId } from "#lib/ids";
import { makeWorld } from "#test/world";
import { recordAudit, verifyAuditChain } from "./index.ts";
import { entry, makeIntruder } from "./test/intruder.ts";

const world = await makeWorld();
let merchantId: string;

beforeEach(() => {
  merchantId = newId();
});

const { record, fill, tamper } = makeIntruder(world, () => merchantId);
const verify = () => verifyAuditChain(world.ctx, merchantId);

test("a merchant without records has a good chain", async () => {
  assert.equal(await verify(), null);
});

test("records of many transactions at once make one chain without a gap", async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => record([entry(index), entry(-index)])));
  assert.equal(await verify(), null);
  const rows = await world.ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ seq: bigint }>("select seq from audit.record where merchant_id = $1 order by seq", [
      merchantId,
    ]),
  );
  assert.deepEqual(
    rows.map((row) => row.seq),
    Array.from({ length: 60 }, (_, index) => BigInt(index + 1)),
  );
});

test("a chain of more than one page is verified to its end", async () => {
  await fill(2_345);
  assert.equal(await verify(), null);
  await tamper("update audit.record set action = 'other' where merchant_id = $1 and seq = 2340");
  assert.deepEqual(await verify(), { seq: 2340n, why: "altered" });
});

test("a long chain is no long transaction", async () => {
  await fill(2_345);
  const { db } = world.ctx;
  let [transactions, most] = [0, 0];
  const inMerchant: typeof db.inMerchant = (owner, work) => {
    transactions += 1;
    return db.inMerchant(owner, (tx) => {
      let statements = 0;
      const query: typeof tx.query = (...args) => {
        most = Math.max(most, (statements += 1));
        return tx.query(...args);
      };
      return work({ ...tx, query });
    });
  };
  assert.equal(await verifyAuditChain({ ...world.ctx, db: { ...db, inMerchant } }, merchantId), null);
  assert.deepEqual([most, transactions >= 5], [1, true], `${transactions} transactions`);
});

test("a transaction that is rolled back leaves no record and no gap", async () => {
  await fill(1);
  const undone = world.ctx.db.inMerchant(merchantId, async (tx) => {
    await recordAudit(tx, [entry(2)]);
    throw new Error("changed my mind");
  });
  await assert.rejects(undone, /changed my mind/);
  await fill(1);
  assert.equal(await verify(), null);
});

const fields = [
  "at = at + interval '1 microsecond'",
  "actor = actor || ' '",
  "action = upper(action)",
  "subject = ''",
  "detail = jsonb_set(detail, '{number}', '3.0')",
  "detail = detail || '{\"more\": null}'",
  "detail = '{}'",
  "hash = sha256(hash)",
  "action = action || subject, subject = ''",
];

for (const change of fields) {
  test(`a record altered by "${change}" is named`, async () => {
    await fill(5);
    await tamper(`update audit.record set ${change} where merchant_id = $1 and seq = 3`);
    assert.deepEqual(await verify(), { seq: 3n, why: "altered" });
  });
}

test("a record that names another one before it is named", async () => {
  await fill(5);
  await tamper("update audit.record set prev_hash = sha256(prev_hash) where merchant_id = $1 and seq = 3");
  assert.deepEqual(await verify(), { seq: 3n, why: "unlinked" });
});

test("a record that is gone is named, wherever it stood", async () => {
  for (const seq of [1n, 3n, 5n]) {
    merchantId = newId();
    await fill(5);
    await tamper("delete from audit.record where merchant_id = $1 and seq = $2", seq);
    assert.deepEqual(await verify(), { seq, why: "missing" });
  }
});

test("a tail cut off is found, and so is a chain's end moved back over it", async () => {
  await fill(5);
  await tamper("delete from audit.record where merchant_id = $1 and seq >= 3");
  assert.deepEqual(await verify(), { seq: 3n, why: "missing" });
  await tamper("update audit.chain set last_seq = 2 where merchant_id = $1");
  assert.deepEqual(await verify(), { seq: 2n, why: "altered" });
});

test("two records that changed places are found", async () => {
  await fill(5);
  await tamper("update audit.record set seq = seq + 100 where merchant_id = $1 and seq in (2, 4)");
  await tamper("update audit.record set seq = 106 - seq where merchant_id = $1 and seq > 100");
  assert.deepEqual(await verify(), { seq: 2n, why: "unlinked" });
});

test("a record put in past the end is found", async () => {
  await fill(2);
  await tamper(
    `insert into audit.record
     select merchant_id, 3, at, actor, action, subject, detail, hash, sha256(hash), mac
     from audit.record
     where merchant_id = $1 and seq = 2`,
  );
  assert.deepEqual(await verify(), { seq: 3n, why: "foreign" });
});

test("records taken over from another merchant are found", async () => {
  const other = newId();
  await record([entry(1), entry(2)], other);
  await fill(2);
  await tamper("delete from audit.record where merchant_id = $1");
  await tamper("update audit.record set merchant_id = $1 where merchant_id = $2", other);
  assert.deepEqual(await verify(), { seq: 1n, why: "altered" });
});

test("the application can neither change nor remove a record, nor read another merchant's", async () => {
  await fill(1);
  const attempt = (sql: string) => world.ctx.db.inMerchant(merchantId, (tx) => tx.execute(sql, [merchantId]));
  await assert.rejects(
    attempt("update audit.record set actor = 'x' where merchant_id = $1"),
    /permission denied/,
  );
  await assert.rejects(attempt("delete from audit.record where merchant_id = $1"), /permission denied/);
  await assert.rejects(attempt("delete from audit.chain where merchant_id = $1"), /permission denied/);
  const seen = await world.ctx.db.inMerchant(newId(), (tx) => tx.query("select 1 from audit.record"));
  assert.equal(seen.length, 0);
});
