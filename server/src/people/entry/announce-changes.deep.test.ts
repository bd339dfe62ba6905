import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addMember,
  askToResetFactors,
  changeApiClient,
  changePassword,
  completeLogIn,
  confirmAuthenticator,
  createApiClient,
  createMerchant,
  createOrganization,
  disableMember,
  decideFactorReset,
  endSessions,
  findOrCreateMember,
  foundOrganization,
  keepFactorsByLink,
  logIn,
  makeSignatureKeys,
  renameMember,
  resetApiClient,
  resetFactors,
  saveRole,
  setPermissions,
  setUpAuthenticator,
  type Role,
} from "#access";
import { changeRights, requestKeyReset, requestPolicies, setPolicies } from "#approvals";
import type { Actor } from "#audit";
import { addBeneficiary, removeBeneficiary } from "#beneficiaries";
import { newId } from "#lib/ids";
import { deliverMessages } from "#messages";
import { changeSettings } from "#settings";
import { makeAuthenticatorApp } from "#test/authenticator-app";
import { addOnlookers } from "#test/make-members";
import { startMailServer } from "#test/mail-server";
import { makeWorld } from "#test/world";
import { addEndpoint, changeEndpoint, openListener, removeEndpoint, rotateSecret } from "#webhooks";
import { announceChanges, findChangesToTell } from "./index.ts";

const world = await makeWorld();
const mailServer = await startMailServer(world);
const ctx = {
  ...world.ctx,
  config: { ...world.ctx.config, smtpUrl: mailServer.url, publicUrl: "https://pay.example" },
};
const PASSWORD = "a quiet banyan 27";
const signatureKeys = await makeSignatureKeys();

async function makeTeam() {
  const { organizationId } = await createOrganization(ctx, { name: "Neem Traders" });
  const { merchantId } = await createMerchant(ctx, { organizationId, name: "Neem", mode: "live" });
  await createApiClient(ctx, merchantId, { name: "Tests", signatureKeys });
  const mark = newId().slice(-8);
  const make = async (name: string, role: Role) => {
    const email = `${name.toLowerCase()}.${mark}@example.com`;
    const { memberId } = await findOrCreateMember(ctx, {
      organizationId,
      email,
      name,
      role,
      password: PASSWORD,
    });
    return { memberId, email, by: `member:${memberId}` as const };
  };
  const people = {
    olga: await make("Olga", "owner"),
    otto: await make("Otto", "owner"),
    meera: await make("Meera", "developer"),
    asha: await make("Asha", "admin"),
    vikram: await make("Vikram", "admin"),
  };
  /** Returns the subjects and texts of the e-mails that `change` causes, by the recipient's name. */
  const told = async (change: () => Promise<unknown>) => {
    await tell();
    const from = mailServer.mails.length;
    await change();
    await tell();
    return Object.fromEntries(
      mailServer.mails.slice(from).map((mail) => {
        const [name] = Object.entries(people).find(([, { email }]) => email === mail.to) ?? [mail.to];
        return [name, { subject: mail.header("Subject"), raw: mail.raw }];
      }),
    );
  };
  const tell = async () => {
    for (const chainId of await ctx.db.sweep(findChangesToTell)) await announceChanges(ctx, chainId);
    await deliverMessages(ctx, merchantId);
  };
  const enter = (name: keyof typeof people, browser: { ip: string; userAgent: string; token?: string }) =>
    logIn(ctx, { email: people[name].email, password: PASSWORD, browser });
  return { organizationId, merchantId, people, told, enter };
}

type Told = Record<string, { subject: string; raw: string }>;
const whoHeard = (told: Told): string[] => Object.keys(told).toSorted();
const textOf = (told: Told): string => told["olga"]!.raw.replaceAll("=\r\n", "");
const linkIn = (raw: string) =>
  /\/keep-factors#([\w-]{43})/.exec(raw.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1];
const subjectOf = (told: Told): string =>
  [...new Set(Object.values(told).map(({ subject }) => subject))].join();

