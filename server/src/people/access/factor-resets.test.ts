import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyAuditChain, type Actor } from "#audit";
import { makeMembers } from "#test/make-members";
import { makeWorld } from "#test/world";
import {
  AccessError,
  askToResetFactors,
  completeFactorResets,
  createOrganization,
  decideFactorReset,
  disableMember,
  enableMember,
  endSessions,
  FACTOR_RESET_HOURS,
  findDueFactorResets,
  keepFactors,
  keepFactorsByLink,
  listTeam,
  resetFactors,
  saveRole,
  setPermissions,
  setUpAuthenticator,
  startInvitation,
  startKeepingFactors,
} from "./index.ts";

const world = await makeWorld();
const { ctx } = world;

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);

async function makeTeam() {
  const { organizationId } = await createOrganization(ctx, { name: "Sal Forests" });
  const by = "system" as const;
  const role = { name: "People", permissions: ["manage_members"], by } as const;
  const { roleId } = await saveRole(ctx, organizationId, role);
  const people = await makeMembers(ctx, organizationId, {
    olga: "owner",
    otto: "owner",
    asha: "admin",
    vikram: "admin",
    meera: "initiator",
    kavya: "approver",
    manager: { roleId },
    puppet: { roleId },
  });
  const as = (name: keyof typeof people): Actor => `member:${people[name]}`;
  const find = async (name: keyof typeof people) => {
    const team = await ctx.db.inMerchant(organizationId, (tx) => listTeam(tx, {}));
    return team.find(({ memberId }) => memberId === people[name])!;
  };
  const protect = async (name: keyof typeof people) => {
    const memberId = people[name];
    await setUpAuthenticator(ctx, { organizationId, memberId, sessionId: memberId, email: "m@example.com" });
    await world.look("update access.authenticator set confirmed_at = now() where member_id = $1", [memberId]);
  };
  await protect("meera");
  await protect("olga");
  const ask = (by: Actor, name: keyof typeof people = "meera") =>
    askToResetFactors(ctx, organizationId, { memberId: people[name], by });
  const decide = (resetId: string, by: Actor, agree = true) =>
    decideFactorReset(ctx, organizationId, { resetId, agree, by });
  /** Moves every agreement this many hours into the past. */
  const pass = async (hours: number) => {
    await world.look(
      "update access.factor_reset set due_at = due_at - make_interval(hours => $2) where organization_id = $1",
      [organizationId, hours],
    );
    assert.ok((await findDueFactorResets(ctx)).every((id) => typeof id === "string"));
    await completeFactorResets(ctx, organizationId);
  };
  return { organizationId, people, as, find, ask, decide, pass };
}

test("a second factor is removed a day after two others have agreed, neither of them the member", async () => {
  const { organizationId, as, find, ask, decide, pass } = await makeTeam();
  await assert.rejects(ask(as("meera")), fails("not_permitted"));
  const { resetId } = await ask(as("asha"));
  assert.deepEqual(await ask(as("vikram")), { resetId }, "asked once");
  await assert.rejects(decide(resetId, as("asha")), fails("own_request"));
  await assert.rejects(decide(resetId, as("kavya")), fails("not_permitted"));
  await pass(FACTOR_RESET_HOURS);
  assert.equal((await find("meera")).secondFactor, true, "no time makes up for the second word");
  const { dueAt } = await decide(resetId, as("vikram"));
  assert.ok(Math.abs(dueAt!.getTime() - Date.now() - FACTOR_RESET_HOURS * 3_600_000) < 60_000);
  await assert.rejects(decide(resetId, as("olga")), fails("reset_not_found"), "agreed to once");
  await pass(FACTOR_RESET_HOURS - 1);
  assert.deepEqual(
    [(await find("meera")).secondFactor, (await find("meera")).reset?.askedBy.name],
    [true, "asha"],
  );
  await pass(1);
  assert.deepEqual([(await find("meera")).secondFactor, (await find("meera")).reset], [false, null]);
  assert.equal(await verifyAuditChain(ctx, organizationId), null);
});

