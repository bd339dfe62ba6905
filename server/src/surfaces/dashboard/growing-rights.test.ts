/** Ways in which a member could give more rights to a second address of their own in live. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMember, createMerchant, saveRole, setPermissions } from "#access";
import { askAtOpening, withGuards, workApprovals } from "#approvals";
import { makeMembers } from "#test/make-members";
import type { Browser, Json } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { dashboard, makeOffice, setFor, order, queueOf, approve, invitePuppet } = openFourEyes(world);

const PAYERS = ["access_transfers", "initiate_quick_transfer", "approve_quick_transfer"] as const;

test("every way to more rights waits: a role that grows, another role, a member that is enabled again", async () => {
  const { merchantId, browsers } = await makeOffice({
    admin: "admin",
    owner: "owner",
    vik: "viewer",
    asha: "approver",
  });
  const { admin, owner, vik, asha } = browsers;
  const permissionsOf = async ({ memberId }: Browser): Promise<string[]> => {
    const { items } = await owner!.ask("listMembers");
    return items.find((one: Json) => one.memberId === memberId).live.permissions;
  };
  // The member gets another role.
  const given = await admin!.ask("updatePermissions", {
    memberId: vik!.memberId,
    grant: { role: "approver" },
  });
  assert.deepEqual([given.asked.length, await permissionsOf(vik!)], [1, []]);
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  assert.equal((await permissionsOf(vik!)).length, 4);
  // A role that was harmless when it was given gets more permissions.
  const { roleId } = await admin!.ask("makeRole", { name: "Readers", permissions: ["access_transfers"] });
  await admin!.ask("updatePermissions", { memberId: vik!.memberId, grant: { roleId } });
  assert.deepEqual(await permissionsOf(vik!), ["access_transfers"]);
  const permissions = ["access_transfers", "approve_quick_transfer"];
  const grown = await admin!.ask("changeRole", { roleId, name: "Readers", permissions });
  assert.deepEqual([grown.asked.length, await permissionsOf(vik!)], [1, ["access_transfers"]]);
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  assert.deepEqual(await permissionsOf(vik!), permissions);
  // A disabled member is enabled again.
  await admin!.ask("disableMember", { memberId: asha!.memberId });
  const enabled = await admin!.ask("enableMember", { memberId: asha!.memberId });
  assert.deepEqual([enabled.active, enabled.asked.length, await permissionsOf(asha!)], [true, 1, []]);
  // A change that takes rights away needs no approval, and ends the request that waited.
  await admin!.ask("updatePermissions", { memberId: asha!.memberId, grant: { role: "viewer" } });
  assert.deepEqual(await queueOf(owner!, merchantId, "rights"), []);
});

test("rights wait for all that the policies of any live merchant of the organization ask for", async () => {
  const people = { owner: "owner", admin: "admin", asha: "admin", ravi: "admin", vik: "viewer" } as const;
  const { merchant, merchantId, organizationId, browsers } = await makeOffice(people);
  const { owner, admin, asha, ravi, vik } = browsers;
  const second = await createMerchant(world.ctx, { organizationId, name: "Second", mode: "live" });
  const levels = [{ approvers: 1, members: [owner!.memberId] }, { approvers: 1 }];
  await setFor({ ...merchant, ...second }, "rights", [{ name: "The Owner and another", levels }]);
  const askRight = () =>
    admin!.ask("updatePermissions", { memberId: vik!.memberId, grant: { role: "approver" } });
  const askRole = () => admin!.ask("makeRole", { name: "Payers", permissions: [...PAYERS] });
  for (const ask of [askRight, askRole]) {
    const { asked } = await ask();
    assert.equal(asked.length, 1);
    const [waiting] = await queueOf(owner!, merchantId, "rights");
    assert.equal(waiting!.policy, "Another person agrees, The Owner and another");
    const approvals = [];
    for (const who of [asha!, ravi!, owner!]) approvals.push(await approve(who, merchantId, "rights"));
    assert.deepEqual(approvals, ["pending", "not_your_turn", "approved"]);
  }
});

test("rights that a member asked for are not given after the member may no longer manage members or keys", async () => {
  const people = { admin: "admin", owner: "owner", vik: "viewer", lee: "viewer" } as const;
  const { merchantId, organizationId, browsers } = await makeOffice(people);
  const { admin, owner, vik, lee } = browsers;
  const role = { name: "Readers", permissions: ["access_transfers"] };
  const { roleId } = await admin!.ask("makeRole", role);
  await admin!.ask("updatePermissions", { memberId: lee!.memberId, grant: { roleId } });
  await admin!.ask("updatePermissions", { memberId: vik!.memberId, grant: { role: "approver" } });
  await admin!.ask("changeRole", { ...role, roleId, permissions: [...PAYERS] });
  for (const scope of ["read", "pay"]) await admin!.ask("changeKeyScope", { merchantId, scope });
  await setPermissions(world.ctx, organizationId, {
    memberId: admin!.memberId,
    grant: { role: "viewer" },
    by: "system",
  });
  while ((await queueOf(owner!, merchantId, "rights")).length > 0)
    assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  const { items } = await owner!.ask("listMembers");
  const held = [vik!, lee!].map(
    ({ memberId }) => items.find((one: Json) => one.memberId === memberId).live.permissions,
  );
  assert.deepEqual(held, [[], ["access_transfers"]]);
  assert.equal((await owner!.ask("getApiKeys", { merchantId })).keys.scope, "read");
  const without = await world.look(
    "select from audit.record where merchant_id = $1 and action = 'approvals.rights_without_effect'",
    [merchantId],
  );
  assert.equal(without.length, 3);
});

test("an Admin who gives a role of approvers a new name ties none of them to itself", async () => {
  const { merchantId, organizationId, browsers } = await makeOffice({
    admin: "admin",
    meera: "viewer",
    asha: "viewer",
  });
  const { admin, meera, asha } = browsers;
  const role = { name: "Payers", permissions: [...PAYERS] };
  const { roleId } = await saveRole(world.ctx, organizationId, { ...role, by: "system" });
  for (const { memberId } of [meera!, asha!])
    await setPermissions(world.ctx, organizationId, { memberId, grant: { roleId }, by: "system" });
  await admin!.ask("changeRole", { roleId, ...role, name: "Paying team" });
  assert.equal(await order(meera!, merchantId, "450000.00"), "APPROVAL_PENDING");
  assert.equal(await approve(asha!, merchantId, "transfer"), "approved");
});

test("a role grows for the members whom the one who agreed was shown, and for no one who got it since", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner", vik: "viewer" });
  const { admin, owner, vik } = browsers;
  const { roleId } = await admin!.ask("makeRole", { name: "Readers", permissions: ["access_transfers"] });
  await admin!.ask("updatePermissions", { memberId: vik!.memberId, grant: { roleId } });
  await admin!.ask("changeRole", { roleId, name: "Readers", permissions: [...PAYERS] });
  const [asked] = await queueOf(owner!, merchantId, "rights");
  assert.deepEqual(
    asked.concerned.map((one: Json) => one.memberId),
    [vik!.memberId],
  );
  const puppet = await invitePuppet(admin!, { roleId }, "reader@example.com");
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  const { items } = await owner!.ask("listMembers");
  const ofPuppet = items.find(({ memberId }: Json) => memberId === puppet.memberId);
  assert.deepEqual(ofPuppet.live.permissions, ["access_transfers"]);
});

test("rights that were agreed to have no effect where the member was changed in the meantime", async () => {
  const { merchantId, organizationId, browsers } = await makeOffice({
    admin: "admin",
    owner: "owner",
    vik: "viewer",
  });
  const { admin, owner, vik } = browsers;
  await admin!.ask("updatePermissions", { memberId: vik!.memberId, grant: { role: "admin" } });
  await world.look("update access.member set permissions = $2 where member_id = $1", [
    vik!.memberId,
    ["view_audit_log"],
  ]);
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  const [row] = await world.look("select permissions from access.member where member_id = $1", [
    vik!.memberId,
  ]);
  assert.deepEqual(row, { permissions: ["view_audit_log"] });
  const records = await world.look<{ action: string }>(
    "select action from audit.record where merchant_id = $1",
    [merchantId],
  );
  assert.ok(
    records.some(({ action }) => action === "approvals.rights_without_effect"),
    organizationId,
  );
});

const codeOf = async (by: Browser, operation: string, input: Json): Promise<string> =>
  (await by.call(operation, input)).body.error?.code ?? "done";

test("no Admin ends what another has asked for: not unless something is taken away", async () => {
  const { merchantId, browsers } = await makeOffice({
    admin: "admin",
    owner: "owner",
    two: "owner",
    vik: "viewer",
  });
  const { admin, owner, two, vik } = browsers;
  const { memberId } = vik!;
  const waiting = async (): Promise<number> => (await queueOf(two!, merchantId, "rights")).length;
  const save = (permissions: readonly string[]) =>
    codeOf(admin!, "updatePermissions", { memberId, grant: { permissions } });
  const viewer = ["access_transfers", "export_data"];
  await owner!.ask("updatePermissions", { memberId, grant: { role: "approver" } });
  assert.equal(await save(viewer), "already_open");
  assert.equal(await save([...viewer, "view_audit_log"]), "already_open");
  assert.equal(await save([...viewer, "approve_bulk_transfer"]), "already_open");
  assert.equal(await waiting(), 1);
  // The member who made the request can replace it by another.
  await owner!.ask("updatePermissions", { memberId, grant: { role: "initiator" } });
  assert.equal(await waiting(), 1);
  assert.equal(await codeOf(admin!, "disableMember", { memberId }), "done");
  assert.equal(await waiting(), 0);

  const role = { name: "Readers", permissions: ["access_transfers"] };
  const { roleId } = await owner!.ask("makeRole", role);
  await owner!.ask("changeRole", { roleId, ...role, permissions: [...PAYERS] });
  assert.equal(await codeOf(admin!, "changeRole", { roleId, ...role, name: "Others" }), "already_open");
  assert.equal(await waiting(), 1);
  assert.equal(await approve(two!, merchantId, "rights"), "approved");

  await owner!.ask("changeKeyScope", { merchantId, scope: "draft" });
  await owner!.ask("changeKeyScope", { merchantId, scope: "pay" });
  const scope = (wanted: string) => codeOf(admin!, "changeKeyScope", { merchantId, scope: wanted });
  assert.deepEqual([await scope("draft"), await scope("pay")], ["already_open", "already_open"]);
  assert.equal(await waiting(), 1);
  assert.deepEqual([await scope("read"), await waiting()], ["done", 0]);
});

test("rights that were agreed to are given although a role of theirs can do more since, if harmless", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner", vik: "viewer" });
  const { admin, owner, vik } = browsers;
  const { roleId } = await admin!.ask("makeRole", { name: "Payers", permissions: [...PAYERS] });
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  await admin!.ask("updatePermissions", { memberId: vik!.memberId, grant: { roleId } });
  await admin!.ask("changeRole", { roleId, name: "Payers", permissions: [...PAYERS, "export_data"] });
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  const { items } = await owner!.ask("listMembers");
  const { live } = items.find(({ memberId }: Json) => memberId === vik!.memberId);
  assert.deepEqual(live.permissions, PAYERS);
});

test("a change that is on its way as the first live merchant opens waits by the rules of live", async () => {
  const { organizationId } = await world.makeMerchant();
  const { owner, vik } = await makeMembers(world.ctx, organizationId, { owner: "owner", vik: "viewer" });
  const by = `member:${owner}` as const;
  let tries = 0;
  const changed = await withGuards(world.ctx, { organizationId, by }, async ({ guards, check }) => {
    tries += 1;
    if (tries === 1) await createMerchant(world.ctx, { organizationId, name: "Live", mode: "live" });
    const grant = { role: "approver" } as const;
    const withholdIn = [...guards.keys()];
    const action = "access.member_permissions_set" as const;
    return changeMember(world.ctx, organizationId, { memberId: vik, grant, withholdIn, check, action, by });
  });
  assert.deepEqual([tries, changed.rights.live.permissions], [2, []]);
});

const LEVEL = { approvers: 1, permission: "approve_changes", members: null };
const ASKS = { from: null, to: null, rails: null, fundSources: null, creators: null, levels: [LEVEL] };
const YEAR_MINUTES = 366 * 24 * 60;

/** Reads all rights that the organization, its members and a live merchant have in live. */
const liveRights = (organizationId: string, liveId: string) =>
  world.look(
    `select organization.second_factor_for_all as "forAll", role.permissions as roles,
       (select jsonb_agg(jsonb_build_array(member_id, permissions, role_id) order by member_id)
        from access.member where member.organization_id = $1) as members,
       (select jsonb_agg(to_jsonb(policy_set) order by subject_kind, version)
        from approvals.policy_set where merchant_id = $2) as policies
     from access.organization
     left join access.role on role.organization_id = organization.organization_id
     where organization.organization_id = $1`,
    [organizationId, liveId],
  );

