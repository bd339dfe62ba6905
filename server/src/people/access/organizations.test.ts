import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyAuditChain } from "#audit";
import { newId } from "#lib/ids";
import { makeWorld } from "#test/world";
import {
  AccessError,
  addMember,
  changeMerchant,
  createMerchant,
  createOrganization,
  findOrCreateMember,
  findOrCreateMerchant,
  findOrCreateOrganization,
  isPassword,
  readMerchant,
} from "./index.ts";

const world = await makeWorld();

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);

const eight = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 8 }, make));

test("seeds that run at the same time find or make each thing once", async () => {
  const { ctx } = world;
  const organizations = await eight(() => findOrCreateOrganization(ctx, { name: "Demo Foods" }));
  const organizationId = organizations[0]!.organizationId;
  assert.ok(organizations.every((organization) => organization.organizationId === organizationId));

  const shop = { organizationId, name: "Demo Foods", mode: "sandbox" } as const;
  const merchants = await eight(() => findOrCreateMerchant(ctx, shop));
  assert.equal(new Set(merchants.map((merchant) => merchant.merchantId)).size, 1);
  const second = await findOrCreateMerchant(ctx, { ...shop, name: "Demo Foods (classic)" });
  assert.notEqual(second.merchantId, merchants[0]!.merchantId);

  const admin = { organizationId, email: "Admin@Example.com ", name: "Demo Admin", role: "admin" } as const;
  const members = await eight(() => findOrCreateMember(ctx, { ...admin, password: "correct horse" }));
  assert.equal(new Set(members.map((member) => member.memberId)).size, 1);
  assert.equal(members.filter((member) => member.created).length, 1);
});

test("a name is one line of at most 100 characters, kept without blanks around it", async () => {
  const { ctx } = world;
  const { organizationId } = await createOrganization(ctx, { name: " Lotus & Sons " });
  const [kept] = await world.look<{ name: string }>(
    "select name from access.organization where organization_id = $1",
    [organizationId],
  );
  assert.equal(kept!.name, "Lotus & Sons");
  const grant = { role: "approver" } as const;
  const makers = [
    (name: string) => createOrganization(ctx, { name }),
    (name: string) => createMerchant(ctx, { organizationId, name, mode: "sandbox" }),
    (name: string) =>
      addMember(ctx, { organizationId, email: `lotus${name.length}@example.com`, name, grant, by: "system" }),
  ];
  for (const make of makers) {
    await make("x".repeat(100));
    for (const name of ["", "  ", "--", "x".repeat(101), "Asha\nRao", "Asha\u001b[31m"]) {
      await assert.rejects(make(name), fails("bad_name"), JSON.stringify(name));
    }
  }
});

test("a member's e-mail is lower case, the password argon2id, and both stay what they were", async () => {
  const { ctx } = world;
  const { organizationId } = await createOrganization(ctx, { name: "Kites" });
  const member = { organizationId, email: "Kite@Example.com", name: "Kite", role: "admin" } as const;
  const { memberId } = await findOrCreateMember(ctx, { ...member, password: "first password" });
  await findOrCreateMember(ctx, { ...member, password: "second password" });
  const [row] = await ctx.db.directory((tx) =>
    tx.query<{ email: string; password_hash: string }>(
      "select email, password_hash from access.member where member_id = $1",
      [memberId],
    ),
  );
  assert.equal(row!.email, "kite@example.com");
  assert.equal(await isPassword("first password", row!.password_hash), true);

  const other = await createOrganization(ctx, { name: "Other kites" });
  const stolen = findOrCreateMember(ctx, { ...member, ...other, password: "third password" });
  await assert.rejects(stolen, fails("email_taken"));
});

test("a merchant begins with the documented settings, and changes only those given", async () => {
  const { ctx } = world;
  const { organizationId } = await createOrganization(ctx, { name: "Lamps" });
  const { merchantId } = await createMerchant(ctx, { organizationId, name: "Lamps", mode: "sandbox" });
  assert.deepEqual(await ctx.db.inMerchant(merchantId, readMerchant), {
    merchantId,
    organizationId,
    name: "Lamps",
    mode: "sandbox",
    settings: {
      syncWaitMs: 5_000,
      allowLoopbackWebhooks: false,
      payoutsEnabled: true,
      apisEnabled: true,
      tokenRequestorId: null,
    },
  });
  const changed = await changeMerchant(ctx, merchantId, {
    settings: { syncWaitMs: 0, allowLoopbackWebhooks: true, payoutsEnabled: false },
    by: "api-key:someone",
  });
  const expected = {
    syncWaitMs: 0,
    allowLoopbackWebhooks: true,
    payoutsEnabled: false,
    apisEnabled: true,
    tokenRequestorId: null,
  };
  assert.deepEqual(changed, expected);
  assert.deepEqual((await ctx.db.inMerchant(merchantId, readMerchant)).settings, expected);

  const audit = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query("select actor, action, subject from audit.record where merchant_id = $1 order by seq", [
      merchantId,
    ]),
  );
  const subject = `merchant:${merchantId}`;
  assert.deepEqual(audit, [
    { actor: "system", action: "access.merchant_created", subject },
    { actor: "api-key:someone", action: "access.merchant_changed", subject },
  ]);
  assert.equal(await verifyAuditChain(ctx, merchantId), null);
});

test("settings out of range, and loopback webhooks of a live merchant, are refused", async () => {
  const { ctx } = world;
  const { organizationId } = await createOrganization(ctx, { name: "Mangoes" });
  const { merchantId } = await createMerchant(ctx, { organizationId, name: "Mangoes", mode: "live" });
  const bad = [
    { syncWaitMs: -1 },
    { syncWaitMs: 60_001 },
    { syncWaitMs: 1.5 },
    { allowLoopbackWebhooks: true },
  ];
  for (const settings of bad) {
    await assert.rejects(
      changeMerchant(ctx, merchantId, { settings }),
      fails("bad_setting"),
      JSON.stringify(settings),
    );
  }
  const unknown = changeMerchant(ctx, newId(), { settings: { syncWaitMs: 1 } });
  await assert.rejects(unknown, fails("merchant_not_found"));
  const ownerless = createMerchant(ctx, { organizationId: newId(), name: "Ownerless", mode: "live" });
  await assert.rejects(ownerless, fails("organization_not_found"));
});

test("the application cannot turn a sandbox merchant into a live one, or give it away", async () => {
  const { ctx } = world;
  const { organizationId } = await createOrganization(ctx, { name: "Nets" });
  const { merchantId } = await createMerchant(ctx, { organizationId, name: "Nets", mode: "sandbox" });
  for (const change of ["mode = 'live'", "organization_id = merchant_id", "merchant_id = organization_id"]) {
    const attempt = ctx.db.inMerchant(merchantId, (tx) => tx.execute(`update access.merchant set ${change}`));
    await assert.rejects(attempt, /permission denied/, change);
  }
});