test("a change of one's own proofs is told to the member and to all Owners, and to no one else", async () => {
  const { organizationId, people, told, enter } = await makeTeam();
  const { memberId } = people.meera;
  const browser = { ip: "192.0.2.7", userAgent: "Tests" };
  let entered = await enter("meera", browser);
  const first = await told(() => Promise.resolve());
  assert.deepEqual(first, {}, "what was told already is not told again");
  const strange = await told(async () => (entered = await enter("meera", browser)));
  assert.deepEqual(whoHeard(strange), ["meera", "olga", "otto"]);
  assert.equal(subjectOf(strange), "Security notice: Log-in in a new browser");
  assert.match(strange["meera"]!.raw, /192\.0\.2\.7/);
  const session = entered.kind === "session" ? entered.session : assert.fail();
  const known = await told(() => enter("meera", { ...browser, token: session.browserToken }));
  assert.deepEqual(known, {}, "a browser that is known is no news");
  const own = { organizationId, memberId, sessionId: session.sessionId };
  const changed = await told(() => changePassword(ctx, own, { current: PASSWORD, next: "a calm peepal 81" }));
  assert.deepEqual(
    [whoHeard(changed), subjectOf(changed)],
    [["meera", "olga", "otto"], "Security notice: Password changed"],
  );
  const factor = await told(async () => {
    const { secret } = await setUpAuthenticator(ctx, { ...own, email: people.meera.email });
    await confirmAuthenticator(ctx, own, { code: makeAuthenticatorApp(secret)() });
  });
  assert.equal(subjectOf(factor), "Security notice: Authenticator app added");
  const renamed = await told(() => renameMember(ctx, own, "Asha Rao"));
  assert.equal(subjectOf(renamed), "Security notice: Member's name changed");
});

test("who owns or approves hears of a change that needs no second person, however many there are", async () => {
  const { organizationId, merchantId, people, told } = await makeTeam();
  await addOnlookers(world, organizationId);
  for (const { memberId } of [people.otto, people.asha, people.vikram])
    await told(() => disableMember(ctx, organizationId, { memberId, by: "system" }));
  const { by } = people.olga;
  const contact = { email: "v@example.com", phone: "9876543210" };
  const account = { accountNumber: "100000001", ifsc: "YESB0000262" };
  const listed = { name: "Vendor", beneId: "VENDOR", ...contact, ...account };
  await addBeneficiary(ctx, merchantId, { ...listed, by: "system" });
  await removeBeneficiary(ctx, merchantId, { beneId: listed.beneId, by: "system" });
  const asked: Record<string, () => Promise<unknown>> = {
    "change of the approval policies": () =>
      requestPolicies(ctx, merchantId, { subjectKind: "transfer", policies: [], by }),
    "new or reset API keys": () => requestKeyReset(ctx, merchantId, { by }),
    "looser rules, limits or settings": () => changeSettings(ctx, merchantId, { stopAbove: "900000.00", by }),
    "another account for a beneficiary ID": () =>
      addBeneficiary(ctx, merchantId, { ...listed, accountNumber: "100000002", by }),
  };
  for (const [what, ask] of Object.entries(asked)) {
    const heard = await told(ask);
    assert.deepEqual(whoHeard(heard), ["asha", "olga", "otto", "vikram"], what);
    assert.equal(subjectOf(heard), "Security notice: Request that no other member can approve");
    for (const { raw } of Object.values(heard)) {
      assert.match(raw.replaceAll("=\r\n", ""), new RegExp(`${what}, takes effect at \\d+-`));
      assert.match(raw.replaceAll("=\r\n", ""), /withdraw or reject the request under Approvals/);
    }
  }
});

test("keys, policies, roles and sessions are told to the Owners and who did it, but no end of a listener", async () => {
  const { organizationId, merchantId, people, told, enter } = await makeTeam();
  const by = people.asha.by;
  let endpointId = "";
  const endpoint = { url: "https://hooks.example.com/v", format: "standard", by } as const;
  const resolve = () => Promise.resolve(["93.184.216.34"]);
  const changes: Record<string, () => Promise<unknown>> = {
    "API keys reset": () => resetApiClient(ctx, merchantId, { by }),
    "Allowlist or settings of the API keys changed": () =>
      changeApiClient(ctx, merchantId, { ipAllowlist: ["203.0.113.7"], by }),
    "Approval policies changed": () =>
      setPolicies(ctx, merchantId, { subjectKind: "beneficiary", policies: [], by }),
    "Webhook endpoint added": async () =>
      ({ endpointId } = await addEndpoint(ctx, merchantId, endpoint, resolve)),
    "Webhook secret changed": () => rotateSecret(ctx, merchantId, { endpointId, by }),
    "Webhook listener opened": async () => {
      const { listenerId } = await openListener(ctx, merchantId, { format: "standard", by });
      await removeEndpoint(ctx, merchantId, { endpointId: listenerId, by });
    },
    "Role made": () =>
      saveRole(ctx, organizationId, { name: "Auditor", permissions: ["view_audit_log"], by }),
    "Member's permissions changed": () =>
      setPermissions(ctx, organizationId, { memberId: people.meera.memberId, grant: { role: "viewer" }, by }),
  };
  for (const [what, change] of Object.entries(changes)) {
    const heard = await told(change);
    const concerned = what === "Member's permissions changed" ? "meera" : "asha";
    assert.deepEqual(
      [whoHeard(heard), subjectOf(heard)],
      [[concerned, "olga", "otto"], `Security notice: ${what}`],
    );
  }
  await enter("meera", { ip: "192.0.2.8", userAgent: "" });
  const ended = await told(() =>
    ctx.db.inMerchant(organizationId, (tx) =>
      endSessions(tx, { memberId: people.meera.memberId, by, because: "ended" }),
    ),
  );
  assert.match(subjectOf(ended), /Sessions ended|2 changes/);
});

