import assert from "node:assert/strict";
import { test } from "node:test";
import { listTeam, resetPassword } from "#access";
import { makeWorld } from "#test/world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld();
const { run, fail } = makeOperator(world);

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
  assert.match(await fail("send-password-link", { member: "no.one@example.com" }), /no such member/);
});
