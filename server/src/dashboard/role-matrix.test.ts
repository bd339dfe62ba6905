/** Each role against each operation that the contract has; a new operation is tested from its declaration. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ROLES, type Role } from "#access";
import { isDownload } from "#http";
import { makeDashboard, type Browser, type Reply } from "#test/dashboard";
import { makeWorld } from "#test/world";
import { operations, type DashboardOperation } from "./index.ts";

const world = await makeWorld();
const dashboard = makeDashboard(world);
const { organizationId, merchantId } = await world.makeMerchant();

const roles = Object.keys(ROLES) as Role[];
/** The database answers this when it knows the caller: what it says of an empty request is not asked here. */
const refusedFor = ({ status, body }: Reply): string | null =>
  status === 401 || status === 403 ? String(body?.error.code) : null;

const isStream = ({ output }: DashboardOperation): boolean =>
  isDownload(output) && output.download.includes("text/event-stream");

/** What ends the session comes last. */
const guarded = operations
  .filter((operation) => operation.access !== "open" && !isStream(operation))
  .toSorted((one, two) => Number(one.name === "logOut") - Number(two.name === "logOut"));

/** The operation asked with nothing in it, on things that do not exist. */
function ask({ token }: Browser, { method, path }: DashboardOperation): Promise<Reply> {
  const filled = path.replaceAll(/\{\w+\}/g, merchantId);
  const headers = {
    origin: "http://localhost:8080",
    "x-vitaran-dashboard": "1",
    cookie: `__Host-vitaran_session=${token}`,
  };
  return dashboard.send({ method, url: `/api${filled}`, headers });
}

/** Who holds a permission, written out independently: approvers see what they decide about. */
const holds = (role: Role, permission: string): boolean =>
  (ROLES[role] as readonly string[]).includes(permission) ||
  (permission === "access_transfers" && role === "approver");

for (const role of roles) {
  test(`${role}: every operation is refused that the role does not hold, and no other`, async () => {
    const member = await dashboard.logIn(organizationId, role);
    for (const operation of guarded) {
      const { permission, name } = operation;
      const reply = await ask(member, operation);
      if (permission === null || holds(role, permission)) {
        assert.notEqual(refusedFor(reply), "not_permitted", name);
        continue;
      }
      assert.equal(reply.status, 403, name);
      const { code, details } = reply.body.error;
      assert.deepEqual([code, details.permission], ["not_permitted", permission], name);
      assert.ok(Array.isArray(details.whoCan), name);
    }
  });
}

test("every operation that is marked so asks for a fresh proof, and no other does", async () => {
  const owner = await dashboard.logIn(organizationId, "owner");
  const age = () =>
    world.look("update access.session set proved_at = now() - interval '6 minutes' where member_id = $1", [
      owner.memberId,
    ]);
  for (const operation of guarded) {
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
  for (const operation of guarded) if (operation.method === "GET") await ask(owner, operation);
  assert.equal(await count(), before);
});
