/** Batches and links of keys that are limited to some fund sources, to an amount a day, or to drafts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { registerBatchApprovals } from "#batches";
import { runtimeOf } from "#transfers";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { makeMembers } from "#test/make-members";
import { makeWorld } from "#test/world";
import { makeCashgram, redeemCashgram } from "#test/literals/causes-of-links";
import { openStage } from "#test/literals/stage";
import { limit, makeTwoSources, paidFrom, payBatch } from "#test/literals/two-sources";

await clearOfMidnight();
const world = await makeWorld();
const stage = await openStage(world);
registerBatchApprovals();

test("a batch from a forbidden fund source pays no row; one that names none pays from the allowed", async () => {
  const client = await makeTwoSources(stage);
  await limit(client, { fundSourceIds: ["BANK_1"] });
  const forbidden = await payBatch(client, [{}, {}], { paymentInstrumentId: "WALLET_1" });
  for (const { status, failureReason } of forbidden.rows) {
    assert.equal(status, "REJECTED");
    assert.match(failureReason!, /cannot pay from WALLET_1, only from BANK_1/);
  }
  await payBatch(client, [{}, {}]);
  assert.deepEqual(await paidFrom(client), ["BANK_1", "BANK_1"]);
});

test("a day's limit that a batch crosses in its middle pays what fits and refuses the rest", async () => {
  const client = await makeTwoSources(stage);
  await limit(client, { dayLimitPaise: 25_00n });
  const { rows } = await payBatch(client, [{}, {}, {}]);
  assert.deepEqual(rows.map(({ status }) => status).toSorted(), ["REJECTED", "SUCCESS", "SUCCESS"]);
  assert.match(
    rows.find(({ status }) => status === "REJECTED")!.failureReason!,
    /can order Rs\.25 a day; Rs\.1 is left/,
  );
  const { rows: small } = await payBatch(client, [{ amount: "1.00" }, { amount: "1.00" }]);
  assert.deepEqual(small.map(({ status }) => status).toSorted(), ["REJECTED", "SUCCESS"]);
});

test("a batch of keys that may only draft waits as a whole, and its rows wait with it", async () => {
  const client = await makeTwoSources(stage);
  await limit(client, { scope: "draft" });
  const { organizationId, merchantId } = client.merchant;
  const { asha } = await makeMembers(world.ctx, organizationId, { asha: "approver" });
  await world.look("update access.member set password_hash = '$argon2id$x' where member_id = $1", [asha]);
  const { rows } = await payBatch(client, [{}, {}]);
  assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(["APPROVAL_PENDING"]));
  assert.deepEqual(await paidFrom(client), []);
  const waiting = await world.look<{ kind: string }>(
    "select subject_kind as kind from approvals.request where merchant_id = $1 and status = 'pending'",
    [merchantId],
  );
  assert.deepEqual(
    waiting.map(({ kind }) => kind),
    ["batch"],
  );
});

test("a link is paid from an account that its keys may use, and its keys' limit of the day holds for it", async () => {
  const client = await makeTwoSources(stage);
  const { token } = await makeCashgram(client);
  await limit(client, { fundSourceIds: ["BANK_1"] });
  await redeemCashgram(client, token);
  await runtimeOf(world.ctx).idle();
  assert.deepEqual(await paidFrom(client), ["BANK_1"]);
  await limit(client, { dayLimitPaise: 5_00n });
  const beyond = await makeCashgram(client);
  await redeemCashgram(client, beyond.token).catch(() => undefined);
  await runtimeOf(world.ctx).idle();
  assert.deepEqual(await paidFrom(client), ["BANK_1"]);
});
