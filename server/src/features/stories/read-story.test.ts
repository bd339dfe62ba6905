import assert from "node:assert/strict";
import { test } from "node:test";
import { startSession } from "#access";
import { setPolicies } from "#approvals";
import type { Outcome } from "#banks";
import { requestRecall } from "#recalls";
import { readStory, StoryError, type Story } from "#stories";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";
import { makeMembers } from "#test/make-members";
import { acceptTransfers, recordNews, runtimeOf } from "#transfers";

const world = await makeFaultWorld();
const { ctx } = world;
const { merchantId, organizationId } = await world.makePayer();
const people = { asha: "admin", vikram: "approver", kavya: "approver" } as const;
const { asha, vikram } = await makeMembers(ctx, organizationId, people);
await ctx.db.directory((tx) => startSession(tx, vikram, { ip: "192.0.2.1", userAgent: "Tests" }));

function codesOf({ timeline }: Story): string[] {
  return timeline.map(({ sentence }) => sentence.code);
}

test("a paid transfer shows request, route, bank, books and events in the order of their causes", async () => {
  await acceptTransfers(ctx, merchantId, [
    { ...orderTo("paid"), createdBy: { maker: `member:${asha}`, creator: "member" } },
  ]);
  await runtimeOf(ctx).idle();
  const story = await readStory(ctx, merchantId, { transferKey: "paid" });
  assert.deepEqual(codesOf(story).slice(0, 3), ["ev_received_member", "ev_ready", "ev_routed"]);
  const codes = codesOf(story);
  assert(codes.indexOf("ev_sent") < codes.indexOf("ev_bank_paid"));
  assert(codes.indexOf("ev_bank_paid") < codes.indexOf("ev_succeeded"));
  assert(codes.includes("ev_booked"));
  assert.deepEqual(
    story.timeline.map(({ no }) => no),
    story.timeline.map((_event, index) => index + 1),
  );
  assert(["payee", "payee_bank"].includes(story.explanation.holder));
  assert.equal(story.makerName, "asha");
  assert.match(story.timeline[0]!.sentence.text, /by asha$/);
});

test("a story holds no account number, opened or sealed, but the last four digits", async () => {
  const { payee, ...rest } = await readStory(ctx, merchantId, { transferKey: "paid" });
  assert.equal(payee.accountLast4, "1191");
  const said = JSON.stringify(rest.timeline) + JSON.stringify(rest.explanation);
  assert.doesNotMatch(said, /026291800001191/);
});

test("a recall is part of the story", async () => {
  const { transfer } = await readStory(ctx, merchantId, { transferKey: "paid" });
  const asked = { reason: "paid_twice", remarks: "", by: "system" } as const;
  await requestRecall(ctx, merchantId, { transferId: transfer.transferId, ...asked });
  const story = await readStory(ctx, merchantId, { transferId: transfer.transferId });
  assert.equal(codesOf(story).at(-1), "ev_recall_requested");
  assert.equal(story.recalls.length, 1);
});

test("what waits for approval names its approvers, and not its maker", async () => {
  const levels = [{ approvers: 1, permission: "approve_quick_transfer", memberIds: null }] as const;
  const policy = {
    name: "all",
    fromPaise: null,
    toPaise: null,
    rails: null,
    fundSourceIds: null,
    creators: null,
  };
  await setPolicies(ctx, merchantId, {
    subjectKind: "transfer",
    policies: [{ ...policy, levels }],
    by: "system",
  });
  const createdBy = { maker: `member:${asha}`, creator: "member" } as const;
  await acceptTransfers(ctx, merchantId, [{ ...orderTo("to-approve"), createdBy }]);
  const story = await readStory(ctx, merchantId, { anyId: "to-approve" });
  assert.deepEqual(codesOf(story), ["ev_received_member", "ev_approval_opened"]);
  assert.equal(story.explanation.state, "awaiting_approval");
  // Kavya is only invited, and Asha is the maker.
  assert.match(story.explanation.next.text, /^vikram can approve it until /);
});

test("what its bank paid after a failure is shown as the payee's, until it comes back", async () => {
  const payer = await world.makePayer();
  await world.simulator.control("PUT", "/sim/banks/meghdoot/manner", {
    debitAccount: payer.debitAccount,
    mishaps: [{ chance: 1, mishap: { kind: "cut", posted: false } }],
  });
  const [late] = await acceptTransfers(ctx, payer.merchantId, [orderTo("late")]);
  assert.ok(late?.kind === "accepted");
  await runtimeOf(ctx).idle();
  const { transferId } = late.transfer;
  const hear = async (outcome: Outcome): Promise<Story> => {
    await recordNews(ctx, payer.merchantId, [{ transferId, attempt: 1, source: "callback", outcome }]);
    return readStory(ctx, payer.merchantId, { transferId });
  };
  const refused = { kind: "failed", code: "M1", text: "no", reason: "INVALID_ACCOUNT_FAIL" } as const;
  const unpaid = await hear({ ...refused, otherBank: false });
  assert.deepEqual([unpaid.explanation.holder, unpaid.paidLate], ["you", null]);
  const paid = await hear({
    kind: "succeeded",
    code: "00",
    text: "paid",
    utr: "632512000001",
    credited: true,
  });
  assert.deepEqual([paid.transfer.status, paid.explanation.holder], ["failed", "payee"]);
  assert.equal(paid.explanation.todo.code, "todo_paid_late");
  const back = {
    code: "AC04",
    text: "closed",
    utr: "632512000002",
    reason: "RETURNED_FROM_BENEFICIARY",
  } as const;
  assert.equal((await hear({ kind: "returned", ...back })).explanation.holder, "you");
});

test("a transfer of another merchant does not exist", async () => {
  const other = await world.makeMerchant();
  await assert.rejects(readStory(ctx, other.merchantId, { anyId: "paid" }), (error) =>
    StoryError.is(error, "not_found"),
  );
});
