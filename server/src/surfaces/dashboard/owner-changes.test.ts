/** An Owner takes rights from another Owner of a live organization. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  completeOwnerChanges,
  disableMember,
  findDueOwnerChanges,
  keepFactorsByLink,
  saveRole,
  setPermissions,
  startKeepingFactors,
} from "#access";
import type { Browser, Json } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { dashboard, makeOffice } = openFourEyes(world);

const codeOf = async (by: Browser, operation: string, input: Json): Promise<string> =>
  (await by.call(operation, input)).body.error?.code ?? "done";

/** Makes a live organization of two Owners whose waiting times can be passed. */
async function makeOwners() {
  const { organizationId, browsers } = await makeOffice({ one: "owner", two: "owner" });
  const { one, two } = browsers;
  const find = async (by: Browser, { memberId }: Browser): Promise<Json> =>
    (await by.ask("listMembers")).items.find((member: Json) => member.memberId === memberId);
  const pass = async (hours: number): Promise<void> => {
    await world.look(
      "update access.owner_change set due_at = due_at - make_interval(hours => $2) where organization_id = $1",
      [organizationId, hours],
    );
    if ((await findDueOwnerChanges(world.ctx)).includes(organizationId))
      await completeOwnerChanges(world.ctx, organizationId);
  };
  return { organizationId, one: one!, two: two!, find, pass };
}

test("what an Owner takes from another in live waits a day, and happens then", async () => {
  const { one, two, find, pass } = await makeOwners();
  const { memberId } = two;
  const less = [
    { permissions: ["own_organization"] },
    { live: { role: "viewer" }, sandbox: { role: "owner" } },
    { role: "admin" },
  ];
  for (const grant of less) {
    const { waitsUntil } = await one.ask("updatePermissions", { memberId, grant });
    assert.ok(Math.abs(Date.parse(waitsUntil) - Date.now() - 24 * 3_600_000) < 60_000);
    await pass(23);
    const waiting = await find(two, two);
    assert.deepEqual([waiting.live.role, waiting.sandbox.role], ["owner", "owner"]);
    const { disables, askedBy, takes } = waiting.ownerChange;
    assert.deepEqual(
      [disables, askedBy.memberId, takes.includes("manage_members")],
      [false, one.memberId, grant.role !== "admin"],
    );
    assert.equal(takes.includes("own_organization"), grant.permissions === undefined);
  }
  await pass(1);
  const now = await find(one, two);
  assert.deepEqual([now.live.role, now.sandbox.role, now.ownerChange], ["admin", "admin", null]);
  // The member is no longer an Owner, so this takes effect at once.
  assert.equal((await one.ask("disableMember", { memberId })).waitsUntil, null);
});

test("the Owner concerned stops it by the link, and either of the two in the list", async () => {
  const { organizationId, one, two, find, pass } = await makeOwners();
  const { memberId } = two;
  const stops = [
    async () => keepFactorsByLink(world.ctx, await startKeepingFactors(world.ctx, memberId)),
    () => two.ask("stopOwnerChange", { memberId }),
    () => one.ask("stopOwnerChange", { memberId }),
  ];
  for (const stop of stops) {
    assert.equal((await one.ask("disableMember", { memberId })).active, true);
    await stop();
    await pass(100);
    assert.deepEqual([(await find(two, two)).status, (await find(two, two)).ownerChange], ["active", null]);
  }
  assert.equal(await codeOf(two, "stopOwnerChange", { memberId }), "reset_not_found");
  await one.ask("disableMember", { memberId });
  await disableMember(world.ctx, organizationId, { memberId, by: "system" });
  const disabled = await find(one, two);
  assert.deepEqual([disabled.status, disabled.ownerChange], ["disabled", null], "the operator needs no day");
});

test("it lapses with the rights of its maker, and gives nothing that the Owner does not hold", async () => {
  const { one, two, find, pass } = await makeOwners();
  await one.ask("disableMember", { memberId: two.memberId });
  await two.ask("disableMember", { memberId: one.memberId });
  await world.look(
    "update access.owner_change set due_at = due_at - interval '1 hour' where member_id = $1",
    [one.memberId],
  );
  await pass(24);
  assert.equal((await find(two, one)).status, "disabled");
  const kept = await find(two, two);
  assert.deepEqual([kept.status, kept.ownerChange], ["active", null]);

  const { one: maker, two: owner, ...again } = await makeOwners();
  const held = ["own_organization", "manage_members"] as const;
  await setPermissions(world.ctx, again.organizationId, {
    memberId: owner.memberId,
    grant: { permissions: held },
    by: "system",
  });
  const grant = { permissions: ["manage_members", "approve_bulk_transfer", "access_transfers"] };
  await maker.ask("updatePermissions", { memberId: owner.memberId, grant });
  await again.pass(24);
  const { live } = await again.find(maker, owner);
  assert.deepEqual(live.permissions.toSorted(), ["access_transfers", "manage_members"]);
});

test("a role of another Owner does not shrink in live, and what is taken from oneself is gone at once", async () => {
  const { organizationId, one, two, find } = await makeOwners();
  const permissions = ["manage_members", "own_organization", "access_transfers"] as const;
  const role = { name: "Founders", permissions };
  const { roleId } = await saveRole(world.ctx, organizationId, { ...role, by: "system" });
  const give = (memberId: string) =>
    setPermissions(world.ctx, organizationId, { memberId, grant: { roleId }, by: "system" });
  await give(two.memberId);
  const shrink = (less: readonly string[]) =>
    codeOf(one, "changeRole", { ...role, roleId, permissions: less });
  assert.equal(await shrink(["manage_members"]), "owners_have_role");
  assert.equal(await shrink(["own_organization"]), "owners_have_role");
  const refused = await one.call("changeRole", { ...role, roleId, permissions: ["manage_members"] });
  const { name, email } = await find(one, two);
  assert.ok(
    refused.body.error.message.includes(
      `have it in live: ${name} (${email}). Give each of them another role`,
    ),
  );
  assert.equal(await codeOf(one, "changeRole", { ...role, roleId, name: "Directors" }), "done");
  await give(one.memberId);
  await setPermissions(world.ctx, organizationId, {
    memberId: two.memberId,
    grant: { role: "owner" },
    by: "system",
  });
  assert.equal(await shrink(["manage_members", "access_transfers"]), "done");
  const own = { memberId: two.memberId, grant: { role: "admin" } };
  assert.equal((await two.ask("updatePermissions", own)).waitsUntil, null);
});

test("an Owner logs another out three times an hour, and not without end", async () => {
  const { one, two } = await makeOwners();
  for (let nth = 0; nth < 3; nth += 1) {
    await dashboard.logInAs(two.memberId);
    assert.equal(await codeOf(one, "endMemberSessions", { memberId: two.memberId }), "done");
  }
  const again = await dashboard.logInAs(two.memberId);
  assert.equal(await codeOf(one, "endMemberSessions", { memberId: two.memberId }), "too_many_attempts");
  assert.equal((await again.ask("getSession")).memberId, two.memberId);
});
