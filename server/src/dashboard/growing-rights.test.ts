/** Ways to more rights for a second address of one's own, through members and roles of a live merchant. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { saveRole, setPermissions } from "#access";
import type { Browser, Json } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { makeOffice, order, queueOf, approve, invitePuppet } = openFourEyes(world);

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
  // Another role.
  const given = await admin!.ask("updatePermissions", {
    memberId: vik!.memberId,
    grant: { role: "approver" },
  });
  assert.deepEqual([given.asked.length, await permissionsOf(vik!)], [1, []]);
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  assert.equal((await permissionsOf(vik!)).length, 4);
  // A role that was harmless when it was given.
  const { roleId } = await admin!.ask("makeRole", { name: "Readers", permissions: ["access_transfers"] });
  await admin!.ask("updatePermissions", { memberId: vik!.memberId, grant: { roleId } });
  assert.deepEqual(await permissionsOf(vik!), ["access_transfers"]);
  const permissions = ["access_transfers", "approve_quick_transfer"];
  const grown = await admin!.ask("changeRole", { roleId, name: "Readers", permissions });
  assert.deepEqual([grown.asked.length, await permissionsOf(vik!)], [1, ["access_transfers"]]);
  assert.equal(await approve(owner!, merchantId, "rights"), "approved");
  assert.deepEqual(await permissionsOf(vik!), permissions);
  // Enabled again.
  await admin!.ask("disableMember", { memberId: asha!.memberId });
  const enabled = await admin!.ask("enableMember", { memberId: asha!.memberId });
  assert.deepEqual([enabled.active, enabled.asked.length, await permissionsOf(asha!)], [true, 1, []]);
  // A change that takes rights away needs no one, and ends what waited.
  await admin!.ask("updatePermissions", { memberId: asha!.memberId, grant: { role: "viewer" } });
  assert.deepEqual(await queueOf(owner!, merchantId, "rights"), []);
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
  assert.match(asked.proposal.members, /^Member \d+$/);
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
