import assert from "node:assert/strict";
import { test } from "node:test";
import { addMember } from "#access";
import { decideRequests, findRequests, registerGuardApprovals } from "#approvals";
import { findVirtualAccount } from "#fund-sources";
import { makeMembers } from "#test/make-members";
import { makeWorld } from "#test/world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld();
const { run, fail, apart } = makeOperator(world);
registerGuardApprovals();

test("who makes a merchant is told the account that recharges its wallet", async () => {
  const { organizationId } = await world.makeMerchant();
  const { code, out, err } = await apart.end("create-merchant", {
    organization: organizationId,
    name: "Kaveri Stores",
    mode: "sandbox",
  });
  assert.deepEqual([code, err], [0, ""]);
  const made = JSON.parse(out) as Record<string, string>;
  assert.match(made.accountNumber!, /^[0-9]{16}$/);
  assert.match(made.ifsc!, /^[A-Z]{4}0[A-Z0-9]{6}$/);
  const owner = await findVirtualAccount(world.ctx, made.accountNumber!);
  assert.deepEqual(owner, { merchantId: made.merchantId, fundSourceId: made.fundSourceId });
});

test("what members gave each other before there was real money waits for another person in live", async () => {
  const { organizationId } = await world.makeMerchant();
  const people = await makeMembers(world.ctx, organizationId, {
    owner: "owner",
    admin: "admin",
    asha: "approver",
  });
  const invited = {
    email: "second.address@example.com",
    name: "Ravi Kumar",
    grant: { role: "approver" },
  } as const;
  const by = `member:${people.admin}` as const;
  const { memberId } = await addMember(world.ctx, { ...invited, organizationId, by });
  const live = { organization: organizationId, name: "Kaveri Stores", mode: "live" };
  const { merchantId } = await run<Record<string, string>>("create-merchant", live);
  const rightsOf = async (id: string) =>
    (await world.look<{ live: string[]; sandbox: string[] | null }>(READ_RIGHTS, [id]))[0]!;
  const ofInvited = await rightsOf(memberId);
  assert.deepEqual([ofInvited.live.length, ofInvited.sandbox?.length], [0, 4]);
  // The operator's grant remains, and opening the second live merchant makes no second request.
  assert.equal((await rightsOf(people.asha)).live.length, 4);
  await run("create-merchant", { ...live, name: "Kaveri Exports" });
  const requests = await world.look(
    "select subject_id, maker from approvals.request where status = 'pending'",
  );
  assert.deepEqual(requests, [{ subject_id: `member:${memberId}`, maker: by }]);
  await world.ctx.db.inMerchant(merchantId!, async (tx) => {
    const name = { subjectKind: "rights", subjectId: `member:${memberId}` } as const;
    const { contentHash } = (await findRequests(tx, "rights", [name.subjectId])).get(name.subjectId)!;
    const decision = { request: name, contentHash, verdict: "approve", memberId: people.owner } as const;
    assert.equal((await decideRequests(tx, [decision]))[0]!.kind, "approved");
  });
  assert.equal((await rightsOf(memberId)).live.length, 4);
});

const READ_RIGHTS = `
  select permissions as live, sandbox_permissions as sandbox
  from access.member
  where member_id = $1`;

test("an option that is wrong is told by its name, in a line, before anything is opened", async () => {
  const wrongId = await fail("list-approvals", { merchant: "xyz" });
  assert.match(wrongId, /--merchant <id>.*It is not an ID/);
  const { organizationId } = await world.makeMerchant();
  const amount = { organization: organizationId, name: "Kaveri", mode: "sandbox", overdraft: "much" };
  const wrongAmount = await fail("create-merchant", amount);
  assert.match(wrongAmount, /--overdraft/);
  const wrongMode = await fail("create-merchant", { ...amount, mode: "test", overdraft: "0" });
  assert.match(wrongMode, /--mode.*sandbox, live/);
  const rule = { merchant: organizationId, kind: "velocity", effect: "block" };
  const wrongJson = await fail("add-rule", { ...rule, parameters: "{bad" });
  assert.match(wrongJson, /--parameters.*It is not JSON/);
  const range = { ...rule, parameters: "{}", from: "2026-02-30T00:00:00Z" };
  const wrongDay = await fail("try-rule", range);
  assert.match(wrongDay, /--from.*Use a time with its time zone/);
  const all = [wrongId, wrongAmount, wrongMode, wrongJson, wrongDay];
  for (const told of all) assert.doesNotMatch(told, /\n {4}at /);
});

test("a mistyped command is told with the one that was meant, and nothing starts", async () => {
  const { code, out, err } = await apart.end("creat-client", {});
  assert.match(err, /unknown command 'creat-client'\s*\(Did you mean create-client\?\)/);
  assert.deepEqual([code, out], [1, ""]);
});
