import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { beforeEach, test } from "node:test";
import type { Context } from "#lib/context";
import { makeVault } from "#lib/vault";
import { makeWorld } from "#test/world";
import { AccessError, checkMasterKey } from "./index.ts";

const world = await makeWorld();
const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];

beforeEach(async () => {
  await world.look("delete from access.master_key");
});

const keyedBy = (...keys: Buffer[]): Context => ({ ...world.ctx, vault: makeVault(keys) });
const refused = (error: unknown) => AccessError.is(error, "wrong_master_key");

test("the key of the first start is the right one, any other stops the start", async () => {
  await checkMasterKey(keyedBy(first));
  await checkMasterKey(keyedBy(first));
  await assert.rejects(checkMasterKey(keyedBy(second)), refused);
  await checkMasterKey(keyedBy(first));
});

test("a new key may be added before the old one, which must stay", async () => {
  await checkMasterKey(keyedBy(first));
  await checkMasterKey(keyedBy(second, first));
  await checkMasterKey(keyedBy(first, second));
  await assert.rejects(checkMasterKey(keyedBy(first)), refused);
  await assert.rejects(checkMasterKey(keyedBy(second)), refused);
  await assert.rejects(checkMasterKey(keyedBy(third, second)), refused);
});

test("of two first starts with different keys one is refused", async () => {
  const answers = await Promise.allSettled([checkMasterKey(keyedBy(first)), checkMasterKey(keyedBy(second))]);
  assert.deepEqual(answers.map((answer) => answer.status).toSorted(), ["fulfilled", "rejected"]);
});