for (const end of ["played", "alone"] as const) {
  test(`requests of the sandbox that are ${end} after live was opened change nothing in live`, async () => {
    const { merchantId, organizationId } = await world.makeMerchant();
    if (end === "played") await dashboard.logIn(organizationId, "owner");
    const mallory = await dashboard.logIn(organizationId, end === "played" ? "admin" : "owner");
    const on = { merchantId };
    const policies = [{ name: "Asked", ...ASKS }];
    const set = (kind: string) =>
      mallory.ask("setPolicies", { ...on, kind, policies, expireAfterMinutes: YEAR_MINUTES });
    await set("rights");
    await set("policy");
    const { roleId } = await mallory.ask("makeRole", { name: "Readers", permissions: ["access_transfers"] });
    const puppet = await invitePuppet(mallory, { roleId }, `second.${end}@example.com`);
    const other = await invitePuppet(mallory, { role: "viewer" }, `third.${end}@example.com`);
    const permissions = [...PAYERS, "approve_changes"];
    await mallory.ask("changeRole", { roleId, name: "Readers", permissions });
    await mallory.ask("updatePermissions", { memberId: other.memberId, grant: { permissions } });
    await set("transfer");
    const asked = await queueOf(mallory, merchantId);
    assert.deepEqual(asked.map(({ kind }) => kind).toSorted(), ["policy", "rights", "rights"]);

    // The operator's command is stopped before it ends the requests about roles of the sandbox.
    const live = await createMerchant(world.ctx, { organizationId, name: "Live", mode: "live" });
    const before = await liveRights(organizationId, live.merchantId);
    if (end === "played") {
      for (const { requestId, contentHash } of asked)
        await mallory.ask("playApprover", { ...on, requestId, contentHash, verdict: "approve" });
    } else {
      const clock = "insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, 25 * 3600000)";
      await world.look(clock, [merchantId]);
      await workApprovals(world.ctx, merchantId);
    }
    assert.deepEqual(await queueOf(mallory, merchantId), [], "each of them has ended");
    assert.deepEqual(await liveRights(organizationId, live.merchantId), before);
    const sandbox = await world.look<{ given: string[] }>(
      "select sandbox_permissions as given from access.member where member_id = any ($1) order by 1",
      [[puppet.memberId, other.memberId]],
    );
    assert.equal(
      sandbox.filter(({ given }) => given?.includes("approve_changes")).length,
      1,
      "what is the sandbox's own is done",
    );
  });
}

