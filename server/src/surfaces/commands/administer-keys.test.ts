import assert from "node:assert/strict";
import { test } from "node:test";
import { AccessError, authorize } from "#access";
import { parsePolicies, setPolicies } from "#approvals";
import { makeMembers } from "#test/make-members";
import { makeWorld, type TestMerchant } from "#test/world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld();
const { ctx } = world;
const { run, fail } = makeOperator(world);
const ip = "203.0.113.7";

interface Keys {
  readonly clientId: string;
  readonly clientSecret: string;
}

async function assertWorks({ clientId, clientSecret }: Keys): Promise<void> {
  await authorize(ctx, { clientId, clientSecret, ip });
}

async function assertWorksNoMore({ clientId, clientSecret }: Keys): Promise<void> {
  const old = authorize(ctx, { clientId, clientSecret, ip });
  await assert.rejects(old, (error) => AccessError.is(error, "bad_credentials"));
}

/** Makes a merchant whose key reset requires two people. */
async function makeGuarded(): Promise<TestMerchant & Record<"asha" | "vikram", string>> {
  const made = await world.makeMerchant();
  const { organizationId, merchantId } = made;
  const members = await makeMembers(ctx, organizationId, { asha: "admin", vikram: "admin" });
  const policies = parsePolicies([{ name: "Keys", levels: [{ approvers: 1 }] }], "key_reset");
  await setPolicies(ctx, merchantId, { subjectKind: "key_reset", policies, by: "system" });
  return { ...made, ...members };
}

test("without a policy a secret is reset at once", async () => {
  const made = await world.makeMerchant();
  const keys = await run<Keys>("reset-client", { merchant: made.merchantId });
  await assertWorks(keys);
  await assertWorksNoMore(made);
});

test("with a policy a reset waits until another member agrees, and who asked completes it once", async () => {
  const made = await makeGuarded();
  const { merchantId: merchant, asha: member } = made;
  assert.match(await fail("reset-client", { merchant }), /--member is missing: a policy asks/);
  const asked = await run<Record<string, unknown>>("reset-client", { merchant, member });
  assert.equal(asked.waitsForApproval, true);
  const done = { merchant, request: asked.requestId as string, member };
  assert.match(await fail("complete-key-reset", done), /has not been approved/);
  await assertWorks(made);

  const [waiting] = await run<{ requestId: string; contentHash: string }[]>("list-approvals", { merchant });
  assert.equal(waiting!.requestId, done.request);
  const content = waiting!.contentHash;
  const [approver] = await world.look<{ email: string }>(
    "select email from access.member where member_id = $1",
    [made.vikram],
  );
  await run("approve", { merchant, request: done.request, member: approver!.email, content });
  assert.match(await fail("complete-key-reset", { ...done, member: made.vikram }), /only who made a request/);
  await assertWorks(made);
  const keys = await run<Keys>("complete-key-reset", done);
  await assertWorks(keys);
  await assertWorksNoMore(made);
  assert.match(await fail("complete-key-reset", done), /has been done already/);
});

test("in an emergency a secret is reset whatever the policies say, with the reason in the audit trail", async () => {
  const made = await makeGuarded();
  const { merchantId: merchant, asha: member } = made;
  const together = /--emergency and --because can only be used together/;
  assert.match(await fail("reset-client", { merchant, emergency: true }), together);
  assert.match(await fail("reset-client", { merchant, because: "stolen laptop" }), together);
  assert.match(await fail("reset-client", { merchant, emergency: true, because: " " }), together);
  await assertWorks(made);
  const asked = await run<{ requestId: string }>("reset-client", { merchant, member });
  const keys = await run<Keys>("reset-client", { merchant, emergency: true, because: "stolen laptop" });
  await assertWorks(keys);
  await assertWorksNoMore(made);
  const [audited] = await world.look<{ actor: string; because: string }>(
    `select actor, detail ->> 'because' as because from audit.record
     where merchant_id = $1 and action = 'access.api_client_reset'`,
    [merchant],
  );
  assert.deepEqual(audited, { actor: "system", because: "stolen laptop" });
  // The earlier request concerns the secret that is no longer valid.
  const late = { merchant, request: asked.requestId, member };
  assert.match(await fail("complete-key-reset", late), /not been approved|not what was shown/);
  // It also blocks nothing: a new request can be made at once.
  const again = await run<Record<string, unknown>>("reset-client", { merchant, member });
  assert.equal(again.waitsForApproval, true);
});
