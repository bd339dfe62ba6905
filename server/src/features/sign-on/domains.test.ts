/** Providers are offered by the domain of an address, and domains are kept, for live organizations only. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMerchant, findOrCreateMember, logIn } from "#access";
import { connectProvider } from "#sign-on";
import { CLIENT, startOpenIdProvider } from "#test/openid-provider";
import { makeWorld } from "#test/world";
import { openOffice, PASSWORD } from "./test/office.ts";

const world = await makeWorld();
const { ctx } = world;
const { issuer } = await startOpenIdProvider(world);
const squatter = await openOffice(world);
const victim = await openOffice(world);
const { stranger } = victim.dashboard;
const { domain } = victim;

const find = (more = {}): Promise<{ found: boolean }> => stranger.ask("findProvider", { domain, ...more });
const link = { organization: squatter.organizationId };
const terms = { ...CLIENT, issuer, domains: [domain], required: false };
const byOperator = {
  ...{ ...CLIENT, issuer, domains: [domain], isRequired: false, emergencyMemberId: null, joins: null },
  by: "system",
} as const;

/** Returns the organization at whose provider the last log-in began. */
async function lastOrganization(): Promise<string | undefined> {
  await stranger.ask("startProviderLogIn", { email: `new@${domain}` });
  const [last] = await world.look<{ organizationId: string }>(LAST);
  return last?.organizationId;
}

const LAST = `
  select provider.organization_id as "organizationId"
  from access.ticket
  join sign_on.provider on provider.provider_id::text = ticket.challenge
  where ticket.purpose = 'provider_log_in'
  order by ticket.expires_at desc
  limit 1`;

test("a sandbox that claims the domain of another company is shown to no one there", async () => {
  const { organizationId } = squatter;
  const email = `mallory@${domain}`;
  await findOrCreateMember(ctx, { organizationId, email, name: "M", role: "viewer", password: PASSWORD });
  await squatter.owner.ask("connectProvider", terms);
  assert.equal((await find()).found, false);
  for (const address of [email, `anyone@${domain}`]) {
    const refused = await stranger.call("startProviderLogIn", { email: address });
    assert.equal(refused.body.error.code, "provider_not_found", "member or not");
  }
  assert.equal((await find(link)).found, true, "its own link finds it");
  assert.equal((await find({ organization: victim.organizationId })).found, false);
  const { logInLink } = await squatter.owner.ask("getProvider");
  assert.match(logInLink, new RegExp(`/login\\?organization=${organizationId}$`));
});

test("no claim of a sandbox or of the time before live blocks a live organization", async () => {
  await connectProvider(ctx, squatter.organizationId, byOperator);
  assert.equal(
    (await find()).found,
    false,
    "the operator's provider of a sandbox is offered by its link too",
  );
  const { organizationId } = victim;
  await createMerchant(ctx, { organizationId, name: "Live", mode: "live" });
  await connectProvider(ctx, organizationId, byOperator);
  assert.equal((await find()).found, true);
  assert.equal(await lastOrganization(), organizationId);
  assert.equal((await squatter.owner.call("connectProvider", terms)).body.error.code, "domain_taken");
  const late = { organizationId: squatter.organizationId, name: "Late", mode: "live" } as const;
  await createMerchant(ctx, late);
  assert.equal(await lastOrganization(), organizationId, "a later live organization is behind it");
});

test("domains at which anyone can have an address are refused to the operator too", async () => {
  for (const name of "outlook.in live.in hotmail.co.uk rediff.com pm.me yandex.ru gmx.de qq.com mail.ru".split(
    " ",
  )) {
    const connecting = connectProvider(ctx, victim.organizationId, { ...byOperator, domains: [name] });
    await assert.rejects(connecting, { code: "bad_provider" });
  }
});

test("the first live merchant opens passwords that a member closed, not those that the operator closed", async () => {
  const browser = { ip: "192.0.2.7", userAgent: "Tests" };
  for (const isClosedByOperator of [false, true]) {
    const { organizationId, domain: own, dashboard, owner, addMember } = await openOffice(world);
    await addMember("ada", "viewer");
    await dashboard.giveFactor(owner.memberId);
    const emergencyMemberId = owner.memberId;
    if (isClosedByOperator) {
      const required = { domains: [own], isRequired: true, emergencyMemberId };
      await connectProvider(ctx, organizationId, { ...byOperator, ...required });
    } else
      await owner.ask("connectProvider", { ...terms, domains: [own], required: true, emergencyMemberId });
    const enter = () => logIn(ctx, { email: `ada@${own}`, password: PASSWORD, browser });
    await assert.rejects(enter(), { code: "provider_required" });
    await createMerchant(ctx, { organizationId, name: "Live", mode: "live" });
    await (isClosedByOperator ? assert.rejects(enter(), { code: "provider_required" }) : enter());
  }
});