test("the removal of factors or Owner rights is told at once, and the member's e-mail alone can stop it", async () => {
  const { organizationId, people, told } = await makeTeam();
  let resetId = "";
  const asked = await told(async () => {
    ({ resetId } = await askToResetFactors(ctx, organizationId, { ...people.meera, by: people.asha.by }));
  });
  assert.deepEqual(whoHeard(asked), ["meera", "olga", "otto"]);
  const agreed = await told(() =>
    decideFactorReset(ctx, organizationId, { resetId, agree: true, by: people.vikram.by }),
  );
  assert.equal(subjectOf(agreed), "Security notice: Removal of second factors in 24 hours");
  assert.deepEqual([linkIn(agreed["olga"]!.raw), linkIn(agreed["otto"]!.raw)], [undefined, undefined]);
  const stopped = await told(() => keepFactorsByLink(ctx, linkIn(asked["meera"]!.raw)!));
  assert.equal(subjectOf(stopped), "Security notice: Removal of second factors stopped");
  await assert.rejects(keepFactorsByLink(ctx, linkIn(agreed["meera"]!.raw)!), "nothing is left to stop");
  const byOperator = await told(() => resetFactors(ctx, organizationId, people.meera.memberId));
  assert.deepEqual(whoHeard(byOperator), ["meera", "olga", "otto"]);
  assert.equal(subjectOf(byOperator), "Security notice: Second factors removed");
  const less = { ...people.otto, grant: { role: "viewer" }, by: people.olga.by } as const;
  const taken = await told(() => setPermissions(ctx, organizationId, less));
  assert.deepEqual([whoHeard(taken), linkIn(taken["olga"]!.raw)], [["olga", "otto"], undefined]);
  assert.match(taken["otto"]!.raw.replaceAll("=\r\n", ""), /Taken in live: .*manage keys.*own organization/);
  const kept = await told(() => keepFactorsByLink(ctx, linkIn(taken["otto"]!.raw)!));
  assert.match(subjectOf(taken) + subjectOf(kept), /permissions change in 24 hours.*Owner stopped/);
});

test("a member whose password is known to someone else learns of it by the wrong codes", async () => {
  const { organizationId, people, told, enter } = await makeTeam();
  const { memberId, email } = people.meera;
  const browser = { ip: "192.0.2.9", userAgent: "Tests" };
  const entered = await enter("meera", browser);
  const { sessionId } = entered.kind === "session" ? entered.session : assert.fail();
  const own = { organizationId, memberId, sessionId };
  const { secret } = await setUpAuthenticator(ctx, { ...own, email });
  await confirmAuthenticator(ctx, own, { code: makeAuthenticatorApp(secret)() });
  const heard = await told(async () => {
    const outcome = await enter("meera", { ip: "198.51.100.9", userAgent: "" });
    const ticket = outcome.kind === "second_factor" ? outcome.ticket : assert.fail();
    const wrong = { kind: "code", code: "000000" } as const;
    for (let times = 0; times < 5; times += 1)
      await completeLogIn(ctx, { ticket, proof: wrong, browser }).catch(() => undefined);
  });
  assert.equal(subjectOf(heard), "Security notice: Right password, but five wrong codes");
});

