import assert from "node:assert/strict";
import { test } from "node:test";
import { requestKeyScope, decideRequests, setPolicies, type Policy, type ApproverVerdict } from "#approvals";
import type { Actor } from "#audit";
import { registerBatchApprovals } from "#batches";
import { setBankEnabled, stopBank } from "#fund-sources";
import { acceptTransfers, runtimeOf, workTransfers } from "#transfers";
import { orderTo } from "#test/faults/fault-world";
import { makeMembers } from "#test/make-members";
import { accountRow, makeBatchWorld, outcomeOf, pay, request, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;
registerBatchApprovals();

/** Requires one approver for batches that meet the conditions, or for all batches. */
async function requireFrom(merchantId: string, conditions: Partial<Policy> = {}): Promise<void> {
  const any = { fromPaise: null, toPaise: null, rails: null, fundSourceIds: null, creators: null };
  const level = { approvers: 1, permission: "approve_bulk_transfer", memberIds: null } as const;
  const policies = [{ name: "Batches", ...any, ...conditions, levels: [level] }];
  await setPolicies(ctx, merchantId, { subjectKind: "batch", policies, by: "system" });
}

for (const [verdict, status] of [
  ["approve", "completed"],
  ["reject", "rejected"],
] as const) {
  test(`a batch of a merchant with a policy waits, and after "${verdict}" it is ${status}`, async () => {
    const merchant = await world.makePayer();
    const { merchantId, organizationId } = merchant;
    const { asha } = await makeMembers(ctx, organizationId, { asha: "approver" });
    await requireFrom(merchantId);
    const { batch } = await request(ctx, merchant, { rows: [accountRow(), accountRow()] });
    await workOff(ctx, merchant);
    assert.equal((await outcomeOf(ctx, merchant, batch.batchId)).status, "awaiting_approval");
    await decide(merchantId, {
      batchId: batch.batchId,
      contentHash: batch.contentHash,
      memberId: asha,
      verdict,
    });
    await workOff(ctx, merchant);
    const outcome = await outcomeOf(ctx, merchant, batch.batchId);
    assert.equal(outcome.status, status);
    assert.equal(outcome.because, verdict === "approve" ? null : "An approver rejected it.");
  });
}

test("a batch of keys that may only draft waits without a policy, and one yes pays all its rows", async () => {
  const merchant = await world.makePayer();
  const { merchantId, organizationId, clientId } = merchant;
  await requestKeyScope(ctx, merchantId, { scope: "draft" });
  const order = () =>
    request(ctx, merchant, { rows: [accountRow(), accountRow()], by: `api-key:${clientId}` });
  const { batch: hopeless } = await order();
  await workOff(ctx, merchant);
  const refused = await outcomeOf(ctx, merchant, hopeless.batchId);
  assert.deepEqual([refused.status, /no member can approve/.test(refused.because ?? "")], ["rejected", true]);

  const { asha: memberId } = await makeMembers(ctx, organizationId, { asha: "approver" });
  await world.look("update access.member set password_hash = '$argon2id$x' where member_id = $1", [memberId]);
  const { batch } = await order();
  await workOff(ctx, merchant);
  assert.equal((await outcomeOf(ctx, merchant, batch.batchId)).status, "awaiting_approval");
  const { batchId, contentHash } = batch;
  await decide(merchantId, { batchId, contentHash, memberId, verdict: "approve" });
  await workOff(ctx, merchant);
  const outcome = await outcomeOf(ctx, merchant, batchId);
  assert.equal(outcome.status, "completed");
  const waiting = await world.look(
    "select from transfers.transfer where merchant_id = $1 and status = 'awaiting_approval'",
    [merchantId],
  );
  assert.equal(waiting.length, 0, "its rows do not wait once more");
});

test("an amount that is cut into batches is judged like the whole, by each maker", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  await requireFrom(merchantId, { fromPaise: 100_00n });
  const send = async (amount: string, by: Actor = "api-key:tests"): Promise<string> =>
    (await pay(ctx, merchant, { rows: [accountRow({ amount })], by })).status;
  assert.equal(await send("60.00"), "completed");
  assert.equal(await send("20.00"), "completed");
  assert.equal(await send("1.00"), "awaiting_approval", "with the charges");
  assert.equal(await send("60.00", "api-key:others"), "completed");
});

test("batches of a member and of the key whose secret that member was shown add up, in either order", async () => {
  for (const keyFirst of [true, false]) {
    const merchant = await world.makePayer();
    const { merchantId, organizationId, clientId } = merchant;
    await requireFrom(merchantId, { fromPaise: 100_00n });
    const { meera: memberId } = await makeMembers(ctx, organizationId, { meera: "admin" });
    await world.look("update access.api_client set shown_to = $2 where merchant_id = $1", [
      merchantId,
      memberId,
    ]);
    const makers: Actor[] = [`api-key:${clientId}`, `member:${memberId}`];
    const send = async (by: Actor): Promise<string> =>
      (await pay(ctx, merchant, { rows: [accountRow({ amount: "60.00" })], by })).status;
    const [first, second] = keyFirst ? makers : makers.toReversed();
    assert.equal(await send(first!), "completed");
    assert.equal(await send(second!), "awaiting_approval");
  }
});

