/** Tests records whose hashes were recomputed, heads that are kept outside, and the time after an upgrade. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { newId } from "#lib/ids";
import { makeVault } from "#lib/vault";
import { makeWorld } from "#test/world";
import { judgeMac, placeText } from "./record-audit.ts";
import {
  beginKeying,
  beginKeyingAlone,
  checkHead,
  findHead,
  readHead,
  readKeyingBegun,
  verifyAuditChain,
  writeHead,
} from "./index.ts";
import { entry, makeIntruder } from "./test/intruder.ts";

const world = await makeWorld();
let merchantId: string;

beforeEach(() => {
  merchantId = newId();
});

const { record, fill, tamper, forge, rewriteFrom, cutAfter } = makeIntruder(world, () => merchantId);
const verify = () => verifyAuditChain(world.ctx, merchantId);

test("a record altered together with all hashes from it on is found by its code, wherever it stands", async () => {
  for (const seq of [1n, 2n, 3n]) {
    merchantId = newId();
    await fill(3);
    await rewriteFrom(seq);
    assert.deepEqual(await verify(), { seq, why: "forged" });
  }
});

test("codes taken away, or taken over from another record, do not help who rewrites records", async () => {
  await fill(3);
  await rewriteFrom(2n);
  await tamper("update audit.record set mac = null where merchant_id = $1 and seq >= 2");
  assert.deepEqual(await verify(), { seq: 2n, why: "unkeyed" });
  await tamper(
    `update audit.record set mac = (select mac from audit.record where merchant_id = $1 and seq = 1)
     where merchant_id = $1 and seq >= 2`,
  );
  assert.deepEqual(await verify(), { seq: 2n, why: "forged" });
});

test("a record appended without the key is found", async () => {
  await fill(2);
  await tamper(
    `insert into audit.record
     select merchant_id, 3, at, actor, action, subject, detail, hash, sha256(hash), mac
     from audit.record where merchant_id = $1 and seq = 2`,
  );
  await rewriteFrom(3n);
  assert.deepEqual(await verify(), { seq: 3n, why: "forged" });
});

test("a record made under an older master key still verifies, and under one that is not given it is said", async () => {
  const [key, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const place = { merchantId, seq: 1n, hash: Buffer.alloc(32) };
  const text = placeText(place);
  const mac = makeVault(key).mac("audit.record").update(text).digest();
  assert.equal(judgeMac(makeVault([next, key]), "audit.record", { ...place, mac }), null);
  assert.equal(judgeMac(makeVault(next), "audit.record", { ...place, mac }), "unknown_key");
  assert.equal(judgeMac(makeVault([next, key]), "audit.head", { ...place, mac }), "forged");
  assert.equal(judgeMac(makeVault(key), "audit.record", { ...place, seq: 2n, mac }), "forged");
});

/** Makes the state after an upgrade: records have no codes, and the previous version may still run. */
async function asAfterUpgrade(count: number): Promise<void> {
  await fill(count);
  await tamper("update audit.record set mac = null where merchant_id = $1");
  await world.look("update audit.keying set begun_at = null");
}

test("a chain of the version before is verified by its hashes, and what both versions add to it", async () => {
  await asAfterUpgrade(3);
  assert.equal(await verify(), null);
  await fill(2);
  await tamper("update audit.record set mac = null where merchant_id = $1 and seq = 5");
  assert.equal(await verify(), null);
  const hash = await forge(2n);
  await tamper("update audit.record set prev_hash = $2 where merchant_id = $1 and seq = 3", hash);
  assert.deepEqual(await verify(), { seq: 3n, why: "altered" }, "found by the next one's link to it");
  await rewriteFrom(2n);
  assert.deepEqual(
    await verify(),
    { seq: 4n, why: "forged" },
    "the first record with a code covers those before",
  );
});

test("from begin-audit-keys on every record needs a code, and what was there before is fixed", async () => {
  await asAfterUpgrade(4);
  await beginKeying(world.ctx);
  assert.equal(await verify(), null);
  await fill(1);
  assert.equal(await verify(), null);
  await tamper("update audit.record set mac = null where merchant_id = $1 and seq = 5");
  assert.deepEqual(await verify(), { seq: 5n, why: "unkeyed" });
  await tamper("update audit.boundary set seq = 5 where merchant_id = $1");
  assert.deepEqual(await verify(), { seq: 5n, why: "forged" }, "the boundary does not move forward");
  await tamper("delete from audit.record where merchant_id = $1 and seq = 5");
  await tamper("update audit.boundary set seq = 4 where merchant_id = $1");
  await tamper(
    `update audit.chain set last_seq = 4, last_hash = (
       select hash from audit.record where merchant_id = $1 and seq = 4
     ) where merchant_id = $1`,
  );
  assert.equal(await verify(), null);
  await rewriteFrom(2n);
  assert.deepEqual(await verify(), { seq: 4n, why: "forged" });
  await tamper("delete from audit.boundary where merchant_id = $1");
  assert.deepEqual(
    await verify(),
    { seq: 1n, why: "unkeyed" },
    "without the boundary more is refused, not less",
  );
});

test("a chain's end moved back below the boundary is found, and so is the beginning of keys undone", async () => {
  await asAfterUpgrade(4);
  await beginKeying(world.ctx);
  await world.look("update audit.keying set begun_at = null");
  await fill(1);
  await tamper("update audit.record set mac = null where merchant_id = $1 and seq = 5");
  assert.deepEqual(await verify(), { seq: 5n, why: "unkeyed" }, "the boundary alone says it");
  await beginKeyingAlone(world.ctx);
  assert.equal(await readKeyingBegun(world.ctx), null, "a start does not vouch anew where there were codes");
  await beginKeying(world.ctx);
  await cutAfter(3n);
  assert.deepEqual(await verify(), { seq: 4n, why: "missing" });
});

const headNow = async () => readHead(writeHead((await world.ctx.db.inMerchant(merchantId, findHead))!))!;

test("a head that was noted outside finds a tail that was cut, and a record that was rewritten", async () => {
  await fill(3);
  const early = await headNow();
  await fill(2);
  const late = await headNow();
  assert.deepEqual([early.owner, early.seq, late.seq], [merchantId, 3n, 5n]);
  for (const head of [early, late]) assert.equal(await checkHead(world.ctx, head), null);
  await cutAfter(4n);
  assert.equal(await verify(), null, "the database alone does not show it");
  assert.deepEqual(await checkHead(world.ctx, late), { why: "removed", lastSeq: 4n });
  assert.equal(await checkHead(world.ctx, early), null);
  await record([entry(99)]);
  assert.deepEqual(await checkHead(world.ctx, late), { why: "rewritten" });
  await rewriteFrom(1n);
  assert.deepEqual(await checkHead(world.ctx, early), { why: "rewritten" });
});

test("a head names the record that broke, and one that was changed on its way is not believed", async () => {
  await fill(3);
  const head = await headNow();
  await tamper("update audit.record set action = 'other' where merchant_id = $1 and seq = 2");
  const bad = { seq: 2n, why: "altered" as const };
  assert.deepEqual(await checkHead(world.ctx, head), { why: "broken", bad });
  for (const changed of [
    { ...head, seq: 2n },
    { ...head, at: new Date(0) },
    { ...head, mac: Buffer.alloc(36) },
  ])
    assert.notEqual(await checkHead(world.ctx, changed), null);
  const line = writeHead(head);
  for (const text of [line.slice(0, -1), `${line}x`, line.slice(1), line.replace("/3/", "/3a/"), ""])
    assert.equal(readHead(text), null, text);
  assert.deepEqual(readHead(` ${line}\n`), head);
});
