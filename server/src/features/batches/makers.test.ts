/** The maker of a batch must never approve what the risk shield wants reviewed in it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decideRequests, findRequests, setPolicies, withdrawRequests } from "#approvals";
import { cloneFailedRows, receiveFile, registerBatchApprovals } from "#batches";
import { addRule } from "#risk";
import { makeMembers } from "#test/make-members";
import { registerTransfers } from "#transfers";
import { accountRow, makeBatchWorld, outcomeOf, request, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;
registerTransfers();
registerBatchApprovals();

/** Lets all batches wait for one approver. */
const makeBatchesWait = (merchantId: string) => {
  const any = { toPaise: null, rails: null, fundSourceIds: null, creators: null };
  return setPolicies(ctx, merchantId, {
    subjectKind: "batch",
    policies: [
      {
        name: "All",
        fromPaise: 1n,
        ...any,
        levels: [{ approvers: 1, permission: "approve_bulk_transfer", memberIds: null }],
      },
    ],
    by: "system",
  });
};

/** Uploads a file with one row. */
function upload(merchantId: string, memberId: string) {
  const row = accountRow();
  const file = [Object.keys(row), Object.values(row)].map((cells) => cells.join(",")).join("\n");
  return receiveFile(ctx, merchantId, {
    bytes: Buffer.from(file),
    name: "salaries.csv",
    format: "BANK_ACCOUNT",
    replacesBeneficiaries: false,
    fundSourceId: null,
    by: `member:${memberId}`,
  });
}

const LOOK = { kind: "transfer_limit", parameters: { limitPaise: 5_00 }, effect: "review" } as const;

async function makeOffice() {
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  const people = await makeMembers(ctx, organizationId, {
    asha: "approver",
    vikram: "approver",
    meera: "initiator",
  });
  await addRule(ctx, merchantId, { ...LOOK, by: "system" });
  const approve = (memberId: string): Promise<string[]> =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const transfers = await tx.query<{ id: string }>(
        "select transfer_id as id from transfers.transfer where merchant_id = $1",
        [merchantId],
      );
      const ids = transfers.map(({ id }) => id);
      const requests = await findRequests(tx, "transfer", ids);
      const outcomes = await decideRequests(
        tx,
        ids.map((subjectId) => ({
          request: { subjectKind: "transfer", subjectId } as const,
          memberId,
          verdict: "approve" as const,
          contentHash: requests.get(subjectId)!.contentHash,
        })),
      );
      return outcomes.map((outcome) => (outcome.kind === "refused" ? outcome.code : outcome.kind));
    });
  return { merchant, people, approve };
}

test("a member who uploaded rows does not agree to them; another one does", async () => {
  const { merchant, people, approve } = await makeOffice();
  const batch = await upload(merchant.merchantId, people.asha);
  await workOff(ctx, merchant);
  assert.equal((await outcomeOf(ctx, merchant, batch.batchId)).rows[0]!.status, "APPROVAL_PENDING");
  assert.deepEqual(await approve(people.asha), ["own_request"]);
  assert.deepEqual(await approve(people.vikram), ["approved"]);
  await workOff(ctx, merchant);
  assert.equal((await outcomeOf(ctx, merchant, batch.batchId)).rows[0]!.status, "SUCCESS");
});

test("of what the merchant's programs gave, any permitted member may agree", async () => {
  const { merchant, people, approve } = await makeOffice();
  await request(ctx, merchant, { rows: [accountRow()] });
  await workOff(ctx, merchant);
  assert.deepEqual(await approve(people.asha), ["approved"]);
});

test("a member who made the rows of a batch does not agree to them in a clone that others made", async () => {
  const { merchant, people, approve } = await makeOffice();
  const { merchantId } = merchant;
  await makeBatchesWait(merchantId);
  const uploaded = await upload(merchantId, people.asha);
  await workOff(ctx, merchant);
  const decide = (batchId: string, memberId: string, verdict: "approve" | "reject") =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const request = { subjectKind: "batch", subjectId: batchId } as const;
      const { contentHash } = (await findRequests(tx, "batch", [batchId])).get(batchId)!;
      const [outcome] = await decideRequests(tx, [{ request, memberId, verdict, contentHash }]);
      return outcome!.kind === "refused" ? outcome!.code : outcome!.kind;
    });
  assert.equal(await decide(uploaded.batchId, people.vikram, "reject"), "rejected");
  let batchId = uploaded.batchId;
  // The second one is a clone of a clone.
  for (const by of ["api-key:tests", `member:${people.meera}`] as const) {
    ({ batchId } = await cloneFailedRows(ctx, merchantId, { batchId, by }));
    await workOff(ctx, merchant);
    assert.equal(await decide(batchId, people.asha, "approve"), "own_request");
    if (by === "api-key:tests") assert.equal(await decide(batchId, people.vikram, "reject"), "rejected");
  }
  assert.equal(await decide(batchId, people.vikram, "approve"), "approved");
  await workOff(ctx, merchant);
  // The risk shield asks about each payment of the clone, and its makers do not answer either.
  assert.deepEqual(await approve(people.asha), ["own_request"]);
  assert.deepEqual(await approve(people.vikram), ["approved"]);
  await workOff(ctx, merchant);
  assert.equal((await outcomeOf(ctx, merchant, batchId)).rows[0]!.status, "SUCCESS");
});

test("a clone that a program made of a member's batch is judged as the member's", async () => {
  const { merchant, people } = await makeOffice();
  const { merchantId } = merchant;
  await makeBatchesWait(merchantId);
  const uploaded = await upload(merchantId, people.asha);
  await workOff(ctx, merchant);
  await ctx.db.inMerchant(merchantId, (tx) =>
    withdrawRequests(tx, [
      { request: { subjectKind: "batch", subjectId: uploaded.batchId }, by: `member:${people.asha}` },
    ]),
  );
  const { batchId } = await cloneFailedRows(ctx, merchantId, {
    batchId: uploaded.batchId,
    by: "api-key:tests",
  });
  await workOff(ctx, merchant);
  const [request] = await world.look(
    "select maker, maker_ids::text as makers from approvals.request where subject_id = $1 and status = 'pending'",
    [batchId],
  );
  assert.deepEqual(request, { maker: "api-key:tests", makers: `{${people.asha}}` });
});
