/** The operator connects an organization's provider by command, and ends it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CLIENT, startOpenIdProvider } from "#test/openid-provider";
import { makeWorld } from "#test/world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld({ environment: { OIDC_CLIENT_SECRET: CLIENT.clientSecret } });
const { run, fail } = makeOperator(world);
const provider = await startOpenIdProvider(world);

interface Shown {
  readonly redirectAddress: string;
  readonly logInAddress: string;
  readonly provider: { readonly issuer: string; readonly joins: object | null } | null;
}

test("an operator connects a provider, shows it and ends it", async () => {
  const { organizationId: organization } = await world.makeMerchant({ mode: "live" });
  const show = () => run<Shown>("show-provider", { organization });
  assert.deepEqual(await show(), {
    redirectAddress: "http://localhost:8080/sign-on",
    logInAddress: `http://localhost:8080/login?organization=${organization}`,
    provider: null,
  });
  const given = { organization, issuer: provider.issuer, client: CLIENT.clientId, domains: "neem.example" };
  assert.match(
    await fail("connect-provider", { ...given, client: "unknown" }),
    /does not accept the client id/,
  );
  const [olga, asha] = ["olga@neem.example", "asha@neem.example"];
  await run("add-member", { organization, email: olga, name: "Olga", may: "owner" });
  await run("add-member", { organization, email: asha, name: "Asha", may: "viewer" });
  const joins = { ...given, claim: "groups", roles: "finance=approver, staff=viewer" };
  assert.match(await fail("connect-provider", joins), /--claim needs --member/);
  assert.match(await fail("connect-provider", { ...joins, member: asha }), /Name an active Owner/);
  assert.match(await fail("connect-provider", { ...joins, member: olga, roles: "all=owner" }), /cannot give/);
  assert.match(await fail("connect-provider", { ...given, required: "on" }), /Choose the Owner/);
  await run("connect-provider", { ...joins, member: olga });
  const { provider: shown } = await show();
  const roles = [
    { value: "finance", role: "approver" },
    { value: "staff", role: "viewer" },
  ];
  assert.deepEqual([shown?.issuer, shown?.joins], [provider.issuer, { claim: "groups", roles }]);
  assert.doesNotMatch(JSON.stringify(shown), /secret/i);
  assert.match(
    await fail("disconnect-member", { organization, member: asha }),
    /has no account of the provider/,
  );
  await run("disconnect-provider", { organization });
  assert.equal((await show()).provider, null);
  assert.match(await fail("disconnect-provider", { organization }), /no provider is connected/);
});
