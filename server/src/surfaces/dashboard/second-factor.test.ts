/** In live, members who may do more than prepare and see need a second factor before anything is shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addMember,
  askToResetFactors,
  completeFactorResets,
  createMerchant,
  decideFactorReset,
  ROLES,
  saveRole,
  startKeepingFactors,
  type Grants,
  type Role,
} from "#access";
import { isDownload } from "#http";
import { makeAuthenticatorApp } from "#test/authenticator-app";
import { makeDashboard, type Browser } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { HOLDS, permissionFor } from "#test/role-table";
import { makeWorld } from "#test/world";
import { operations } from "./index.ts";

const world = await makeWorld();
const dashboard = makeDashboard(world);
const { makeOffice, order, approve } = openFourEyes(world);
const { organizationId, merchantId: sandbox } = await world.makeMerchant();
const { merchantId: live } = await createMerchant(world.ctx, { organizationId, name: "Live", mode: "live" });

let made = 0;

/** Logs in a member who has no second factor yet. */
async function logIn(grant: Grants, of = organizationId): Promise<Browser> {
  made += 1;
  const email = `factors${made}@example.com`;
  const member = { organizationId: of, email, name: `Member ${made}`, grant, by: "system" } as const;
  return dashboard.logInAs((await addMember(world.ctx, member)).memberId);
}

const asked = operations.filter(
  ({ output }) => !(isDownload(output) && output.download.includes("text/event-stream")),
);

/** Returns the operations on this merchant and the organization that are refused until there is a second factor. */
async function refusedTo({ token }: Browser, merchantId: string): Promise<string[]> {
  const refused: string[] = [];
  for (const { name, method, path, access } of asked) {
    if (access === "open" || name === "logOut") continue;
    const headers = {
      origin: "http://localhost:8080",
      "x-vitaran-dashboard": "1",
      cookie: `__Host-vitaran_session=${token}`,
    };
    const url = `/api${path.replaceAll(/\{\w+\}/g, merchantId)}`;
    const { status, body } = await dashboard.send({ method, url, headers });
    if (status === 403 && body.error.code === "second_factor_required") refused.push(name);
  }
  return refused.sort();
}

/** Returns all operations on a merchant or the organization that the permissions allow. */
const allOf = (holds: readonly string[], access: "merchant" | "session"): string[] =>
  asked
    .filter((operation) => operation.access === access)
    .map(({ name }) => name)
    .filter((name) => {
      const permission = permissionFor(name);
      if (permission === null) return access === "merchant";
      return permission !== undefined && holds.includes(permission);
    });

const COMPULSORY: Readonly<Record<Role, boolean>> = {
  owner: true,
  admin: true,
  approver: true,
  developer: true,
  initiator: false,
  viewer: false,
};

for (const [role, isCompulsory] of Object.entries(COMPULSORY) as [Role, boolean][]) {
  test(`${role}: ${isCompulsory ? "nothing of live" : "live works"} without a second factor`, async () => {
    const member = await logIn({ role });
    const all = [...allOf(HOLDS[role], "merchant"), ...allOf(HOLDS[role], "session")].sort();
    assert.deepEqual(await refusedTo(member, live), isCompulsory ? all : []);
    const session = await member.ask("getSession");
    const required = Object.fromEntries(
      session.merchants.map(({ mode, secondFactorRequired }: Record<string, unknown>) => [
        mode,
        secondFactorRequired,
      ]),
    );
    assert.deepEqual(required, { live: isCompulsory, sandbox: false });
    await dashboard.giveFactor(member.memberId);
    assert.deepEqual(await refusedTo(member, live), []);
  });
}

test("the sandbox is open without a second factor, and so is one's own account", async () => {
  const owner = await logIn({ role: "owner" });
  assert.deepEqual(await refusedTo(owner, sandbox), allOf(HOLDS.owner, "session").sort());
  await owner.ask("readSecurity");
  await owner.ask("setUpAuthenticator");
  const { organizationId: other } = await world.makeMerchant();
  assert.deepEqual(await refusedTo(await logIn({ role: "owner" }, other), sandbox), []);
});

