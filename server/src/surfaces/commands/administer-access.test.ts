import assert from "node:assert/strict";
import { test } from "node:test";
import { foundOrganization, listTeam, resetPassword } from "#access";
import { findHead, writeHead } from "#audit";
import { newId } from "#lib/ids";
import { makeWorld } from "#test/world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld();
const { run, fail, apart } = makeOperator(world);

test("an operator lets a member set a password, and takes second factors away", async () => {
  const { organizationId } = await world.makeMerchant();
  const member = "asha@example.com";
  await run("add-member", { organization: organizationId, email: member, name: "Asha", may: "owner" });
  const { link } = await run<{ link: string }>("send-password-link", { member });
  const ticket = new URL(link).hash.slice(1);
  await resetPassword(world.ctx, { ticket, password: "a quiet banyan 27" });
  const find = () => world.ctx.db.inMerchant(organizationId, (tx) => listTeam(tx, {}));
  const { memberId } = (await find())[0]!;
  await world.look(
    `insert into access.authenticator (member_id, sealed_secret, confirmed_at) values ($1, '\\x00', now())`,
    [memberId],
  );
  assert.equal((await find())[0]!.secondFactor, true);
  await run("reset-factors", { organization: organizationId, member });
  assert.equal((await find())[0]!.secondFactor, false);
  const shared = "ravi.rao@example.com";
  const owner = { name: "Ravi", email: shared, password: "a quiet banyan 27" };
  const made = ["Neem Traders", "Mallory Traders"].map((name) =>
    foundOrganization(world.ctx, { name, businessType: "trust", owner }),
  );
  const [neem] = await Promise.all(made);
  const listed = await run<{ organization: string }[]>("send-password-link", { member: shared });
  assert.deepEqual(listed.map(({ organization }) => organization).toSorted(), [
    "Mallory Traders",
    "Neem Traders",
  ]);
  assert.ok(!JSON.stringify(listed).includes("reset-password"), "no account gets a link by chance");
  const one = { member: shared, organization: neem!.organizationId };
  const sent = await run<{ link: string; organization: string }>("send-password-link", one);
  assert.equal(sent.organization, "Neem Traders");
  await resetPassword(world.ctx, { ticket: new URL(sent.link).hash.slice(1), password: "a calm peepal 82" });
  assert.ok((await run<{ link?: string }>("send-password-link", { member: shared })).link, "one is left");
  assert.match(await fail("send-password-link", { member: "no.one@example.com" }), /no such member/);
});

test("an operator reads and sets whether every member needs a second factor, on record", async () => {
  const { organizationId: organization } = await world.makeMerchant();
  const policy = (change: Record<string, string> = {}) =>
    run<{ forAll: boolean }>("second-factor-policy", { organization, ...change });
  const records = () =>
    world.look<{ actor: string; detail: object }>(
      `select actor, detail from audit.record
       where merchant_id = $1 and action = 'access.second_factor_policy_set'
       order by seq`,
      [organization],
    );
  assert.deepEqual(await policy(), { forAll: false });
  assert.deepEqual(await policy({ "for-all": "on" }), { forAll: true });
  assert.deepEqual(await policy({ "for-all": "on" }), { forAll: true });
  assert.deepEqual(await policy(), { forAll: true });
  assert.deepEqual(await policy({ "for-all": "off" }), { forAll: false });
  assert.deepEqual(await records(), [
    { actor: "system", detail: { forAll: true } },
    { actor: "system", detail: { forAll: false } },
  ]);
  assert.match(await fail("second-factor-policy", { organization, "for-all": "yes" }), /Use on or off/);
  assert.match(await fail("second-factor-policy", { organization: newId() }), /no such organization/);
});

test("audit-head prints a line, and says of one from before whether all of it is still there", async () => {
  const { organizationId: owner } = await world.makeMerchant();
  await run("add-member", { organization: owner, email: "ravi@example.com", name: "Ravi", may: "owner" });
  const told = await run<{ seq: string; head: string }>("audit-head", { owner, json: true });
  const head = writeHead((await world.ctx.db.inMerchant(owner, findHead))!);
  assert.equal(told.head, head);
  const checked = await run<{ holds: boolean }>("audit-head", { check: head, json: true });
  assert.equal(checked.holds, true);
  assert.match(await fail("audit-head", { check: head.slice(0, -3) }), /not a line of audit-head/);
  await world.look("delete from audit.record where merchant_id = $1 and seq = $2", [owner, told.seq]);
  assert.match(await fail("audit-head", { owner }), /the last one is missing/);
  const removed = await apart.end("audit-head", { check: head });
  assert.match(removed.out, new RegExp(`^${owner}, record ${told.seq}: REMOVED`));
  assert.equal(removed.code, 1);
});