test("opening live ends what the sandbox asks about roles, and no sandbox writes rights in live", async () => {
  const { merchantId, organizationId } = await world.makeMerchant();
  const { vik } = await makeMembers(world.ctx, organizationId, { vik: "viewer" });
  const owner = await dashboard.logIn(organizationId, "owner");
  const policies = [{ name: "Asked", ...ASKS }];
  const kept = { expireAfterMinutes: YEAR_MINUTES };
  await owner.ask("setPolicies", { merchantId, kind: "rights", policies, ...kept });
  const { asked } = await owner.ask("makeRole", { name: "Payers", permissions: [...PAYERS] });
  assert.equal(asked.length, 1);
  const write = () =>
    world.ctx.db.inMerchant(merchantId, (tx) =>
      tx.execute(
        "update access.member set permissions = permissions || '{manage_keys}' where member_id = $1",
        [vik],
      ),
    );
  await write();
  const live = await createMerchant(world.ctx, { organizationId, name: "Live", mode: "live" });
  await askAtOpening(world.ctx, live.merchantId, live.withheld);
  const [request] = await world.look<{ status: string; remarks: string }>(
    "select status, remarks from approvals.request where merchant_id = $1 and subject_kind = 'rights'",
    [merchantId],
  );
  assert.deepEqual(request, { status: "withdrawn", remarks: "Live was opened: ask again there." });
  await assert.rejects(write(), /a sandbox merchant changes the rights of a member in live/);
});

