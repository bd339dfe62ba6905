import assert from "node:assert/strict";
import { test } from "node:test";
import { createMerchant, createOrganization, findOrCreateMember, saveRole, type Role } from "#access";
import { checkHead, readHead } from "#audit";
import { newId } from "#lib/ids";
import { deliverMessages } from "#messages";
import { startMailServer } from "#test/mail-server";
import { makeWorld } from "#test/world";
import { findHeadsToTell, tellAuditHeads } from "./work.ts";

const world = await makeWorld();
const mailServer = await startMailServer(world);
const ctx = { ...world.ctx, config: { ...world.ctx.config, smtpUrl: mailServer.url } };

async function makeTeam(mode: "live" | "sandbox") {
  const { organizationId } = await createOrganization(ctx, { name: "Neem Traders" });
  const { merchantId } = await createMerchant(ctx, { organizationId, name: "Neem", mode });
  const mark = newId().slice(-8);
  const make = async (name: string, role: Role) => {
    const email = `${name}.${mark}@example.com`;
    await findOrCreateMember(ctx, { organizationId, email, name, role, password: "a quiet banyan 27" });
    return email;
  };
  const owners = [await make("olga", "owner"), await make("otto", "owner")];
  await make("meera", "developer");
  /** Runs the worker once and returns the e-mails that it sent. */
  const look = async () => {
    const from = mailServer.mails.length;
    for (const id of await findHeadsToTell(ctx)) await tellAuditHeads(ctx, id);
    await deliverMessages(ctx, merchantId);
    return mailServer.mails.slice(from).filter(({ to }) => to.includes(mark));
  };
  const record = (name: string) =>
    saveRole(ctx, organizationId, { name, permissions: ["access_transfers"], by: "system" });
  const dayPasses = () =>
    world.look("update entry.told_heads set told_at = told_at - interval '24 hours' where merchant_id = $1", [
      organizationId,
    ]);
  return { organizationId, merchantId, owners, look, record, dayPasses };
}

test("Owners of a live organization get the ends of its audit logs once a day, without any setting", async () => {
  const { organizationId, merchantId, owners, look, record, dayPasses } = await makeTeam("live");
  const first = await look();
  assert.deepEqual(first.map(({ to }) => to).toSorted(), owners.toSorted());
  const text = first[0]!.raw.replaceAll("=\r\n", "");
  const lines = [...new Set(text.match(/vitaran-audit\/[0-9a-f-]{36}\/\d+\/[\dT:.Z-]+\/[\w-]{48}/g))];
  const heads = lines.map((line) => readHead(line)!);
  assert.deepEqual(new Set(heads.map(({ owner }) => owner)), new Set([organizationId, merchantId]));
  for (const head of heads) assert.equal(await checkHead(ctx, head), null);
  assert.deepEqual(await look(), [], "once a day");
  await dayPasses();
  assert.deepEqual(await look(), [], "nothing was recorded since");
  await record("Clerk");
  assert.equal((await look()).length, 2);
  await record("Cashier");
  assert.deepEqual(await look(), [], "the day is not over");
  await world.look("delete from audit.record where merchant_id = $1", [organizationId]);
  const [own] = heads.filter(({ owner }) => owner === organizationId);
  assert.equal((await checkHead(ctx, own!))?.why, "removed");
});

test("an organization that is in the sandbox alone gets none until it is live", async () => {
  const { organizationId, look } = await makeTeam("sandbox");
  assert.deepEqual(await look(), []);
  await createMerchant(ctx, { organizationId, name: "Neem live", mode: "live" });
  assert.equal((await look()).length, 2);
});