test("rights count, not names: each permission alone, and roles of the organization's own", async () => {
  const free = ["access_transfers", "initiate_quick_transfer", "initiate_bulk_transfer", "export_data"];
  for (const permission of ROLES.owner) {
    const member = await logIn({ sandbox: { permissions: [] }, live: { permissions: [permission] } });
    const [{ secondFactorRequired }] = (await member.ask("getSession")).merchants;
    assert.equal(secondFactorRequired, !free.includes(permission), permission);
  }
  const permissions = ["access_transfers", "approve_bulk_transfer"] as const;
  const role = { name: "Second signature", permissions, by: "system" } as const;
  const { roleId } = await saveRole(world.ctx, organizationId, role);
  const { code } = (await (await logIn({ roleId })).call("listFundSources", { merchantId: live })).body.error;
  assert.equal(code, "second_factor_required");
});

test("an organization may ask it of everyone, in the sandbox too, and the change is recorded", async () => {
  const { organizationId: own, merchantId } = await world.makeMerchant();
  const owner = await logIn({ role: "owner" }, own);
  const viewer = await logIn({ role: "viewer" }, own);
  await viewer.ask("listFundSources", { merchantId });
  assert.equal(
    (await viewer.call("setSecondFactorPolicy", { forAll: true })).body.error.code,
    "not_permitted",
  );
  await owner.ask("setSecondFactorPolicy", { forAll: true });
  for (const member of [viewer, owner]) {
    const { code } = (await member.call("listFundSources", { merchantId })).body.error;
    assert.equal(code, "second_factor_required");
  }
  await dashboard.giveFactor(owner.memberId);
  await owner.ask("setSecondFactorPolicy", { forAll: false });
  await viewer.ask("listFundSources", { merchantId });
  const records = await world.look(
    `select detail from audit.record
     where merchant_id = $1 and action = 'access.second_factor_policy_set'
     order by seq`,
    [own],
  );
  assert.deepEqual(records, [{ detail: { forAll: true } }, { detail: { forAll: false } }]);
});

test("the last second factor stays while it is compulsory", async () => {
  const remove = async (member: Browser): Promise<string | null> => {
    const [{ passkeyId }] = (await member.ask("readSecurity")).passkeys;
    return (await member.call("removePasskey", { passkeyId })).body?.error?.code ?? null;
  };
  const approver = await dashboard.logIn(organizationId, "approver");
  assert.equal(await remove(approver), "factor_compulsory");
  await dashboard.giveFactor(approver.memberId);
  assert.equal(await remove(approver), null);
  assert.equal(await remove(approver), "factor_compulsory");
  assert.equal(await remove(await dashboard.logIn(organizationId, "viewer")), null);
  const { organizationId: own } = await world.makeMerchant();
  const owner = await logIn({ role: "owner" }, own);
  await dashboard.giveFactor(owner.memberId);
  await owner.ask("setSecondFactorPolicy", { forAll: true });
  assert.equal(await remove(owner), "factor_compulsory");
  await owner.ask("setSecondFactorPolicy", { forAll: false });
  assert.equal(await remove(owner), null);
});

/** Makes a member whose second factors are about to be removed, with the ticket of the link that stops it. */
async function makeLosing() {
  const member = await logIn({ role: "initiator" });
  const { memberId } = member;
  await dashboard.giveFactor(memberId);
  const [asker, other] = [await logIn({ role: "owner" }), await logIn({ role: "owner" })];
  const { resetId } = await askToResetFactors(world.ctx, organizationId, {
    memberId,
    by: `member:${asker.memberId}`,
  });
  const agreed = { resetId, agree: true, by: `member:${other.memberId}` } as const;
  await decideFactorReset(world.ctx, organizationId, agreed);
  const isGoingOn = async () =>
    (
      await world.look(
        "select from access.factor_reset where organization_id = $1 and member_id = $2 and outcome is null",
        [organizationId, memberId],
      )
    ).length > 0;
  return { member, ticket: await startKeepingFactors(world.ctx, memberId), isGoingOn };
}