test("a member who sends invitations again is not tied to those invited; the one who invited them is", async () => {
  const { merchantId, organizationId, browsers } = await makeOffice({
    owner: "owner",
    asha: "admin",
    rogue: "admin",
  });
  const { owner, asha, rogue } = browsers;
  const join = async (by: Browser, email: string) => {
    const invitation = { name: "New", email, grant: { role: "viewer" } };
    const { memberId } = await by.ask("inviteMember", invitation);
    await rogue!.ask("sendInvitationAgain", { memberId });
    const grant = { role: "approver" } as const;
    await setPermissions(world.ctx, organizationId, { memberId, grant, by: "system" });
    await world.look("update access.member set email_proved = true where member_id = $1", [memberId]);
    await dashboard.giveFactor(memberId);
    return dashboard.logInAs(memberId);
  };
  const ofOwner = await join(owner!, "new.one@example.com");
  const ofAsha = await join(asha!, "new.two@example.com");
  const turnsOf = async (by: Browser) => {
    await order(by, merchantId, "450000.00");
    const turns: string[] = [];
    for (const who of [owner, asha, rogue, ofOwner, ofAsha])
      turns.push((await queueOf(who!, merchantId, "transfer")).at(-1)!.turn);
    return turns;
  };
  assert.deepEqual(await turnsOf(owner!), ["own", "now", "now", "too_close", "now"]);
  assert.deepEqual(await turnsOf(asha!), ["now", "own", "now", "now", "too_close"]);
  assert.deepEqual(await turnsOf(rogue!), ["now", "now", "own", "now", "now"]);
});
