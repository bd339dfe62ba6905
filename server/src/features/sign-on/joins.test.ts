/** Members whom a provider adds, with roles from a claim, and what waits for a second person in live. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMerchant } from "#access";
import { registerGuardApprovals } from "#approvals";
import { connectProvider, disconnectProvider, registerProviderApprovals } from "#sign-on";
import { CLIENT, startOpenIdProvider } from "#test/openid-provider";
import { makeWorld } from "#test/world";
import { openOffice, outcomeOf, sessionIn } from "./test/office.ts";

const world = await makeWorld();
registerGuardApprovals();
registerProviderApprovals();
const provider = await startOpenIdProvider(world);
const office = await openOffice(world);
const { ctx } = world;
const { dashboard, domain, organizationId, owner, addMember, start, answer } = office;

const joins = {
  claim: "groups",
  roles: [
    { value: "finance", role: "approver" },
    { value: "staff", role: "viewer" },
  ],
};
const terms = { ...CLIENT, issuer: provider.issuer, domains: [domain], required: false, joins };

async function enter(name: string, claims: Readonly<Record<string, unknown>>) {
  const email = `${name}@${domain}`;
  await provider.says(name, { email, email_verified: true, ...claims });
  const { ticket, url } = await start(email);
  return answer(ticket, (await provider.logIn(url, name)).search);
}

const rightsOf = async (email: string) => {
  const { items } = await owner.ask("listMembers", { limit: 100 });
  return items.find((one: { email: string }) => one.email === email);
};

test("a claim adds a member with its role, and its change changes the role", async () => {
  await owner.ask("connectProvider", terms);
  const first = await enter("dev", { name: "Dev Mehta", groups: ["staff", "elsewhere"] });
  assert.equal(outcomeOf(first), "entered");
  const me = await dashboard.open("", sessionIn(first)!).ask("getSession");
  assert.deepEqual([me.name, me.role, me.emailProved], ["Dev Mehta", "viewer", false]);
  const mail = await world.look<{ to: string }>(
    "select recipient as to from messages.message order by message_id",
  );
  assert.ok(
    mail.some(({ to }) => to === `dev@${domain}`),
    "the address is still confirmed by mail",
  );
  assert.equal(outcomeOf(await enter("dev", { groups: ["finance"] })), "entered");
  assert.equal((await rightsOf(`dev@${domain}`)).sandbox.role, "approver");
  assert.equal(outcomeOf(await enter("dev", { groups: ["elsewhere"] })), "no_role");
  assert.equal(outcomeOf(await enter("eve", { groups: "owner" })), "no_role");
});

test("in live, a provider and the powers that it gives wait for a second person", async () => {
  const { merchantId } = await createMerchant(ctx, { organizationId, name: "Live", mode: "live" });
  await dashboard.giveFactor(owner.memberId);
  const admin = await addMember("admin", "admin");
  await dashboard.giveFactor(admin.memberId);
  const queue = async () => (await admin.ask("listApprovals", { merchantId })).items;
  const domains = [domain];
  assert.equal(
    (await owner.ask("getProvider")).provider,
    null,
    "what one person decided in the sandbox ends",
  );
  const unknown = await owner.call("connectProvider", { ...terms, domains, clientSecret: undefined });
  assert.equal(unknown.body.error.message, "Enter the client secret.");
  const { requestId } = await owner.ask("connectProvider", { ...terms, domains });
  assert.notEqual(requestId, null);
  const [request] = await queue();
  assert.deepEqual(
    [request.subjectId, request.proposal.issuer, request.proposal.roles, request.proposal.logIn],
    [`provider:${organizationId}`, provider.issuer, "groups: finance = approver, staff = viewer", "offered"],
  );
  assert.doesNotMatch(JSON.stringify(request), /a secret between/);
  const again = await owner.call("connectProvider", terms);
  assert.equal(again.body.error.code, "already_open");
  const requests = [{ requestId: request.requestId, contentHash: request.contentHash }];
  await admin.ask("decideApprovals", { merchantId, requests, verdict: "approve" });
  assert.deepEqual(await queue(), []);
  const connected = await world.look("select from sign_on.provider where state = 'in_force'");
  assert.equal(connected.length, 1);
  assert.equal(outcomeOf(await enter("finn", { name: "Finn", groups: ["finance"] })), "entered");
  const finn = await rightsOf(`finn@${domain}`);
  assert.deepEqual([finn.live.permissions, finn.waits.length], [[], 1], "powers wait");
  const [asked] = await queue();
  assert.equal(asked.maker.memberId, owner.memberId, "the Owner who connected the provider gives them");
});

test("one administrator of a provider that the operator connected is never maker and approver", async () => {
  const roles = [
    { value: "pay", role: "initiator" },
    { value: "ok", role: "approver" },
  ];
  const own = { issuer: provider.issuer, domains: [domain], isRequired: false, emergencyMemberId: null };
  const given = { ...CLIENT, ...own, joins: { claim: "groups", roles }, by: "system" } as const;
  await assert.rejects(connectProvider(ctx, organizationId, given), { code: "bad_provider" });
  const admin = await addMember("ada", "admin");
  const byAdmin = { ...given, giverMemberId: admin.memberId };
  await assert.rejects(connectProvider(ctx, organizationId, byAdmin), { code: "bad_provider" });
  await connectProvider(ctx, organizationId, { ...given, giverMemberId: owner.memberId });
  for (const [name, group] of [
    ["maker", "pay"],
    ["checker", "ok"],
  ] as const) {
    assert.equal(outcomeOf(await enter(name, { name, groups: [group] })), "entered");
    const member = await rightsOf(`${name}@${domain}`);
    const powers = member.live.permissions.filter((one: string) => one !== "access_transfers");
    assert.deepEqual([powers, member.waits.length], [[], 1], "powers wait");
    const [stored] = await world.look("select email_proved from access.member where email = $1", [
      `${name}@${domain}`,
    ]);
    assert.deepEqual(stored, { email_proved: false });
  }
  await ctx.db.directory((tx) => tx.execute("update sign_on.provider set made_by = null"));
  assert.equal(outcomeOf(await enter("third", { groups: ["pay"] })), "not_a_member", "without a giver");
  assert.equal(outcomeOf(await enter("maker", { groups: ["ok"] })), "no_role");
  assert.equal(outcomeOf(await enter("maker", { groups: ["pay"] })), "entered");
  await disconnectProvider(ctx, organizationId, "system");
});

test("two log-ins of a new person at the same time add one member", async () => {
  await connectProvider(ctx, organizationId, {
    ...{ ...CLIENT, issuer: provider.issuer, domains: [domain], isRequired: false, emergencyMemberId: null },
    ...{ joins, by: "system", giverMemberId: owner.memberId },
  });
  const outcomes = await Promise.all([1, 2, 3].map(() => enter("twin", { groups: ["staff"] })));
  const codes = outcomes.map(outcomeOf);
  assert.ok(codes.includes("entered"));
  assert.ok(
    codes.every((code) => ["entered", "ticket_invalid", "other_identity"].includes(code)),
    `${codes}`,
  );
});
