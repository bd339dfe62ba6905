/** Members log in with a real OpenID provider, which runs in a process of its own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { disableMember, logIn } from "#access";
import { CLIENT, startOpenIdProvider } from "#test/openid-provider";
import { makeWorld } from "#test/world";
import { openOffice, outcomeOf, PASSWORD, sessionIn } from "./test/office.ts";

const world = await makeWorld();
const { ctx } = world;
const provider = await startOpenIdProvider(world);
const office = await openOffice(world);
const { dashboard, domain, organizationId, owner, addMember, start, answer } = office;
const { issuer } = provider;
const asha = await addMember("asha", "viewer");
const terms = { ...CLIENT, issuer, domains: [domain], required: false };

const connect = (more = {}) => owner.call("connectProvider", { ...terms, ...more });
const verified = (email: string, more = {}) => ({ email, email_verified: true, ...more });

/** Logs in at the provider under a name, and returns our answer. */
async function enter(account: string, email = `${account}@${domain}`) {
  const { ticket, url } = await start(email);
  const back = await provider.logIn(url, account);
  assert.equal(back.origin + back.pathname, "http://localhost:8080/sign-on");
  return answer(ticket, back.search);
}

test("a connection is tested before it is stored", async () => {
  assert.equal((await owner.ask("getProvider")).provider, null);
  const refusals: [object, string][] = [
    [{ issuer: "http://127.0.0.1:1" }, "provider_away"],
    [{ issuer: "http://10.0.0.7" }, "address_refused"],
    [{ issuer: "http://169.254.169.254/latest" }, "address_refused"],
    [{ issuer: "ftp://example.com" }, "bad_provider"],
    [{ issuer: `${issuer}/else` }, "provider_away"],
    [{ clientSecret: "another secret" }, "client_refused"],
    [{ clientId: "unknown" }, "client_refused"],
    [{ domains: ["gmail.com"] }, "bad_provider"],
    [{ domains: ["elsewhere.example"] }, "bad_provider"],
    [{ required: true }, "bad_provider"],
    [{ joins: { claim: "groups", roles: [{ value: "all", role: "owner" }] } }, "bad_provider"],
  ];
  for (const [more, code] of refusals)
    assert.equal((await connect(more)).body.error?.code, code, JSON.stringify(more));
  assert.equal((await owner.ask("getProvider")).provider, null);
  assert.deepEqual(await owner.ask("connectProvider", terms), { requestId: null, aloneUntil: null });
  const { provider: shown, redirectUri } = await owner.ask("getProvider");
  assert.deepEqual(
    [shown.issuer, shown.clientId, redirectUri],
    [issuer, "vitaran", "http://localhost:8080/sign-on"],
  );
  assert.doesNotMatch(JSON.stringify(shown), /secret/);
  const admin = await addMember("admin", "admin");
  assert.equal((await admin.call("connectProvider", terms)).body.error.code, "not_permitted");
});

test("a member logs in by the verified address, and from then on by the provider's subject", async () => {
  await provider.says("asha", verified(`asha@${domain}`));
  const first = await enter("asha");
  assert.equal(outcomeOf(first), "entered");
  const session = await dashboard.open("", sessionIn(first)!).ask("getSession");
  assert.equal(session.memberId, asha.memberId);
  await provider.says("asha", verified("someone@elsewhere.example", { name: "Renamed" }));
  const second = await enter("asha");
  const again = await dashboard.open("", sessionIn(second)!).ask("getSession");
  assert.deepEqual([again.memberId, again.email], [asha.memberId, `asha@${domain}`]);
  await provider.says("usurper", verified(`asha@${domain}`));
  assert.equal(outcomeOf(await enter("usurper")), "other_identity");
  await owner.ask("unlinkMember", { memberId: asha.memberId });
  assert.equal(outcomeOf(await enter("usurper")), "entered");
  await owner.ask("unlinkMember", { memberId: asha.memberId });
});

test("only a verified address of an accepted domain leads to a member", async () => {
  await provider.says("asha", { email: `asha@${domain}`, email_verified: false });
  assert.equal(outcomeOf(await enter("asha")), "email_unproved");
  await provider.says("asha", { email: `asha@${domain}` });
  assert.equal(outcomeOf(await enter("asha")), "email_unproved");
  await provider.says("asha", verified(`asha@sub.${domain}`));
  assert.equal(outcomeOf(await enter("asha")), "domain_not_allowed");
  await provider.says("stranger", verified(`stranger@${domain}`));
  assert.equal(outcomeOf(await enter("stranger")), "not_a_member");
});

test("keys of the provider change without notice", async () => {
  await provider.changeKeys();
  await provider.says("asha", verified(`asha@${domain}`));
  assert.equal(outcomeOf(await enter("asha")), "entered");
  await provider.changeKeys();
  assert.equal(outcomeOf(await enter("asha")), "entered");
});

