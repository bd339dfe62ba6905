/** Organizations without a second person: a change that needs one is made after a day, unless one has come by then. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { disableMember, saveRole, setPermissions, type Grant, type Role } from "#access";
import { addOnlookers, makeMembers } from "#test/make-members";
import { makeWorld } from "#test/world";
import { level, policy } from "./test/office.ts";
import {
  completeKeyReset,
  decideRequests,
  GUARDS,
  listPolicies,
  registerGuardApprovals,
  requestKeyReset,
  requestPolicies,
  setPolicies,
  showPending,
  showRequest,
  workApprovals,
  type Level,
} from "./index.ts";

const world = await makeWorld();
const { ctx } = world;
registerGuardApprovals();
const another = policy([level(1, { permission: "approve_changes" })]);

/** A sandbox that asks another person, with an Owner and the named members. */
async function makeGuarded() {
  const merchant = await world.makeMerchant();
  const { merchantId, organizationId } = merchant;
  for (const subjectKind of GUARDS)
    await setPolicies(ctx, merchantId, { subjectKind, policies: [another], by: "system" });
  const { owner } = await makeMembers(ctx, organizationId, { owner: "owner" });
  await join(organizationId);
  const by = `member:${owner}` as const;
  const loosen = () => requestPolicies(ctx, merchantId, { subjectKind: "transfer", policies: [], by });
  const version = async (): Promise<number> => {
    const sets = await listPolicies(ctx, merchantId);
    return sets.find(({ subjectKind }) => subjectKind === "transfer")!.version;
  };
  return { ...merchant, by, loosen, version };
}

/** Lets invited members join, because a member who is only invited cannot be asked. */
const join = (organizationId: string) =>
  world.look("update access.member set password_hash = '$argon2id$x' where organization_id = $1", [
    organizationId,
  ]);

/** Lets a member approve a request and returns the outcome. */
async function decide(merchantId: string, memberId: string, requestId: string): Promise<string> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const { contentHash } = (await showRequest(tx, { requestId, by: "system" }))!;
    const decision = { request: { requestId }, memberId, verdict: "approve", contentHash } as const;
    const [outcome] = await decideRequests(tx, [decision]);
    return outcome!.kind === "refused" ? outcome!.code : outcome!.kind;
  });
}

/** A second person who has joined. */
async function addAdmin(organizationId: string): Promise<string> {
  const { asha } = await makeMembers(ctx, organizationId, { asha: "admin" });
  await join(organizationId);
  return asha;
}

const advance = (merchantId: string, hours: number) =>
  world.look(
    `insert into lib.merchant_clock as clock (merchant_id, offset_ms)
     values ($1, $2)
     on conflict (merchant_id) do update set offset_ms = clock.offset_ms + excluded.offset_ms`,
    [merchantId, hours * 3_600_000],
  );

test("an Owner who is alone waits a day, and it is done", async () => {
  const { merchantId, loosen, version } = await makeGuarded();
  const asked = await loosen();
  assert.ok(asked.kind === "pending" && asked.aloneUntil !== null);
  await advance(merchantId, 23);
  await workApprovals(ctx, merchantId);
  assert.equal(await version(), 0);
  await advance(merchantId, 2);
  await workApprovals(ctx, merchantId);
  assert.equal(await version(), 1);
  const records = await world.look<{ action: string }>(
    "select action from audit.record where merchant_id = $1",
    [merchantId],
  );
  assert.ok(records.some(({ action }) => action === "approvals.done_alone"));
});

test("an Owner who is alone resets the keys after a day", async () => {
  const { merchantId, by } = await makeGuarded();
  const asked = await requestKeyReset(ctx, merchantId, { by });
  assert.ok(asked.kind === "pending");
  const { requestId } = asked;
  await advance(merchantId, 25);
  await workApprovals(ctx, merchantId);
  assert.equal(typeof (await completeKeyReset(ctx, merchantId, { requestId, by })).clientSecret, "string");
});

test("with a second person, or as no Owner, one waits for that person however long", async () => {
  const { merchantId, organizationId, loosen, version } = await makeGuarded();
  const asha = await addAdmin(organizationId);
  const asked = await loosen();
  assert.ok(asked.kind === "pending" && asked.aloneUntil === null);
  const wanted = { subjectKind: "batch", policies: [], by: `member:${asha}` } as const;
  const ofAdmin = await requestPolicies(ctx, merchantId, wanted);
  assert.ok(ofAdmin.kind === "pending" && ofAdmin.aloneUntil === null);
  await advance(merchantId, 30);
  await workApprovals(ctx, merchantId);
  assert.equal(await version(), 0);
});

test("a second person who has come in the meantime decides", async () => {
  const { merchantId, organizationId, loosen, version } = await makeGuarded();
  await loosen();
  await addAdmin(organizationId);
  await advance(merchantId, 25);
  await workApprovals(ctx, merchantId);
  assert.equal(await version(), 0);
});

test("who has disabled the others is not alone for a week", async () => {
  const { merchantId, organizationId, loosen, version, by } = await makeGuarded();
  await disableMember(ctx, organizationId, { memberId: await addAdmin(organizationId), by });
  const asked = await loosen();
  assert.ok(asked.kind === "pending" && asked.aloneUntil === null);
  await advance(merchantId, 48);
  await workApprovals(ctx, merchantId);
  assert.equal(await version(), 0);
});

test("an Owner who has disabled a member who could decide nothing is alone as before", async () => {
  const { organizationId, by, loosen } = await makeGuarded();
  const { dev } = await makeMembers(ctx, organizationId, { dev: "developer" });
  await join(organizationId);
  await disableMember(ctx, organizationId, { memberId: dev, by });
  const asked = await loosen();
  assert.ok(asked.kind === "pending" && asked.aloneUntil !== null);
});

