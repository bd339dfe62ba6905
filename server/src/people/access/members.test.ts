import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyAuditChain } from "#audit";
import { newId } from "#lib/ids";
import { makeWorld } from "#test/world";
import {
  AccessError,
  addMember,
  createMerchant,
  createOrganization,
  disableMember,
  enableMember,
  listMembers,
  PERMISSIONS,
  readPermissions,
  requirePermission,
  ROLES,
  setPermissions,
  type Grant,
  type Role,
} from "./index.ts";
import { allowedBy, permissionsOf, roleOf } from "./permissions.ts";

const world = await makeWorld();

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);

let added = 0;

async function makeOrganization() {
  const { organizationId } = await createOrganization(world.ctx, { name: "Saffron Mills" });
  const { merchantId } = await createMerchant(world.ctx, { organizationId, name: "Mills", mode: "sandbox" });
  const add = async (grant: Grant, email = `member${(added += 1)}@example.com`): Promise<string> =>
    (await addMember(world.ctx, { organizationId, email, name: "Kavya", grant, by: "system" })).memberId;
  return { organizationId, merchantId, add };
}

const permitted = (merchantId: string, ...memberIds: string[]) =>
  world.ctx.db.inMerchant(merchantId, (tx) => readPermissions(tx, memberIds));

test("the roles are the documented bundles", () => {
  assert.deepEqual(ROLES.initiator, [
    "access_transfers",
    "initiate_quick_transfer",
    "initiate_bulk_transfer",
  ]);
  assert.deepEqual(ROLES.approver.toSorted(), [
    "approve_bulk_transfer",
    "approve_quick_transfer",
    "initiate_bulk_transfer",
    "initiate_quick_transfer",
  ]);
  assert.ok(allowedBy(ROLES.approver).has("access_transfers"), "an approver sees what is decided");
  assert.deepEqual(ROLES.owner, PERMISSIONS);
  for (const role of Object.keys(ROLES) as Role[]) assert.equal(roleOf(permissionsOf({ role })), role);
  assert.equal(roleOf(permissionsOf({ permissions: ["manage_keys"] })), null);
  assert.equal(roleOf([]), null);
});

test("the table knows the same permissions as the code, and no other", async () => {
  const { add, organizationId } = await makeOrganization();
  const memberId = await add({ permissions: PERMISSIONS });
  const change = (permissions: string[]) =>
    world.look("update access.member set permissions = $2 where member_id = $1", [memberId, permissions]);
  for (const permission of PERMISSIONS) await change([permission]);
  await assert.rejects(change(["fly"]), { constraint: "member_permissions_are_known" });
  const [definition] = await world.look<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'member_permissions_are_known'",
  );
  assert.equal(definition!.text.match(/'\w+'/g)?.length, PERMISSIONS.length);
  assert.ok(organizationId);
});

test("an admin adds members, changes what they may do, and the organization's chain records it", async () => {
  const { organizationId, merchantId, add } = await makeOrganization();
  const admin = await add({ role: "admin" });
  const by = `member:${admin}` as const;
  const member = { organizationId, email: " Ravi@Example.com ", name: "Ravi", by };
  const { memberId } = await addMember(world.ctx, { ...member, grant: { role: "initiator" } });
  const again = addMember(world.ctx, { ...member, grant: { role: "admin" } });
  await assert.rejects(again, fails("email_taken"));

  const approver = { memberId, grant: { role: "approver" }, by } as const;
  assert.equal((await setPermissions(world.ctx, organizationId, approver)).rights.live.role, "approver");
  assert.equal((await permitted(merchantId, memberId)).get(memberId)?.permissions.size, 5);
  assert.equal((await disableMember(world.ctx, organizationId, { memberId, by })).active, false);
  assert.equal((await permitted(merchantId, memberId)).size, 0);
  assert.equal(
    (await enableMember(world.ctx, organizationId, { memberId, by })).rights.live.role,
    "approver",
  );
  assert.equal((await permitted(merchantId, memberId)).size, 1);

  const found = await world.ctx.db.inMerchant(merchantId, (tx) =>
    listMembers(tx, { limit: 10, email: "RAVI@example.com" }),
  );
  assert.deepEqual(
    found.map(({ email, name, rights, active }) => ({ email, name, role: rights.sandbox.role, active })),
    [{ email: "ravi@example.com", name: "Ravi", role: "approver", active: true }],
  );
  const records = await world.look<{ actor: string; action: string }>(
    "select actor, action from audit.record where merchant_id = $1 and subject = $2 order by seq",
    [organizationId, `member:${memberId}`],
  );
  assert.deepEqual(
    records.map(({ action }) => action),
    [
      "access.member_added",
      "access.member_permissions_set",
      "access.member_disabled",
      "access.member_enabled",
    ],
  );
  assert.ok(records.every(({ actor }) => actor === by));
  assert.equal(await verifyAuditChain(world.ctx, organizationId), null);
});

