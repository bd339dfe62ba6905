/** The maker of a batch must never approve what the risk shield wants reviewed in it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decideRequests, findRequests } from "#approvals";
import { receiveFile } from "#batches";
import { addRule } from "#risk";
import { makeMembers } from "#test/make-members";
import { registerTransfers } from "#transfers";
import { accountRow, makeBatchWorld, outcomeOf, request, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;
registerTransfers();

const LOOK = { kind: "transfer_limit", parameters: { limitPaise: 5_00 }, effect: "review" } as const;

async function makeOffice() {
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  const people = await makeMembers(ctx, organizationId, { asha: "approver", vikram: "approver" });
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
  const { merchantId } = merchant;
  const row = accountRow();
  const file = [Object.keys(row), Object.values(row)].map((cells) => cells.join(",")).join("\n");
  const batch = await receiveFile(ctx, merchantId, {
    bytes: Buffer.from(file),
    name: "salaries.csv",
    format: "BANK_ACCOUNT",
    replacesBeneficiaries: false,
    fundSourceId: null,
    by: `member:${people.asha}`,
  });
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