test("who has taken a power from a role that the others have is not alone either", async () => {
  const { merchantId, organizationId, loosen, version, by } = await makeGuarded();
  const memberId = await addAdmin(organizationId);
  const role = { name: "Deputies", permissions: ["access_transfers", "approve_changes"] } as const;
  const { roleId } = await saveRole(ctx, organizationId, { ...role, by: "system" });
  await setPermissions(ctx, organizationId, { memberId, grant: { roleId }, by: "system" });
  await saveRole(ctx, organizationId, { roleId, name: role.name, permissions: ["access_transfers"], by });
  const asked = await loosen();
  assert.ok(asked.kind === "pending" && asked.aloneUntil === null);
  await advance(merchantId, 48);
  await workApprovals(ctx, merchantId);
  assert.equal(await version(), 0);
});

test("an Owner whose helper has disabled the others is not alone either", async () => {
  const { organizationId, loosen } = await makeGuarded();
  const memberId = await addAdmin(organizationId);
  const { helper } = await makeMembers(ctx, organizationId, { helper: "admin" });
  const grant = { permissions: ["manage_members"] } as const;
  await disableMember(ctx, organizationId, { memberId, by: `member:${helper}` });
  await setPermissions(ctx, organizationId, { memberId: helper, grant, by: "system" });
  const asked = await loosen();
  assert.ok(asked.kind === "pending" && asked.aloneUntil === null);
});

test("hundreds of members who only look hide no one who approves", async () => {
  const { merchantId, organizationId, loosen } = await makeGuarded();
  const { zubin } = await makeMembers(ctx, organizationId, { zubin: "admin" });
  await addOnlookers(world, organizationId);
  await join(organizationId);
  const asked = await loosen();
  assert.ok(asked.kind === "pending" && asked.aloneUntil === null);
  const [request] = await ctx.db.inMerchant(merchantId, (tx) =>
    showPending(tx, { by: `member:${zubin}`, limit: 10 }),
  );
  assert.deepEqual([request?.turn, request?.approvers], ["now", [zubin]]);
});

test("a policy that names its only Owner makes no one alone: another member who approves is asked", async () => {
  const byOwner = { permission: "own_organization" } as const;
  const byName = (owner: string) => ({ permission: "approve_changes", memberIds: [owner] }) as const;
  const custom: Grant = { permissions: ["access_transfers", "approve_bulk_transfer"] };
  const scenes: [string, (owner: string) => Partial<Level>, Role | Grant][] = [
    ["a level of Owners", () => byOwner, "admin"],
    ["a level that names the Owner", byName, "admin"],
    ["a level of Owners, and a member who only approves payments", () => byOwner, "approver"],
    ["the usual level, and a member who approves batches by a custom grant", () => ({}), custom],
  ];
  for (const [what, asks, grant] of scenes) {
    const { merchantId, organizationId, by, loosen, version } = await makeGuarded();
    const { asha } = await makeMembers(ctx, organizationId, { asha: grant });
    await join(organizationId);
    const one = level(1, { permission: "approve_changes", ...asks(by.slice("member:".length)) });
    await setPolicies(ctx, merchantId, { subjectKind: "policy", policies: [policy([one])], by: "system" });
    const asked = await loosen();
    assert.ok(asked.kind === "pending" && asked.aloneUntil === null, what);
    await advance(merchantId, 48);
    await workApprovals(ctx, merchantId);
    assert.equal(await version(), 0, what);
    const ofOwner = await decide(merchantId, by.slice("member:".length), asked.requestId);
    assert.deepEqual(ofOwner, "own_request", what);
    assert.equal(await decide(merchantId, asha, asked.requestId), "approved", what);
    assert.equal(await version(), 1, what);
  }
});

test("who has come since then decides instead, also where the policy names the Owner", async () => {
  const { merchantId, organizationId, loosen, version } = await makeGuarded();
  const policies = [policy([level(1, { permission: "own_organization" })])];
  await setPolicies(ctx, merchantId, { subjectKind: "policy", policies, by: "system" });
  const asked = await loosen();
  assert.ok(asked.kind === "pending" && asked.aloneUntil !== null);
  const asha = await addAdmin(organizationId);
  await advance(merchantId, 25);
  await workApprovals(ctx, merchantId);
  assert.equal(await version(), 0);
  assert.equal(await decide(merchantId, asha, asked.requestId), "approved");
});

test("who has disabled another Owner, or made it less, is not alone at any time", async () => {
  const ways = {
    disabled: (organizationId: string, memberId: string, by: `member:${string}`) =>
      disableMember(ctx, organizationId, { memberId, by }),
    reduced: (organizationId: string, memberId: string, by: `member:${string}`) =>
      setPermissions(ctx, organizationId, { memberId, grant: { role: "viewer" }, by }),
  };
  for (const [way, take] of Object.entries(ways)) {
    const { organizationId, loosen, by } = await makeGuarded();
    const { two } = await makeMembers(ctx, organizationId, { two: "owner" });
    await join(organizationId);
    await take(organizationId, two, by);
    await world.look("update access.influence set at = at - interval '1 year' where organization_id = $1", [
      organizationId,
    ]);
    const asked = await loosen();
    assert.ok(asked.kind === "pending" && asked.aloneUntil === null, way);
  }
});

test("live merchants have these policies before anyone sets them", async () => {
  const { merchantId } = await world.makeMerchant({ mode: "live" });
  const sets = await listPolicies(ctx, merchantId);
  const guarded = sets.filter(({ policies }) => policies.length > 0).map(({ subjectKind }) => subjectKind);
  assert.deepEqual(guarded.toSorted(), [...GUARDS].toSorted());
});