test("a new organization's Owner is told without set-up, a few times at an address that is not proved", async () => {
  const email = `new.${newId().slice(-8)}@example.com`;
  const owner = { name: "Nila", email, password: PASSWORD };
  let merchantId = "";
  const { memberId } = await foundOrganization(
    ctx,
    { name: "Kadamba Foods", businessType: null, owner },
    async (organizationId) => {
      ({ merchantId } = await createMerchant(ctx, { organizationId, name: "Kadamba", mode: "sandbox" }));
      await createApiClient(ctx, merchantId, { name: "Tests", signatureKeys });
    },
  );
  for (let times = 0; times < 6; times += 1) {
    await resetApiClient(ctx, merchantId, { by: `member:${memberId}` });
    for (const chainId of await ctx.db.sweep(findChangesToTell)) await announceChanges(ctx, chainId);
  }
  await deliverMessages(ctx, merchantId);
  const mails = mailServer.mails.filter(({ to }) => to === email);
  assert.equal(mails.length, 3);
  assert.ok(mails.every((mail) => mail.header("Subject").startsWith("Security notice: ")));
});

test("no name of a member, an organization or a role stands in a subject, and none is a link in the text", async () => {
  const { organizationId, people, told } = await makeTeam();
  await world.look("update access.organization set name = $2 where organization_id = $1", [
    organizationId,
    "Win at prize.example.com/now http://evil.example @you \u202etxt.exe",
  ]);
  const heard = await told(() =>
    addMember(ctx, {
      organizationId,
      email: `x.${newId()}@example.com`,
      name: "Click evil.example",
      grant: { role: "viewer" },
      by: people.asha.by,
    }),
  );
  for (const { subject, raw } of Object.values(heard)) {
    assert.equal(subject, "Security notice: Member added");
    assert.doesNotMatch(raw, /evil\.example|prize\.example|http:\/\/evil|\u202e/);
  }
});

test("asking for a removal again is no news, and the link of the first e-mail still stops it", async () => {
  const { organizationId, people, told } = await makeTeam();
  const ask = (by: Actor) => askToResetFactors(ctx, organizationId, { memberId: people.meera.memberId, by });
  const asked = await told(() => ask(people.asha.by));
  for (const { by } of [people.asha, people.vikram]) assert.deepEqual(await told(() => ask(by)), {});
  const stopped = await told(() => keepFactorsByLink(ctx, linkIn(asked["meera"]!.raw)!));
  assert.equal(subjectOf(stopped), "Security notice: Removal of second factors stopped");
});

test("e-mails name people with addresses, and mark a name like another member's; subjects name no one", async () => {
  const { organizationId, people, told } = await makeTeam();
  const email = `puppet.${newId()}@example.com`;
  const grant = { role: "viewer" } as const;
  const puppet = { organizationId, email, name: "MEERA", grant, by: people.asha.by };
  const added = await told(() => addMember(ctx, puppet));
  const raw = added["olga"]!.raw.replaceAll("=\r\n", "");
  assert.ok(raw.includes(`MEERA (${email}; another member has a similar name)`), raw);
  assert.ok(raw.includes(`Asha (${people.asha.email})`), raw);
  for (const { memberId } of [people.otto, people.asha, people.vikram])
    await told(() => disableMember(ctx, organizationId, { memberId, by: "system" }));
  const change = { memberId: people.meera.memberId, grant: { role: "admin" }, by: people.olga.by } as const;
  const action = "access.member_permissions_set";
  const heard = await told(() => changeRights(ctx, organizationId, { ...change, action }));
  const text = heard["otto"]!.raw.replaceAll("=\r\n", "");
  assert.ok(text.includes(`Meera (${people.meera.email}; another member has a similar name)`), text);
  assert.ok(text.includes(`Olga (${people.olga.email})`), text);
  assert.doesNotMatch(subjectOf(added) + subjectOf(heard), /Olga|Meera/i);
});

test("a flood of changes hides no other: repeated ones of one thing are one row", async () => {
  const { merchantId, people, told } = await makeTeam();
  const { by } = people.asha;
  const resolve = async () => ["93.184.216.34"];
  const [endpointId, other] = await Promise.all(
    ["v", "w"].map(async (path) => {
      const endpoint = { url: `https://hooks.example.com/${path}`, format: "standard", by } as const;
      return (await addEndpoint(ctx, merchantId, endpoint, resolve)).endpointId;
    }),
  );
  const change = (one: string) => changeEndpoint(ctx, merchantId, { endpointId: one, eventTypes: null, by });
  const repeated = await told(async () => {
    for (let times = 0; times < 25; times += 1) await change(endpointId!);
    await change(other!);
    await removeEndpoint(ctx, merchantId, { endpointId: endpointId!, by });
  });
  const rows =
    />Webhook endpoint changed; 25 times until[^]*>Webhook endpoint changed<[^]*>Webhook endpoint removed</;
  assert.match(textOf(repeated), rows);
});
