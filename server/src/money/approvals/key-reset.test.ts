import assert from "node:assert/strict";
import { test } from "node:test";
import { AccessError, authorize, disableMember, resetApiClient } from "#access";
import { makeMembers } from "#test/make-members";
import { makeWorld } from "#test/world";
import { level, makeOffice, policy } from "./test/office.ts";
import { ApprovalError, completeKeyReset, decideRequests, requestKeyReset, setPolicies } from "./index.ts";

const world = await makeWorld();
const ip = "203.0.113.7";

async function makeKeyOffice() {
  const office = await makeOffice(world.ctx);
  const { second } = await makeMembers(world.ctx, office.organizationId, { second: "admin" });
  const { merchantId } = office;
  const policies = [policy([level(1, { permission: "approve_changes" })])];
  await setPolicies(world.ctx, merchantId, { subjectKind: "key_reset", policies, by: "system" });
  const approve = async (requestId: string) => {
    const [outcome] = await office.inside(async (tx) => {
      const [row] = await tx.query<{ hash: Buffer }>(
        "select content_hash as hash from approvals.request where merchant_id = $1 and request_id = $2",
        [merchantId, requestId],
      );
      const decision = { request: { requestId }, memberId: second, verdict: "approve" } as const;
      return decideRequests(tx, [{ ...decision, contentHash: row!.hash }]);
    });
    return outcome!.kind;
  };
  return { ...office, second, approve, by: office.as("admin") };
}

const fails = (code: keyof typeof ApprovalError.texts) => (error: unknown) => ApprovalError.is(error, code);

async function ask(merchantId: string, by: `member:${string}`): Promise<string> {
  const asked = await requestKeyReset(world.ctx, merchantId, { by });
  assert.ok(asked.kind === "pending");
  return asked.requestId;
}

test("without a policy a key is reset at once, by anyone who may manage keys", async () => {
  const office = await makeOffice(world.ctx);
  const { ctx } = world;
  const refused = requestKeyReset(ctx, office.merchantId, { by: office.as("asha") });
  await assert.rejects(refused, (error) => AccessError.is(error, "not_permitted"));
  const reset = await requestKeyReset(ctx, office.merchantId, { by: office.as("admin") });
  assert.ok(reset.kind === "reset");
  await authorize(ctx, { ...reset.keys, ip });
  const old = authorize(ctx, { ...office.client, ip });
  await assert.rejects(old, (error) => AccessError.is(error, "bad_credentials"));
});

test("with a policy the old secret works until the reset is approved and done, once, by who asked", async () => {
  const { merchantId, by, second, approve, client } = await makeKeyOffice();
  const { ctx } = world;
  const requestId = await ask(merchantId, by as `member:${string}`);
  await assert.rejects(requestKeyReset(ctx, merchantId, { by }), fails("already_open"));
  await assert.rejects(completeKeyReset(ctx, merchantId, { requestId, by }), fails("not_approved"));
  assert.equal(await approve(requestId), "approved");
  await authorize(ctx, { ...client, ip });
  const notTheMaker = completeKeyReset(ctx, merchantId, { requestId, by: `member:${second}` });
  await assert.rejects(notTheMaker, fails("not_the_maker"));
  const keys = await completeKeyReset(ctx, merchantId, { requestId, by });
  await authorize(ctx, { ...keys, ip });
  await assert.rejects(authorize(ctx, { ...client, ip }), (error) =>
    AccessError.is(error, "bad_credentials"),
  );
  await assert.rejects(completeKeyReset(ctx, merchantId, { requestId, by }), fails("already_released"));
});

test("an approval ends the secret of its time: after another reset, or without its approver, not", async () => {
  const { merchantId, organizationId, by, second, approve } = await makeKeyOffice();
  const { ctx } = world;
  const first = await ask(merchantId, by as `member:${string}`);
  await approve(first);
  await resetApiClient(ctx, merchantId);
  const stale = completeKeyReset(ctx, merchantId, { requestId: first, by });
  await assert.rejects(stale, fails("content_changed"));
  const next = await ask(merchantId, by as `member:${string}`);
  await approve(next);
  await disableMember(ctx, organizationId, { memberId: second, by: "system" });
  const lapsed = completeKeyReset(ctx, merchantId, { requestId: next, by });
  await assert.rejects(lapsed, fails("approvals_lapsed"));
});
