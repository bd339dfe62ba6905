import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyAuditChain, type Actor } from "#audit";
import { makeMembers } from "#test/make-members";
import { makeWorld } from "#test/world";
import {
  acceptInvitation,
  AccessError,
  addMember,
  createOrganization,
  disableMember,
  listRoles,
  listTeam,
  logIn,
  readInvitation,
  removeRole,
  type Permission,
  saveRole,
  setPermissions,
  startInvitation,
  whoCan,
} from "./index.ts";

const world = await makeWorld();
const { ctx } = world;

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);

async function makeTeam() {
  const { organizationId } = await createOrganization(ctx, { name: "Sal Forests" });
  const people = await makeMembers(ctx, organizationId, {
    olga: "owner",
    asha: "admin",
    vikram: "admin",
    meera: "initiator",
    kavya: "approver",
    manager: { permissions: ["manage_members"] },
  });
  const as = (name: keyof typeof people): Actor => `member:${people[name]}`;
  const team = () => ctx.db.inMerchant(organizationId, (tx) => listTeam(tx, {}));
  const find = async (memberId: string) => (await team()).find((member) => member.memberId === memberId)!;
  return { organizationId, people, as, team, find };
}

test("members give only what they hold themselves", async () => {
  const { organizationId, people, as } = await makeTeam();
  const give = (by: Actor, role: "owner" | "admin" | "viewer") =>
    setPermissions(ctx, organizationId, { memberId: people.meera, grant: { role }, by });
  await assert.rejects(give(as("manager"), "viewer"), fails("not_yours_to_give"));
  await assert.rejects(give(as("asha"), "owner"), fails("not_yours_to_give"));
  await assert.rejects(
    addMember(ctx, {
      organizationId,
      email: "accomplice@example.com",
      name: "A",
      grant: { permissions: ["approve_quick_transfer"] },
      by: as("manager"),
    }),
    fails("not_yours_to_give"),
  );
  await give(as("asha"), "admin");
  await give(as("olga"), "owner");
  // Permissions that a member already has may stay, or be reduced.
  const less = { memberId: people.kavya, grant: { permissions: ["approve_quick_transfer"] } } as const;
  await setPermissions(ctx, organizationId, { ...less, by: as("manager") });
});

test("only Owners change Owners", async () => {
  const { organizationId, people, as } = await makeTeam();
  const owner = { memberId: people.olga, by: as("asha") };
  await assert.rejects(disableMember(ctx, organizationId, owner), fails("not_yours_to_give"));
  await assert.rejects(
    setPermissions(ctx, organizationId, { ...owner, grant: { role: "viewer" } }),
    fails("not_yours_to_give"),
  );
  await disableMember(ctx, organizationId, { memberId: people.asha, by: as("olga") });
});

test("a custom role is given, changed for all who have it, and removed when no member has it", async () => {
  const { organizationId, people, as, find } = await makeTeam();
  const by = as("asha");
  const auditor = { name: "Auditor", permissions: ["view_audit_log", "access_transfers"], by } as const;
  const { roleId } = await saveRole(ctx, organizationId, auditor);
  await setPermissions(ctx, organizationId, { memberId: people.meera, grant: { roleId }, by });
  const meera = await find(people.meera);
  assert.deepEqual(
    [meera.rights.live.role, meera.roleNames, meera.permissions.length],
    [null, { live: "Auditor", sandbox: "Auditor" }, 2],
  );
  await saveRole(ctx, organizationId, { ...auditor, roleId, permissions: ["export_data"] });
  assert.deepEqual((await find(people.meera)).permissions, ["export_data"]);
  assert.deepEqual(await ctx.db.inMerchant(organizationId, (tx) => listRoles(tx)), [
    { roleId, name: "Auditor", permissions: ["export_data"], members: 1 },
  ]);
  await assert.rejects(removeRole(ctx, organizationId, { roleId, by }), fails("role_in_use"));
  await setPermissions(ctx, organizationId, { memberId: people.meera, grant: { role: "viewer" }, by });
  await removeRole(ctx, organizationId, { roleId, by });
  const gone = { memberId: people.meera, grant: { roleId }, by };
  await assert.rejects(setPermissions(ctx, organizationId, gone), fails("role_not_found"));
  assert.equal(await verifyAuditChain(ctx, organizationId), null);
});