test("within the day the member stops it from a session or by the link, and an Owner does", async () => {
  const { organizationId, people, as, find, ask, decide, pass } = await makeTeam();
  const memberId = people.meera;
  const stops = [
    () => keepFactors(ctx, { organizationId, memberId }),
    async () => keepFactorsByLink(ctx, await startKeepingFactors(ctx, memberId)),
    async () => {
      const { reset } = await find("meera");
      await decide(reset!.resetId, as("olga"), false);
    },
  ];
  for (const stop of stops) {
    const { resetId } = await ask(as("manager"));
    await decide(resetId, as("puppet"));
    await stop();
    await pass(100);
    assert.deepEqual([(await find("meera")).secondFactor, (await find("meera")).reset], [true, null]);
  }
  assert.equal(await keepFactors(ctx, { organizationId, memberId }), false);
  const dead = await startKeepingFactors(ctx, memberId);
  await assert.rejects(keepFactorsByLink(ctx, dead), fails("ticket_invalid"));
});

test("asking again or agreeing as another puppet does not shorten the wait", async () => {
  const { as, find, ask, decide, pass } = await makeTeam();
  const { resetId } = await ask(as("manager"));
  await decide(resetId, as("puppet"));
  await pass(10);
  const before = (await find("meera")).reset!.dueAt;
  await ask(as("puppet"));
  await assert.rejects(decide(resetId, as("asha")), fails("reset_not_found"));
  assert.equal((await find("meera")).reset!.dueAt, before);
});

test("a reset lapses when one of the two may not touch the member any more", async () => {
  const { organizationId, people, as, find, ask, decide, pass } = await makeTeam();
  const { resetId } = await ask(as("manager"));
  await decide(resetId, as("puppet"));
  await disableMember(ctx, organizationId, { memberId: people.puppet, by: as("olga") });
  await pass(100);
  assert.deepEqual([(await find("meera")).secondFactor, (await find("meera")).reset], [true, null]);
  const again = await ask(as("asha"));
  await decide(again.resetId, as("vikram"));
  const owner = { role: "owner" } as const;
  await setPermissions(ctx, organizationId, { memberId: people.meera, grant: owner, by: as("olga") });
  await pass(100);
  assert.equal((await find("meera")).secondFactor, true, "she has become an Owner meanwhile");
});

test("who asked for a reset may take it back, and the operator needs neither a second person nor a day", async () => {
  const { organizationId, people, as, find, ask, decide } = await makeTeam();
  const { resetId } = await ask(as("asha"));
  await decide(resetId, as("asha"), false);
  assert.equal((await find("meera")).reset, null);
  await resetFactors(ctx, organizationId, people.meera);
  assert.equal((await find("meera")).secondFactor, false);
});

test("whatever roles an organization makes, only an Owner touches an Owner", async () => {
  const { organizationId, people, as, find, ask, decide } = await makeTeam();
  const memberId = people.olga;
  const viewer = { role: "viewer" } as const;
  const verbs: Record<string, (by: Actor) => Promise<unknown>> = {
    setPermissions: (by) => setPermissions(ctx, organizationId, { memberId, grant: viewer, by }),
    disable: (by) => disableMember(ctx, organizationId, { memberId, by }),
    enable: (by) => enableMember(ctx, organizationId, { memberId, by }),
    invite: (by) => startInvitation(ctx, organizationId, { memberId, by }),
    endSessions: (by) =>
      ctx.db.inMerchant(organizationId, (tx) => endSessions(tx, { memberId, by, because: "ended" })),
    ask: (by) => ask(by, "olga"),
  };
  for (const [name, verb] of Object.entries(verbs))
    for (const who of ["asha", "manager"] as const)
      await assert.rejects(verb(as(who)), fails("not_yours_to_give"), `${name} by ${who}`);
  const { resetId } = await ask(as("otto"), "olga");
  await assert.rejects(decide(resetId, as("manager")), fails("not_yours_to_give"));
  await assert.rejects(decide(resetId, as("manager"), false), fails("not_yours_to_give"));
  await assert.rejects(decide(resetId, as("olga")), fails("own_request"));
  assert.equal((await find("olga")).secondFactor, true);
  await disableMember(ctx, organizationId, { memberId, by: as("otto") });
  await assert.rejects(verbs["enable"]!(as("asha")), fails("not_yours_to_give"), "a disabled Owner too");
});

test("who enables a member gives all that the member held", async () => {
  const { organizationId, people, as } = await makeTeam();
  const kavya = { memberId: people.kavya };
  await disableMember(ctx, organizationId, { ...kavya, by: as("manager") });
  await assert.rejects(
    enableMember(ctx, organizationId, { ...kavya, by: as("manager") }),
    fails("not_yours_to_give"),
  );
  await enableMember(ctx, organizationId, { ...kavya, by: as("asha") });
});
