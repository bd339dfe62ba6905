/** Claims settled together or by several processes: each is independent, and one verification is charged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decideRequests, findRequests } from "#approvals";
import { recordAudit } from "#audit";
import { workVerifications } from "#beneficiaries";
import { confirmClaim, createLink, registerLinks, workLinks } from "#links";
import { newId } from "#lib/ids";
import { addRule } from "#risk";
import { runtimeOf } from "#transfers";
import { armCrashPoints, makeProcess, runAs } from "#test/faults/crashes";
import { advance, assertSound, makeFaultWorld, settle, type Payer } from "#test/faults/fault-world";
import { makeMembers } from "#test/make-members";
import { stopAfter } from "#test/stop-after";
import {
  claim,
  dayAhead,
  draft,
  eventsOf,
  makeLink,
  prove,
  TO_ACCOUNT,
  tokenOf,
  toVpa,
  view,
} from "./test/payee.ts";

const world = await makeFaultWorld();
registerLinks();
const { ctx } = world;

const toAccount = (accountNumber: string) => ({
  ...TO_ACCOUNT,
  accountNumber,
  accountNumberAgain: accountNumber,
});
const MATCHING = toAccount("919191919101");

const verificationsOf = async ({ merchantId }: Payer): Promise<string[]> =>
  (
    await world.look<{ status: string }>(
      "select status from beneficiaries.verification where merchant_id = $1",
      [merchantId],
    )
  ).map(({ status }) => status);

test("of two processes at one claim one asks for the name, and both go by what it hears", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant, { checkName: true });
  const visitor = await prove(world, merchant, made.token);
  const draftId = await draft(ctx, visitor, MATCHING);
  const first = stopAfter(world, "beneficiaries.verify.requested", async () => {
    await advance(world, merchant, 11_000);
    await workLinks(ctx, merchant.merchantId);
    await confirmClaim(ctx, visitor, draftId);
    assert.equal((await view(world, merchant, made)).status, "PENDING");
  });
  await confirmClaim(first, visitor, draftId);
  await runtimeOf(first).idle();
  await settle(world, ctx, merchant);
  assert.equal((await view(world, merchant, made)).status, "REDEEMED");
  assert.deepEqual(await verificationsOf(merchant), ["found"]);
  await assertSound(world, [merchant]);
});

test("what a process heard before it died is not asked and paid for again", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant, { checkName: true });
  const visitor = await prove(world, merchant, made.token);
  const draftId = await draft(ctx, visitor, MATCHING);
  armCrashPoints();
  await runAs(makeProcess("transfers.accept.locked"), () => confirmClaim({ ...ctx }, visitor, draftId));
  assert.deepEqual(await verificationsOf(merchant), ["found"]);
  assert.equal((await view(world, merchant, made)).status, "PENDING");
  await advance(world, merchant, 11_000);
  await workLinks(ctx, merchant.merchantId);
  await settle(world, ctx, merchant);
  assert.equal((await view(world, merchant, made)).status, "REDEEMED");
  assert.deepEqual(await verificationsOf(merchant), ["found"]);
});

test("a process that died while it asked is waited for until others have asked in its place", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant, { checkName: true });
  const visitor = await prove(world, merchant, made.token);
  const draftId = await draft(ctx, visitor, MATCHING);
  armCrashPoints();
  const dying = makeProcess("beneficiaries.verify.requested");
  await runAs(dying, () => confirmClaim({ ...ctx }, visitor, draftId));
  await advance(world, merchant, 61_000);
  await workLinks(ctx, merchant.merchantId);
  assert.equal((await view(world, merchant, made)).status, "PENDING");
  await workVerifications(ctx, merchant.merchantId);
  await advance(world, merchant, 16_000);
  await workLinks(ctx, merchant.merchantId);
  await settle(world, ctx, merchant);
  assert.equal((await view(world, merchant, made)).status, "REDEEMED");
  assert.deepEqual(await verificationsOf(merchant), ["found"]);
});

test("a process that died before it asked has charged nothing, and the payee may come again", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant, { checkName: true });
  const visitor = await prove(world, merchant, made.token);
  const draftId = await draft(ctx, visitor, MATCHING);
  const dying = stopAfter(world, "links.name.begun", () => Promise.reject(new Error("died")));
  await confirmClaim(dying, visitor, draftId);
  assert.equal((await view(world, merchant, made)).status, "PENDING");
  await advance(world, merchant, 60_000);
  await workLinks(ctx, merchant.merchantId);
  assert.equal((await view(world, merchant, made)).status, "PENDING", "it may only be slow");
  await world.look(
    "update links.claim set name_asked_at = name_asked_at - interval '61 s' where merchant_id = $1",
    [merchant.merchantId],
  );
  await advance(world, merchant, 60_000);
  await workLinks(ctx, merchant.merchantId);
  const { status, reason } = await view(world, merchant, made);
  assert.deepEqual([status, reason], ["FAILED", "NAME_NOT_CHECKED"]);
  assert.deepEqual(await verificationsOf(merchant), []);
  await assertSound(world, [merchant]);
});

test("a claim that cannot be settled stops no other one, and is looked at again", async () => {
  const merchant = await world.makePayer();
  const links = [
    await makeLink(world, merchant),
    await makeLink(world, merchant),
    await makeLink(world, merchant),
  ];
  armCrashPoints();
  for (const { token } of links) {
    const visitor = await prove(world, merchant, token);
    const draftId = await draft(ctx, visitor, TO_ACCOUNT);
    await runAs(makeProcess("links.confirm.ordered"), () => confirmClaim({ ...ctx }, visitor, draftId));
  }
  const spoil = (change: string): Promise<unknown> =>
    world.look(`update links.claim set sealed_account = ${change} where link_id = $1`, [
      links[1]!.link.linkId,
    ]);
  await spoil("set_byte(sealed_account, 40, get_byte(sealed_account, 40) # 1)");
  await advance(world, merchant, 11_000);
  await workLinks(ctx, merchant.merchantId);
  await settle(world, ctx, merchant);
  const statuses = async (): Promise<string[]> =>
    Promise.all(links.map(async (one) => (await view(world, merchant, one)).status));
  assert.deepEqual(await statuses(), ["REDEEMED", "PENDING", "REDEEMED"]);
  await spoil("set_byte(sealed_account, 40, get_byte(sealed_account, 40) # 1)");
  await advance(world, merchant, 16_000);
  await workLinks(ctx, merchant.merchantId);
  await settle(world, ctx, merchant);
  assert.deepEqual(await statuses(), ["REDEEMED", "REDEEMED", "REDEEMED"]);
  await assertSound(world, [merchant]);
});

test("a member who made a link does not agree to its payment", async () => {
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  const { asha, vikram } = await makeMembers(ctx, organizationId, { asha: "approver", vikram: "approver" });
  const look = { kind: "transfer_limit", parameters: { limitPaise: 5_00 }, effect: "review" } as const;
  await addRule(ctx, merchantId, { ...look, by: "system" });
  const { link, address } = await createLink(ctx, merchantId, {
    linkKey: "by_asha",
    amountPaise: 500_00n,
    name: "Vikram Seth",
    phone: "9876543210",
    expiry: await dayAhead(world, merchant, 10),
    notifyPayee: false,
    checkName: false,
    by: `member:${asha}`,
  });
  await claim(ctx, await prove(world, merchant, tokenOf(address)), toVpa("success@upi"));
  const [transfer] = await world.look<{ id: string; status: string }>(
    "select transfer_id as id, status from transfers.transfer where origin_id = $1",
    [link.linkId],
  );
  assert.equal(transfer!.status, "awaiting_approval");
  const approve = (memberId: string): Promise<string> =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const subject = { subjectKind: "transfer", subjectId: transfer!.id } as const;
      const { contentHash } = (await findRequests(tx, "transfer", [transfer!.id])).get(transfer!.id)!;
      const [outcome] = await decideRequests(tx, [
        { request: subject, memberId, verdict: "approve", contentHash },
      ]);
      return outcome!.kind === "refused" ? outcome!.code : outcome!.kind;
    });
  assert.deepEqual([await approve(asha), await approve(vikram)], ["own_request", "approved"]);
});

test("a claim waits while a day's name checks of its link or of its maker's links are used up", async () => {
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  const { asha, vikram } = await makeMembers(ctx, organizationId, { asha: "admin", vikram: "admin" });
  const linkOf = (memberId: string) =>
    makeLink(world, merchant, { checkName: true, by: `member:${memberId}` });
  const claimed = async (memberId: string, checkedBefore = 0) => {
    const made = await linkOf(memberId);
    await checkNames(memberId, { linkId: made.link.linkId, count: checkedBefore });
    await claim(ctx, await prove(world, merchant, made.token), MATCHING);
    return async () => (await view(world, merchant, made)).status;
  };
  const checkNames = (memberId: string, { linkId, count }: { linkId: string; count: number }) =>
    ctx.db.inMerchant(merchantId, (tx) => {
      const actor = `member:${memberId}` as const;
      const record = { actor, action: "links.name_asked", subject: `link:${linkId}` } as const;
      return recordAudit(
        tx,
        Array.from({ length: count }, () => record),
      );
    });
  await checkNames(asha, { linkId: newId(), count: 99 });
  const [last, above, other] = [await claimed(asha), await claimed(asha), await claimed(vikram)];
  assert.deepEqual([await last(), await above(), await other()], ["REDEEMED", "PENDING", "REDEEMED"]);
  const [fifth, sixth] = [await claimed(vikram, 4), await claimed(vikram, 5)];
  assert.deepEqual([await fifth(), await sixth()], ["REDEEMED", "PENDING"]);
  await advance(world, merchant, 20 * 60_000);
  await workLinks(ctx, merchantId);
  assert.equal(await above(), "PENDING", "it is looked at again, and costs nothing");
  assert.deepEqual(await verificationsOf(merchant), ["found", "found", "found"]);
  await advance(world, merchant, 24 * 3_600_000);
  await workLinks(ctx, merchantId);
  await settle(world, ctx, merchant);
  assert.deepEqual([await above(), await sixth()], ["REDEEMED", "REDEEMED"]);
  await assertSound(world, [merchant]);
});

test("a claim that a bank paid after it had failed ends the link: it is not offered again", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const visitor = await prove(world, merchant, made.token);
  await claim(ctx, visitor, toVpa("late-success@upi"));
  await runtimeOf(ctx).idle();
  assert.equal((await view(world, merchant, made)).status, "FAILED");
  await advance(world, merchant, 60_000);
  await settle(world, ctx, merchant);
  const { status, utr } = await view(world, merchant, made);
  assert.equal(status, "REDEEMED");
  assert.match(String(utr), /^\d+$/);
  assert.deepEqual(
    (await eventsOf(world, merchant)).map((event) => (event as { type: string }).type),
    ["CASHGRAM_REDEEMED"],
  );
  await assertSound(world, [merchant]);
});