test("a role cannot be named twice, like a given one, hold nothing, or hold more than its maker", async () => {
  const { organizationId, as } = await makeTeam();
  const make = (name: string, permissions: readonly Permission[], by = as("asha")) =>
    saveRole(ctx, organizationId, { name, permissions, by });
  await make("Auditor", ["view_audit_log"]);
  await assert.rejects(make("AUDITOR", ["export_data"]), fails("role_exists"));
  await assert.rejects(make("Approver", ["export_data"]), fails("role_exists"));
  await assert.rejects(make("Nothing", []), fails("bad_role"));
  await assert.rejects(make("Second owner", ["own_organization"]), fails("not_yours_to_give"));
  await assert.rejects(make("Mine", ["export_data"], as("meera")), fails("not_permitted"));
});

test("a role that is taken from its members leaves one who may manage members", async () => {
  const { organizationId } = await createOrganization(ctx, { name: "Small" });
  const by = "system" as const;
  const manager = { name: "Manager", permissions: ["manage_members"], by } as const;
  const { roleId } = await saveRole(ctx, organizationId, manager);
  await makeMembers(ctx, organizationId, { only: { roleId } });
  await assert.rejects(
    saveRole(ctx, organizationId, { ...manager, roleId, permissions: ["export_data"] }),
    fails("last_manager"),
  );
});

test("who can do something is said by name: members who have joined, those with the fewest rights first", async () => {
  const { organizationId } = await makeTeam();
  const ask = (permission: Permission, mode: "live" | null) =>
    ctx.db.directory((tx) => whoCan(tx, { organizationId, permission, mode }));
  assert.deepEqual(await ask("approve_bulk_transfer", null), []);
  await world.look(
    `update access.member set password_hash = '$argon2id$' where organization_id = $1 and name <> 'vikram'`,
    [organizationId],
  );
  assert.deepEqual(await ask("approve_bulk_transfer", null), ["kavya", "asha", "olga"]);
  const see = await ask("access_transfers", "live");
  assert.ok(see.includes("kavya"));
});

test("an invitation lets its member in once, with a password of the member's own", async () => {
  const { organizationId, people, find } = await makeTeam();
  const browser = { ip: "192.0.2.9", userAgent: "Tests" };
  assert.equal((await find(people.meera)).invited, true);
  const first = await startInvitation(ctx, organizationId, { memberId: people.meera, by: "system" });
  const { ticket, email, organizationName } = await startInvitation(ctx, organizationId, {
    memberId: people.meera,
    by: "system",
  });
  assert.equal(organizationName, "Sal Forests");
  await assert.rejects(readInvitation(ctx, first.ticket), fails("ticket_invalid"), "the newest counts");
  assert.deepEqual(await readInvitation(ctx, ticket), { organizationName, email, name: "meera" });
  const accept = (password: string) =>
    acceptInvitation(ctx, { ticket, name: "Meera Iyer", password, browser });
  await assert.rejects(accept("password1"), fails("weak_password"));
  await accept("a mango orchard 5");
  await assert.rejects(accept("a mango orchard 6"), fails("ticket_invalid"));
  assert.equal((await logIn(ctx, { email, password: "a mango orchard 5", browser })).kind, "session");
  const meera = await find(people.meera);
  assert.deepEqual([meera.invited, meera.name], [false, "Meera Iyer"]);
  await assert.rejects(
    startInvitation(ctx, organizationId, { memberId: people.meera, by: "system" }),
    fails("member_not_found"),
  );
});

test("an invitation is sent again only by a member who may do all that it lets its holder do", async () => {
  const { organizationId, people, as } = await makeTeam();
  const invite = (memberId: string, by: Actor) => startInvitation(ctx, organizationId, { memberId, by });
  await assert.rejects(invite(people.meera, as("kavya")), fails("not_permitted"));
  await assert.rejects(invite(people.meera, as("manager")), fails("not_yours_to_give"));
  await assert.rejects(invite(people.olga, as("asha")), fails("not_yours_to_give"));
  assert.ok((await invite(people.meera, as("asha"))).ticket);
  assert.ok((await invite(people.olga, as("olga"))).ticket);
});

test("an invitation ends after seven days and with its member", async () => {
  const { organizationId, people } = await makeTeam();
  const { ticket } = await startInvitation(ctx, organizationId, { memberId: people.meera, by: "system" });
  await disableMember(ctx, organizationId, { memberId: people.meera, by: "system" });
  await assert.rejects(readInvitation(ctx, ticket), fails("ticket_invalid"));
  const other = await startInvitation(ctx, organizationId, { memberId: people.kavya, by: "system" });
  await world.look(
    "update access.ticket set created_at = created_at - interval '7 days', expires_at = expires_at - interval '7 days'",
  );
  await assert.rejects(readInvitation(ctx, other.ticket), fails("ticket_invalid"));
});
