import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyAuditChain } from "#audit";
import { makeWorld } from "#test/world";
import {
  AccessError,
  addMember,
  authenticateSession,
  createMerchant,
  createOrganization,
  disableMember,
  endSessions,
  enableMember,
  listSessions,
  ROLES,
  setPermissions,
  startSession,
} from "./index.ts";

const world = await makeWorld();
const { ctx } = world;

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);
const browser = { ip: "192.0.2.7", userAgent: "Tests\n1.0" };
let added = 0;

async function makeMember() {
  const { organizationId } = await createOrganization(ctx, { name: "Peepal Foods" });
  const { merchantId } = await createMerchant(ctx, { organizationId, name: "Foods", mode: "sandbox" });
  await createMerchant(ctx, { organizationId, name: "Foods", mode: "live" });
  const add = async () => {
    const email = `sessions${(added += 1)}@example.com`;
    const grant = { role: "approver" } as const;
    return (await addMember(ctx, { organizationId, email, name: "Kavya", grant, by: "system" })).memberId;
  };
  const memberId = await add();
  const start = (userAgent = browser.userAgent) =>
    ctx.db.directory((tx) => startSession(tx, memberId, { ...browser, userAgent }));
  return { organizationId, merchantId, memberId, add, start };
}

const authenticate = (token: string, touches = true) =>
  authenticateSession(ctx, { token, ip: "192.0.2.8", touches });

const age = (sessionId: string, column: "used_at" | "expires_at" | "proved_at", interval: string) =>
  world.look(
    `update access.session set created_at = created_at - $2::interval, ${column} = ${column} - $2::interval
     where session_id = $1`,
    [sessionId, interval],
  );

test("a session shows who its member is and what the member may do now", async () => {
  const { organizationId, merchantId, memberId, start } = await makeMember();
  const { token, sessionId } = await start();
  const session = await authenticate(token);
  assert.deepEqual(
    { ...session, permissions: [...session.permissions].toSorted(), merchants: session.merchants.length },
    {
      ...session,
      sessionId,
      memberId,
      organizationId,
      organizationName: "Peepal Foods",
      name: "Kavya",
      emailProved: true,
      role: "approver",
      permissions: [...ROLES.approver, "access_transfers"].toSorted(),
      secondFactor: false,
      organizationEndsAt: null,
      merchants: 2,
    },
  );
  const { permissions } = session;
  const foods = { merchantId, name: "Foods", mode: "sandbox", role: "approver", permissions };
  assert.deepEqual(session.merchants[0], foods);
  const viewer = { memberId, grant: { role: "viewer" }, by: "system" } as const;
  await setPermissions(ctx, organizationId, viewer);
  assert.equal((await authenticate(token)).permissions.has("approve_quick_transfer"), false);
});

test("the token is kept only as its hash", async () => {
  const { start } = await makeMember();
  const { token } = await start();
  const rows = await world.look<{ row: string }>("select session::text as row from access.session");
  const hex = Buffer.from(token).toString("hex");
  assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(token) && !row.includes(hex)));
});

test("what is no token, an unknown one and an ended session are the same refusal", async () => {
  const { organizationId, memberId, start } = await makeMember();
  const { token, sessionId } = await start();
  const other = await start();
  for (const wrong of ["", "x", "a".repeat(43), `${token}a`, token.toUpperCase()])
    await assert.rejects(authenticate(wrong), fails("session_invalid"));
  const by = `member:${memberId}` as const;
  const ended = await ctx.db.inMerchant(organizationId, (tx) =>
    endSessions(tx, { memberId, sessionId, by, because: "logged_out" }),
  );
  assert.equal(ended, 1);
  await assert.rejects(authenticate(token), fails("session_invalid"));
  assert.equal((await authenticate(other.token)).sessionId, other.sessionId);
  assert.equal(await verifyAuditChain(ctx, organizationId), null);
});

test("a session ends after half an hour without use and in its twelfth hour", async () => {
  const { start } = await makeMember();
  const idle = await start();
  await age(idle.sessionId, "used_at", "29 minutes");
  await authenticate(idle.token, false);
  await age(idle.sessionId, "used_at", "2 minutes");
  await assert.rejects(authenticate(idle.token), fails("session_invalid"));

  const used = await start();
  await age(used.sessionId, "used_at", "29 minutes");
  await authenticate(used.token);
  const { endsAt } = await authenticate(used.token);
  assert.ok(endsAt.getTime() > Date.now() + 20 * 60_000, "use has moved the end");
  await age(used.sessionId, "expires_at", "12 hours");
  await assert.rejects(authenticate(used.token), fails("session_invalid"));
});

test("all sessions of a member who is disabled end, and stay ended", async () => {
  const { organizationId, memberId, start } = await makeMember();
  const tokens = [(await start()).token, (await start()).token];
  await disableMember(ctx, organizationId, { memberId, by: "system" });
  await enableMember(ctx, organizationId, { memberId, by: "system" });
  for (const token of tokens) await assert.rejects(authenticate(token), fails("session_invalid"));
});

test("no card number is kept with what a browser calls itself", async () => {
  const { organizationId, memberId, start } = await makeMember();
  for (const userAgent of ["Mozilla 4111 1111 1111 1111", `${"x".repeat(185)} 4111111111111111`])
    await start(userAgent);
  const sessions = await ctx.db.inMerchant(organizationId, (tx) => listSessions(tx, memberId));
  assert.deepEqual(
    sessions.map(({ userAgent }) => userAgent),
    ["", ""],
  );
});

test("members see and end their own sessions; those of others take a permission", async () => {
  const { organizationId, memberId, add, start } = await makeMember();
  const [one, two] = [await start(), await start()];
  const list = () => ctx.db.inMerchant(organizationId, (tx) => listSessions(tx, memberId));
  assert.deepEqual(
    new Set((await list()).map(({ sessionId }) => sessionId)),
    new Set([one.sessionId, two.sessionId]),
  );
  assert.equal((await list())[0]!.userAgent, "Tests 1.0");
  const end = (by: `member:${string}`) =>
    ctx.db.inMerchant(organizationId, (tx) =>
      endSessions(tx, { memberId, exceptId: two.sessionId, by, because: "ended" }),
    );
  await assert.rejects(end(`member:${await add()}`), fails("not_permitted"));
  assert.equal(await end(`member:${memberId}`), 1);
  assert.deepEqual(
    (await list()).map(({ sessionId }) => sessionId),
    [two.sessionId],
  );
});

test("a session of the try-out ends with its organization", async () => {
  const { organizationId, start } = await makeMember();
  const { token } = await start();
  const endAt = (interval: string) =>
    world.look("update access.organization set ends_at = now() + $2::interval where organization_id = $1", [
      organizationId,
      interval,
    ]);
  await endAt("1 day");
  assert.notEqual((await authenticate(token)).organizationEndsAt, null);
  await endAt("-1 second");
  await assert.rejects(authenticate(token), fails("session_invalid"));
});
