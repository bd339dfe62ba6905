/** Rights in the sandbox give none in live, for every operation of a merchant and every pair of roles. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addMember, createMerchant, readPermissions, ROLES, type Grant, type Role } from "#access";
import { isDownload } from "#http";
import { makeDashboard, type Browser, type Reply } from "#test/dashboard";
import { HOLDS, permissionFor } from "#test/role-table";
import { makeWorld } from "#test/world";
import { operations, type DashboardOperation } from "./index.ts";

const world = await makeWorld();
const dashboard = makeDashboard(world);
const { organizationId, merchantId: sandbox } = await world.makeMerchant();
const { merchantId: live } = await createMerchant(world.ctx, { organizationId, name: "Live", mode: "live" });

const none: Grant = { permissions: [] };
const ofMerchants = operations.filter(
  ({ access, output }) =>
    access === "merchant" && !(isDownload(output) && output.download.includes("text/event-stream")),
);

/** Calls an operation without input for this merchant. */
function ask({ token }: Browser, { method, path }: DashboardOperation, merchantId: string): Promise<Reply> {
  const headers = {
    origin: "http://localhost:8080",
    "x-vitaran-dashboard": "1",
    cookie: `__Host-vitaran_session=${token}`,
  };
  return dashboard.send({ method, url: `/api${path.replaceAll(/\{\w+\}/g, merchantId)}`, headers });
}

const logIn = (grant: Readonly<Record<"sandbox" | "live", Grant>>) => dashboard.logIn(organizationId, grant);

/** Calls all operations of one merchant and compares the results with the table for these permissions. */
async function meets(member: Browser, merchantId: string, holds: readonly string[]): Promise<void> {
  for (const operation of ofMerchants) {
    const { status, body } = await ask(member, operation, merchantId);
    const code = body?.error?.code ?? null;
    const permission = permissionFor(operation.name) ?? null;
    if (holds.length === 0) assert.deepEqual([status, code], [404, "merchant_not_found"], operation.name);
    else if (permission === null || holds.includes(permission))
      assert.ok(code !== "not_permitted" && code !== "merchant_not_found", `${operation.name}: ${code}`);
    else assert.deepEqual([status, code], [403, "not_permitted"], operation.name);
  }
}

const roles = Object.keys(HOLDS) as Role[];

for (const role of roles) {
  test(`${role} in the sandbox alone finds no live merchant`, async () => {
    const member = await logIn({ sandbox: { role }, live: none });
    await meets(member, sandbox, HOLDS[role]);
    await meets(member, live, []);
    const { merchants } = await member.ask("getSession");
    assert.deepEqual(
      merchants.map((one: { merchantId: string }) => one.merchantId),
      [sandbox],
    );
  });

  test(`${role} in the sandbox and Viewer in live does in live what a Viewer does`, async () => {
    const member = await logIn({ sandbox: { role }, live: { role: "viewer" } });
    await meets(member, live, HOLDS.viewer);
    await meets(member, sandbox, HOLDS[role]);
  });
}

test("verbs ask for the environment of their transaction, and the organization's business is live's", async () => {
  const { memberId } = await logIn({ sandbox: { role: "admin" }, live: { role: "viewer" } });
  const held = async (id: string) => {
    const found = await world.ctx.db.inMerchant(id, (tx) => readPermissions(tx, [memberId]));
    return found.get(memberId)!.permissions;
  };
  assert.deepEqual([...(await held(live))].sort(), [...HOLDS.viewer].sort());
  assert.deepEqual([...(await held(sandbox))].sort(), [...HOLDS.admin].sort());
  assert.deepEqual([...(await held(organizationId))].sort(), [...HOLDS.viewer].sort());
});

test("before there is a live merchant the organization's business is the sandbox's", async () => {
  const other = await world.makeMerchant();
  const grant = { sandbox: { role: "admin" }, live: none } as const;
  const admin = await dashboard.logIn(other.organizationId, grant);
  assert.equal((await admin.ask("listMembers")).items.length, 1);
  // Members can give only rights that they have in the same environment.
  const invite = (live: Grant) =>
    admin.call("inviteMember", {
      name: "Ravi",
      email: "role" in live ? "ravi.first@example.com" : "ravi.second@example.com",
      grant: { sandbox: { role: "developer" }, live },
    });
  assert.equal((await invite({ role: "viewer" })).body.error.code, "not_yours_to_give");
  assert.equal((await invite(none)).status, 200);
  await createMerchant(world.ctx, { organizationId: other.organizationId, name: "Live", mode: "live" });
  assert.equal((await admin.call("listMembers")).body.error.code, "not_permitted");
});

test("a member of an installation before rights by environment does in both what it did", async () => {
  const email = "kavya.before@example.com";
  const grant = { role: "developer" } as const;
  const { memberId } = await addMember(world.ctx, {
    organizationId,
    email,
    name: "Kavya",
    grant,
    by: "system",
  });
  await world.look("update access.member set sandbox_permissions = null where member_id = $1", [memberId]);
  const kavya = await dashboard.logInAs(memberId);
  await meets(kavya, sandbox, HOLDS.developer);
  await meets(kavya, live, HOLDS.developer);
});

test("rights are edited for each environment, shown so, and recorded so", async () => {
  const owner = await dashboard.logIn(organizationId, "owner");
  const { memberId } = await logIn({ sandbox: { role: "developer" }, live: none });
  const find = async () =>
    (await owner.ask("listMembers")).items.find((one: { memberId: string }) => one.memberId === memberId);
  const before = await find();
  assert.deepEqual([before.sandbox.role, before.live.permissions], ["developer", []]);
  const { roleId } = await owner.ask("makeRole", { name: "Auditor", permissions: ["view_audit_log"] });
  await owner.ask("updatePermissions", { memberId, grant: { sandbox: { role: "admin" }, live: { roleId } } });
  const after = await find();
  assert.deepEqual([after.sandbox.role, after.live.roleName], ["admin", "Auditor"]);
  await owner.ask("changeRole", { roleId, name: "Auditor", permissions: ["export_data"] });
  const changed = await find();
  assert.deepEqual([changed.sandbox.role, changed.live.permissions], ["admin", ["export_data"]]);
  assert.equal((await owner.call("removeRole", { roleId })).body.error.code, "role_in_use");
  const half = await owner.call("updatePermissions", { memberId, grant: { live: { role: "viewer" } } });
  assert.equal(half.body.error.code, "grant_unclear");
  const [record] = await world.look<{ detail: unknown }>(
    `select detail from audit.record
     where merchant_id = $1 and subject = $2 and action = 'access.member_permissions_set'
     order by seq desc limit 1`,
    [organizationId, `member:${memberId}`],
  );
  assert.deepEqual(record!.detail, {
    before: { active: true, permissions: [], sandboxPermissions: ROLES.developer },
    after: { active: true, permissions: ["view_audit_log"], sandboxPermissions: ROLES.admin },
  });
});
