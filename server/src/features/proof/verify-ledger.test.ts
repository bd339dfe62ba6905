import assert from "node:assert/strict";
import { test } from "node:test";
import type { Home } from "#lib/db";
import { changeHome, makeWorld } from "#test/world";
import { verifyLedger, type ProofProgress } from "./index.ts";

const world = await makeWorld();
const { ctx } = world;

test("a record of the audit trail that was changed is a finding", async () => {
  const { merchantId } = await world.makeMerchant();
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
  await world.look("update audit.record set action = 'other' where merchant_id = $1 and seq = 1", [
    merchantId,
  ]);
  const { checked, findings } = await verifyLedger(ctx, merchantId);
  assert.deepEqual(findings, [
    { check: "audit-chain-holds", merchantId, subject: "audit record 1", detail: "altered" },
  ]);
  assert.deepEqual(
    checked.filter((one) => one.findings > 0).map(({ name }) => name),
    ["audit-chain-holds"],
  );
});

test("the beginning and the end of each check are told, with how long it took", async () => {
  const { merchantId } = await world.makeMerchant();
  const told: ProofProgress[] = [];
  const { checked } = await verifyLedger(ctx, merchantId, { onProgress: (progress) => told.push(progress) });
  const ended = told.flatMap((progress) => progress.ended ?? []);
  assert.deepEqual(
    ended.toSorted((a, b) => a.name.localeCompare(b.name)),
    checked.toSorted((a, b) => a.name.localeCompare(b.name)),
  );
  assert.ok(checked.every(({ tookMs }) => Number.isInteger(tookMs) && tookMs >= 0));
  assert.deepEqual(
    told.filter((progress) => progress.ended !== undefined).map(({ done }) => done),
    checked.map((_, index) => index + 1),
  );
  assert.ok(told.every(({ of, running }) => of === checked.length && running.length <= 2));
  const begun = new Set(told.flatMap(({ running }) => running));
  assert.equal(begun.size, checked.length);
  assert.deepEqual(told.at(-1)!.running, []);
});

test("after a check that could not be run no other begins", async () => {
  let asked = 0;
  const sweep: Home["sweep"] = () => {
    asked += 1;
    return Promise.reject(new Error("the database is gone"));
  };
  const failing = changeHome(ctx, (home) => ({ ...home, sweep }));
  await assert.rejects(verifyLedger(failing), /the database is gone/);
  assert.ok(asked <= 2, `${asked} checks began`);
});