test("what the maker pays singly counts for a batch, also if transfers by file are excepted", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const limits = [{ ...SINGLE, fromPaise: 100_00n }];
  const exceptWays = ["batch_call", "batch_file"] as const;
  await setPolicies(ctx, merchantId, { subjectKind: "transfer", policies: limits, exceptWays, by: "system" });
  await requireFrom(merchantId, { fromPaise: 100_00n });
  const createdBy = { maker: "api-key:tests", creator: "api" } as const;
  await acceptTransfers(ctx, merchantId, [{ ...orderTo("SINGLE"), amountPaise: 60_00n, createdBy }]);
  await runtimeOf(ctx).idle();
  const send = async (amount: string, by: Actor): Promise<string> =>
    (await pay(ctx, merchant, { rows: [accountRow({ amount })], by })).status;
  assert.equal(await send("20.00", "api-key:others"), "completed");
  assert.equal(await send("20.00", "api-key:others"), "completed", "the rows of a batch count once");
  assert.equal(await send("20.00", "api-key:tests"), "completed");
  assert.equal(await send("1.00", "api-key:tests"), "awaiting_approval", "with the charges");
});

const SINGLE: Policy = {
  ...{ name: "Singles", fromPaise: null, toPaise: null, rails: null, fundSourceIds: null, creators: null },
  levels: [{ approvers: 1, permission: "approve_quick_transfer", memberIds: null }],
};

test("the charges of rows count, also those of the batch itself", async () => {
  const merchant = await world.makePayer();
  await requireFrom(merchant.merchantId, { fromPaise: 100_00n });
  const send = async (count: number, by: Actor): Promise<string> => {
    const rows = Array.from({ length: count }, () => accountRow({ amount: "1.00" }));
    return (await pay(ctx, merchant, { rows, by })).status;
  };
  // Each row costs ₹6 and ₹1.08 of tax.
  assert.equal(await send(13, "api-key:tests"), "awaiting_approval");
  assert.equal(await send(12, "api-key:others"), "completed");
  assert.equal(await send(1, "api-key:others"), "awaiting_approval");
});

test("a large batch that only waits leaves the sum below it as it is", async () => {
  const merchant = await world.makePayer();
  await requireFrom(merchant.merchantId, { fromPaise: 100_00n, toPaise: 200_00n });
  const send = async (amount: string): Promise<string> =>
    (await pay(ctx, merchant, { rows: [accountRow({ amount })], by: "api-key:tests" })).status;
  assert.equal(await send("150.00"), "awaiting_approval");
  assert.equal(await send("60.00"), "completed");
  assert.equal(await send("60.00"), "awaiting_approval");
  assert.equal(await send("250.00"), "completed", "in one order, no one is asked about this amount");
});

test("what was rejected of earlier batches does not count", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  await requireFrom(merchantId, { fromPaise: 100_00n });
  const wrong = accountRow({ amount: "60.00", ifsc: "XXXX0000001" });
  await pay(ctx, merchant, { rows: [wrong] });
  assert.equal((await pay(ctx, merchant, { rows: [accountRow({ amount: "60.00" })] })).status, "completed");
});

test("a batch taken before its bank was stopped waits for it; a later one is told of the stop", async () => {
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  const bankId = "meghdoot";
  const { asha: memberId } = await makeMembers(ctx, organizationId, { asha: "approver" });
  await requireFrom(merchantId);
  const order = async (): Promise<string> => {
    const { batch } = await request(ctx, merchant, { rows: [accountRow(), accountRow()] });
    await workOff(ctx, merchant);
    return batch.batchId;
  };
  const approve = async (batchId: string): Promise<void> => {
    const [{ contentHash } = assert.fail()] = await world.look<{ contentHash: Buffer }>(
      `select content_hash as "contentHash" from batches.batch where batch_id = $1`,
      [batchId],
    );
    await decide(merchantId, { batchId, contentHash, memberId, verdict: "approve" });
    await workOff(ctx, merchant);
  };
  const statuses = async (): Promise<string[]> =>
    (
      await world.look<{ status: string }>("select status from transfers.transfer where merchant_id = $1", [
        merchantId,
      ])
    ).map(({ status }) => status);
  const before = await order();
  await ctx.db.inMerchant(merchantId, (tx) => stopBank(tx, { bankId, because: "an unknown debit" }));
  const after = await order();
  await approve(before);
  assert.deepEqual(await statuses(), ["waiting", "waiting"]);
  await approve(after);
  assert.equal((await statuses()).length, 2);
  const rows = (await outcomeOf(ctx, merchant, after)).rows;
  assert.ok(rows.every((row) => JSON.stringify(row).includes("Payments from this account are paused")));
  await setBankEnabled(ctx, merchantId, { bankId, enabled: true, by: "system" });
  await world.look("update transfers.transfer set due_at = accepted_at where merchant_id = $1", [merchantId]);
  await workTransfers(ctx, merchantId);
  await runtimeOf(ctx).idle();
  assert.deepEqual(await statuses(), ["succeeded", "succeeded"]);
});

interface Decision {
  readonly batchId: string;
  readonly contentHash: Buffer;
  readonly memberId: string;
  readonly verdict: ApproverVerdict;
}

async function decide(merchantId: string, { batchId, ...decision }: Decision): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const subject = { subjectKind: "batch", subjectId: batchId } as const;
    const [outcome] = await decideRequests(tx, [{ request: subject, ...decision }]);
    assert.notEqual(outcome!.kind, "refused");
  });
}
