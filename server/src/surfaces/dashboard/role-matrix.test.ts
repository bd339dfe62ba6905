/** Every kind of caller calls every operation of the contract. The expected results are in a table written by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDownload } from "#http";
import { makeDashboard, type Browser, type Reply } from "#test/dashboard";
import {
  BY_PERMISSION,
  FOR_MEMBERS,
  FOR_VISITORS,
  HOLDS,
  permissionFor,
  WITHOUT_PROOF,
} from "#test/role-table";
import { makeWorld } from "#test/world";
import { operations, type DashboardOperation } from "./index.ts";

const world = await makeWorld();
const dashboard = makeDashboard(world);
const { organizationId, merchantId } = await world.makeMerchant();

type Role = keyof typeof HOLDS;
const roles = Object.keys(HOLDS) as Role[];

/** Returns the refusal of the caller. Refusals of the empty request itself do not matter here. */
const refusedFor = ({ status, body }: Reply): string | null =>
  status === 401 || status === 403 ? String(body?.error.code) : null;

/** A stream that is allowed never ends, so it has its own test. */
const isStream = ({ output }: DashboardOperation): boolean =>
  isDownload(output) && output.download.includes("text/event-stream");

/** Logging out comes last, since it ends the session. */
const all = operations.toSorted((one, two) => Number(one.name === "logOut") - Number(two.name === "logOut"));
const guarded = all.filter(({ access }) => access !== "open");

/** Calls an operation without input on things that do not exist. */
function ask({ token }: Browser, { method, path }: DashboardOperation): Promise<Reply> {
  const filled = path.replaceAll(/\{\w+\}/g, merchantId);
  const headers = {
    origin: "http://localhost:8080",
    "x-vitaran-dashboard": "1",
    cookie: `__Host-vitaran_session=${token}`,
  };
  return dashboard.send({ method, url: `/api${filled}`, headers });
}

/** Calls all operations as a member with exactly these permissions. */
async function meets(member: Browser, holds: readonly string[]): Promise<void> {
  for (const operation of guarded) {
    const { name } = operation;
    const permission = permissionFor(name) ?? null;
    const isAllowed = permission === null || holds.includes(permission);
    if (isAllowed && isStream(operation)) continue;
    const reply = await ask(member, operation);
    if (isAllowed) {
      assert.ok(!["not_permitted", "not_logged_in"].includes(refusedFor(reply) ?? ""), name);
      continue;
    }
    const { code, details } = reply.body.error;
    assert.deepEqual([reply.status, code, details.permission], [403, "not_permitted", permission], name);
    assert.ok(Array.isArray(details.whoCan), name);
  }
}

test("the table names each operation once, with the permission that it takes", () => {
  const named = [...FOR_VISITORS, ...FOR_MEMBERS, ...Object.values(BY_PERMISSION).flat()].sort();
  assert.deepEqual(named, operations.map(({ name }) => name).sort());
  for (const { name, access, permission } of operations) {
    assert.equal(permission, permissionFor(name), name);
    assert.equal(access === "open", FOR_VISITORS.includes(name), name);
  }
});

for (const role of roles) {
  test(`${role}: every operation is refused that the role does not hold, and no other`, async () => {
    await meets(await dashboard.logIn(organizationId, role), HOLDS[role]);
  });
}

test("a role of the organization's own allows what it names, and no more", async () => {
  const owner = await dashboard.logIn(organizationId, "owner");
  const permissions = ["manage_webhooks", "view_audit_log"];
  const { roleId } = await owner.ask("makeRole", { name: "Night watch", permissions });
  await meets(await dashboard.logIn(organizationId, { roleId }), permissions);
  await meets(await dashboard.logIn(organizationId, { permissions: ["manage_members"] }), ["manage_members"]);
});

test("the owner of another organization finds no merchant of this one", async () => {
  const stranger = await dashboard.logIn((await world.makeMerchant()).organizationId, "owner");
  for (const operation of guarded) {
    if (operation.access !== "merchant") continue;
    const { status, body } = await ask(stranger, operation);
    assert.deepEqual([status, body.error.code], [404, "merchant_not_found"], operation.name);
  }
});

test("without a log-in every operation is refused but those for visitors", async () => {
  for (const operation of all) {
    const isForVisitors = FOR_VISITORS.includes(operation.name);
    const refused = refusedFor(await ask(dashboard.stranger, operation)) === "not_logged_in";
    assert.equal(refused, !isForVisitors, operation.name);
  }
});

test("what changes money, books, keys, limits or members is marked to ask for a fresh proof", () => {
  const free = operations.filter(
    ({ method, permission, stepUp }) => method !== "GET" && permission !== null && !stepUp,
  );
  assert.deepEqual(free.map(({ name }) => name).sort(), Object.values(WITHOUT_PROOF).flat().sort());
});

test("every operation that is marked so asks for a fresh proof, and no other does", async () => {
  const owner = await dashboard.logIn(organizationId, "owner");
  const age = () =>
    world.look("update access.session set proved_at = now() - interval '6 minutes' where member_id = $1", [
      owner.memberId,
    ]);
  for (const operation of guarded) {
    if (isStream(operation)) continue;
    await age();
    const asked = refusedFor(await ask(owner, operation)) === "step_up_required";
    assert.equal(asked, operation.stepUp, operation.name);
  }
});

test("asking for things changes nothing that is asked for", async () => {
  const owner = await dashboard.logIn(organizationId, "owner");
  const count = async (): Promise<string> =>
    JSON.stringify(
      await world.look(
        `select (select count(*) from audit.record) as records, (select count(*) from transfers.transfer) as transfers,
           (select sum(xmin::text::bigint) from access.member) as members`,
      ),
    );
  const before = await count();
  for (const operation of guarded)
    if (operation.method === "GET" && !isStream(operation)) await ask(owner, operation);
  assert.equal(await count(), before);
});