test("members without the permission to manage members change none", async () => {
  const { organizationId, add } = await makeOrganization();
  const other = await makeOrganization();
  const target = await add({ role: "initiator" });
  const disabled = await add({ role: "admin" });
  await add({ role: "admin" });
  await disableMember(world.ctx, organizationId, { memberId: disabled, by: "system" });
  const strangers = [
    `member:${await add({ role: "approver" })}`,
    `member:${await other.add({ role: "admin" })}`,
    `member:${disabled}`,
    `member:${newId()}`,
    "member:admin",
    "api-key:vk_sandbox",
    "schedule:x",
  ] as const;
  for (const by of strangers) {
    const change = { memberId: target, by };
    const grant = { role: "admin" } as const;
    await assert.rejects(
      setPermissions(world.ctx, organizationId, { ...change, grant }),
      fails("not_permitted"),
    );
    await assert.rejects(disableMember(world.ctx, organizationId, change), fails("not_permitted"));
    const member = { organizationId, email: `x${newId()}@example.com`, name: "X", grant, by };
    await assert.rejects(addMember(world.ctx, member), fails("not_permitted"));
  }
});

test("of two admins who disable each other at once, one stays", async () => {
  const { organizationId, add } = await makeOrganization();
  const [one, two] = [await add({ role: "admin" }), await add({ role: "admin" })];
  const ends = await Promise.allSettled([
    disableMember(world.ctx, organizationId, { memberId: one, by: `member:${two}` }),
    disableMember(world.ctx, organizationId, { memberId: two, by: `member:${one}` }),
  ]);
  assert.deepEqual(ends.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  for (const end of ends) if (end.status === "rejected") assert.ok(fails("not_permitted")(end.reason));
});

test("the last who may manage members is neither disabled nor made less", async () => {
  const { organizationId, add } = await makeOrganization();
  const memberId = await add({ role: "admin" });
  const change = { memberId, by: "system" } as const;
  await assert.rejects(disableMember(world.ctx, organizationId, change), fails("last_manager"));
  const grant = { role: "approver" } as const;
  await assert.rejects(
    setPermissions(world.ctx, organizationId, { ...change, grant }),
    fails("last_manager"),
  );
  await add({ permissions: ["manage_members"] });
  await setPermissions(world.ctx, organizationId, { ...change, grant });
});

test("members of other organizations, and who does not exist, may do nothing here", async () => {
  const { organizationId, merchantId, add } = await makeOrganization();
  const other = await makeOrganization();
  const own = await add({ role: "approver" });
  const foreign = await other.add({ role: "admin" });
  assert.deepEqual([...(await permitted(merchantId, own, foreign, newId())).keys()], [own]);
  // An organization's own transaction knows its members too.
  assert.deepEqual([...(await permitted(organizationId, own, foreign)).keys()], [own]);
  await world.ctx.db.inMerchant(merchantId, (tx) =>
    requirePermission(tx, `member:${own}`, "approve_quick_transfer"),
  );
  const refused = world.ctx.db.inMerchant(merchantId, (tx) =>
    requirePermission(tx, `member:${foreign}`, "approve_quick_transfer"),
  );
  await assert.rejects(refused, fails("not_permitted"));
  const unknown = { memberId: foreign, by: "system" } as const;
  await assert.rejects(disableMember(world.ctx, organizationId, unknown), fails("member_not_found"));
});

test("what is decided upon a permission is committed before it can be taken away", async () => {
  const { organizationId, merchantId, add } = await makeOrganization();
  const memberId = await add({ role: "approver" });
  let taken = false;
  let taking = Promise.resolve();
  await world.ctx.db.inMerchant(merchantId, async (tx) => {
    await readPermissions(tx, [memberId]);
    taking = disableMember(world.ctx, organizationId, { memberId, by: "system" }).then(() => {
      taken = true;
    });
    let blocked = false;
    while (!blocked && !taken) {
      const [waiting] = await world.look<{ blocked: boolean }>(
        `select exists (
           select from pg_stat_activity
           where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
         ) as blocked`,
      );
      blocked = waiting!.blocked;
    }
    assert.equal(taken, false);
  });
  await taking;
  assert.equal((await permitted(merchantId, memberId)).size, 0);
});

test("invalid e-mail addresses and unknown organizations are refused", async () => {
  const { organizationId } = await makeOrganization();
  const member = { organizationId, name: "X", grant: { role: "admin" }, by: "system" } as const;
  for (const email of ["", "x", "@example.com", "x@", "a b@example.com", "a@b@c"])
    await assert.rejects(addMember(world.ctx, { ...member, email }), fails("bad_email"), email);
  const nowhere = { ...member, organizationId: newId(), email: "nobody@example.com" };
  await assert.rejects(addMember(world.ctx, nowhere), fails("organization_not_found"));
});