test("an answer counts once, in its own browser and for its own question", async () => {
  const { ticket, url } = await start(`asha@${domain}`);
  const back = await provider.logIn(url, "asha");
  const other = await start(`asha@${domain}`);
  assert.equal(outcomeOf(await answer(other.ticket, back.search)), "answer_unproved", "another state");
  assert.equal(outcomeOf(await answer(ticket, back.search)), "entered");
  assert.equal(outcomeOf(await answer(ticket, back.search)), "ticket_invalid", "the same answer again");
  const third = await start(`asha@${domain}`);
  const replayed = new URL(third.url);
  const query = new URLSearchParams(back.search);
  query.set("state", replayed.searchParams.get("state")!);
  assert.equal(outcomeOf(await answer(third.ticket, `?${query}`)), "answer_stale", "a code of before");
  const fourth = await start(`asha@${domain}`);
  const fresh = await provider.logIn(fourth.url, "asha");
  fresh.searchParams.set("iss", "https://elsewhere.example");
  assert.equal(outcomeOf(await answer(fourth.ticket, fresh.search)), "answer_unproved", "another issuer");
});

test("what the provider refuses is said in plain words", async () => {
  const codes: Record<string, string> = {
    access_denied: "provider_denied",
    login_required: "provider_interrupted",
    temporarily_unavailable: "provider_busy",
    invalid_scope: "provider_misconfigured",
    "<script>alert(1)</script>": "provider_misconfigured",
  };
  for (const [error, code] of Object.entries(codes)) {
    const { ticket, url } = await start(`asha@${domain}`);
    const state = new URL(url).searchParams.get("state")!;
    const reply = await answer(ticket, `?${new URLSearchParams({ error, state, iss: issuer })}`);
    assert.equal(outcomeOf(reply), code, error);
    assert.doesNotMatch(JSON.stringify(reply.body), /<|alert\(/);
  }
});

test("the log-in page learns about domains, never about addresses", async () => {
  const { stranger } = dashboard;
  const find = (name: string) => stranger.ask("findProvider", { domain: name, organization: organizationId });
  assert.deepEqual(await find(domain), { found: true, required: false });
  assert.deepEqual(await find("example.org"), { found: false, required: false });
  const unknown = await start(`no-one@${domain}`);
  assert.equal(new URL(unknown.url).origin, issuer);
  const reply = await stranger.call("startProviderLogIn", { email: "asha@example.org" });
  assert.equal(reply.body.error.code, "provider_not_found");
});

test("a disabled member is out at once, and stays out", async () => {
  const ravi = await addMember("ravi", "viewer");
  await provider.says("ravi", verified(`ravi@${domain}`));
  const browser = dashboard.open("", sessionIn(await enter("ravi"))!);
  await browser.ask("getSession");
  await disableMember(ctx, organizationId, { memberId: ravi.memberId, by: "system" });
  assert.equal((await browser.call("getSession")).body.error.code, "not_logged_in");
  assert.equal(outcomeOf(await enter("ravi")), "log_in_refused");
});

test("a fresh proof takes a new log-in at the provider", async () => {
  const browser = dashboard.open("", sessionIn(await enter("asha"))!);
  await ctx.db.directory((tx) => tx.execute(AGE, [asha.memberId]));
  const stale = (await browser.ask("getSession")).provedAt;
  assert.deepEqual(await browser.ask("readProofWays"), { factor: false, password: true, provider: true });
  const { ticket, url } = await browser.ask("startProviderProof");
  const asked = new URL(url).searchParams;
  assert.deepEqual([asked.get("prompt"), asked.get("max_age")], ["login", "0"]);
  const back = await provider.logIn(url, "asha");
  const { provedAt } = await browser.ask("answerProviderProof", { ticket, query: back.search });
  assert.ok(new Date(provedAt) > new Date(stale));
  const someone = await browser.ask("startProviderProof");
  const wrong = await provider.logIn(someone.url, "usurper");
  const refused = await browser.call("answerProviderProof", { ticket: someone.ticket, query: wrong.search });
  assert.equal(refused.body.error.code, "other_identity");
  await dashboard.giveFactor(asha.memberId);
  const third = await browser.ask("startProviderProof");
  const late = await provider.logIn(third.url, "asha");
  const reply = await browser.call("answerProviderProof", { ticket: third.ticket, query: late.search });
  assert.equal(reply.body.error.code, "factor_needed", "the member's own factor proves more");
  assert.equal(outcomeOf(await enter("asha")), "asked for more", "and is asked for after the provider");
});

const AGE = "update access.session set proved_at = proved_at - interval '1 hour' where member_id = $1";

test("if the provider is required, one Owner still has password and second factor", async () => {
  const email = `olga@${domain}`;
  const required = { required: true, emergencyMemberId: owner.memberId };
  assert.equal((await connect(required)).body.error.code, "bad_emergency_owner", "without a second factor");
  await dashboard.giveFactor(owner.memberId);
  await owner.ask("connectProvider", { ...terms, ...required });
  const place = { ip: "192.0.2.7", userAgent: "Tests" };
  const withPassword = (who: string) => logIn(ctx, { email: who, password: PASSWORD, browser: place });
  await assert.rejects(withPassword(`admin@${domain}`), { code: "provider_required" });
  assert.equal((await withPassword(email)).kind, "second_factor");
  const boss = await addMember("boss", "owner");
  const disabling = await boss.call("disableMember", { memberId: owner.memberId });
  assert.equal(disabling.body.error.code, "emergency_owner_needed");
  await owner.ask("disconnectProvider");
  assert.equal((await withPassword(`admin@${domain}`)).kind, "session");
});