test("the e-mailed link that keeps second factors works once, in any browser, and by a press alone", async () => {
  const { ticket, isGoingOn } = await makeLosing();
  const headers = { origin: "http://localhost:8080", "x-vitaran-dashboard": "1" };
  for (const path of ["/api/entry/keep-factors", "/keep-factors"]) {
    const { status } = await dashboard.send({ method: "GET", url: `${path}?ticket=${ticket}`, headers });
    assert.ok(status >= 400, path);
  }
  const { status: forged } = await dashboard.send({
    method: "POST",
    url: "/api/entry/keep-factors",
    headers: { origin: "https://elsewhere.example", "content-type": "application/json" },
    payload: Buffer.from(JSON.stringify({ ticket })),
  });
  assert.equal(forged, 403);
  assert.equal(await isGoingOn(), true, "a program that opens the link stops nothing");
  const other = await logIn({ role: "viewer" });
  assert.equal((await other.call("keepFactorsByLink", { ticket })).status, 200, "another member's browser");
  assert.equal(await isGoingOn(), false);
  const again = await dashboard.stranger.call("keepFactorsByLink", { ticket });
  assert.deepEqual([again.status, again.body.error.code], [410, "ticket_invalid"]);
});

test("a link to keep second factors that is old, another's or made up stops nothing", async () => {
  const { member, ticket: first, isGoingOn } = await makeLosing();
  const { ticket: anothers } = await makeLosing();
  const old = await startKeepingFactors(world.ctx, member.memberId);
  await world.look(
    `update access.ticket
     set created_at = created_at - interval '8 days', expires_at = expires_at - interval '8 days'
     where member_id = $1`,
    [member.memberId],
  );
  for (const ticket of [first, anothers, old, "A".repeat(43)]) {
    const { status, body } = await dashboard.stranger.call("keepFactorsByLink", { ticket });
    if (ticket !== anothers) assert.deepEqual([status, body.error?.code], [410, "ticket_invalid"], ticket);
  }
  assert.equal(await isGoingOn(), true);
});

test("a later link to keep second factors ends no earlier one, and a member asks for five resets an hour", async () => {
  const { member, ticket: first, isGoingOn } = await makeLosing();
  await startKeepingFactors(world.ctx, member.memberId);
  assert.equal((await dashboard.stranger.call("keepFactorsByLink", { ticket: first })).status, 200);
  assert.equal(await isGoingOn(), false);
  const asker = await logIn({ role: "owner" });
  await dashboard.giveFactor(asker.memberId);
  const ask = async () => (await asker.call("askFactorReset", { memberId: member.memberId })).status;
  const statuses = [];
  for (let time = 0; time < 6; time += 1) statuses.push(await ask());
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
});

test("who had a second factor removed is tied to its member for a day, and again by the first new one", async () => {
  const people = { owner: "owner", admin: "admin", asha: "approver", vik: "initiator" } as const;
  const { merchantId, organizationId, browsers } = await makeOffice(people);
  const { owner, admin, asha, vik } = browsers;
  const { resetId } = await admin!.ask("askFactorReset", { memberId: asha!.memberId });
  await owner!.ask("decideFactorReset", { resetId, agree: true });
  const pass = (hours: number) =>
    world.look(
      `with due as (
         update access.factor_reset set due_at = due_at - make_interval(hours => $2) where organization_id = $1
       )
       update access.influence set at = at - make_interval(hours => $2) where organization_id = $1`,
      [organizationId, hours],
    );
  await pass(25);
  await completeFactorResets(world.ctx, organizationId);
  const enter = async (): Promise<Browser> => dashboard.logInAs(asha!.memberId);
  const decideAs = async (by: Browser, who: Browser) => {
    await order(by, merchantId, "450000.00");
    return approve(who, merchantId, "transfer");
  };
  await dashboard.giveFactor(asha!.memberId);
  assert.equal(await decideAs(admin!, await enter()), "too_close", "the removal was not a day ago");
  await pass(25);
  assert.equal(await decideAs(owner!, await enter()), "approved");
  // Waiting before logging in as the member does not help.
  await world.look("delete from access.passkey where member_id = $1", [asha!.memberId]);
  const bare = await enter();
  const { secret } = await bare.ask("setUpAuthenticator");
  await bare.ask("confirmAuthenticator", { code: makeAuthenticatorApp(secret)() });
  assert.equal(await decideAs(admin!, bare), "too_close");
  assert.equal(await decideAs(vik!, bare), "approved", "what others ask for is not concerned");
});
