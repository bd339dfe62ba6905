import assert from "node:assert/strict";
import { test } from "node:test";
import { decideRequests, setPolicies } from "#approvals";
import { addBeneficiary } from "#beneficiaries";
import { acceptTransfers, registerTransfers, type Transfer } from "#transfers";
import { makeApprovers } from "#test/make-approvers";
import { makeMembers } from "#test/make-members";
import { makeWorld } from "#test/world";
import { verifyLedger } from "./index.ts";

const world = await makeWorld();
registerTransfers();

const { merchantId, organizationId } = await world.makeMerchant({ balancePaise: 10_000_00n });
const { asha } = await makeMembers(world.ctx, organizationId, { asha: "approver" });

async function ask(transferKey: string): Promise<Transfer> {
  const payee = { inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" } };
  const createdBy = { maker: "system", creator: "api" } as const;
  const order = {
    transferKey,
    payee,
    amountPaise: 100_00n,
    mode: "imps",
    remarks: "",
    fundSourceId: null,
  } as const;
  const [answer] = await acceptTransfers(world.ctx, merchantId, [{ ...order, createdBy }]);
  assert.ok(answer?.kind === "accepted" && answer.transfer.status === "awaiting_approval");
  return answer.transfer;
}

async function check(): Promise<string[]> {
  const { findings } = await verifyLedger(world.ctx, merchantId);
  return findings.map((finding) => finding.check);
}

test("each way to release without a quorum is found", async () => {
  const level = { approvers: 1, permission: "approve_quick_transfer", memberIds: null } as const;
  const conditions = { fromPaise: null, toPaise: null, rails: null, fundSourceIds: null, creators: null };
  await setPolicies(world.ctx, merchantId, {
    subjectKind: "transfer",
    policies: [{ name: "All", ...conditions, levels: [level] }],
    by: "system",
  });
  const [approved, open] = [await ask("approved"), await ask("open")];
  const request = { subjectKind: "transfer", subjectId: approved.transferId } as const;
  const decision = {
    request,
    memberId: asha,
    verdict: "approve",
    contentHash: approved.contentHash,
  } as const;
  await world.ctx.db.inMerchant(merchantId, (tx) => decideRequests(tx, [decision]));
  assert.deepEqual(await check(), []);

  const tampered = async (sql: string, back: string): Promise<string[]> => {
    await world.look(sql, [merchantId]);
    const found = await check();
    await world.look(back, [merchantId]);
    return found;
  };
  const levels = (approvers: number): string =>
    `update approvals.request
     set levels = jsonb_set(levels, '{0,approvers}', '${approvers}')
     where merchant_id = $1 and status = 'approved'`;
  assert.deepEqual(await tampered(levels(2), levels(1)), ["approved-by-a-quorum"]);
  const revision = (number: number): string =>
    `update approvals.request set revision = ${number} where merchant_id = $1 and status = 'approved'`;
  assert.deepEqual(await tampered(revision(2), revision(1)), ["approved-by-a-quorum"]);
  const subject = (prefix: string): string =>
    `update approvals.request
     set subject_id = '${prefix}' || right(subject_id, 36)
     where merchant_id = $1 and status = 'approved'`;
  assert.deepEqual(await tampered(subject("not "), subject("")), ["released-when-approved"]);
  const openSubject = (prefix: string): string => subject(prefix).replace("'approved'", "'pending'");
  assert.deepEqual(await tampered(openSubject("not "), openSubject("")), [
    "what-waits-is-asked-for",
    "what-waits-is-asked-for",
  ]);
  assert.equal(open.status, "awaiting_approval");
  assert.deepEqual(await check(), []);
});

test("a beneficiary that waits though no one is asked, or that was paid before, is found", async () => {
  const office = await makeApprovers(world, { merchantId, organizationId }, "beneficiary");
  await office.require(1);
  const payee = { name: "Asha Rao", email: "asha@example.com", phone: "9876543210", address1: "12 MG Road" };
  const account = { accountNumber: "026291800001199", ifsc: "YESB0000262" };
  const added = { beneId: "WAITS", ...payee, ...account, by: "api-key:test" } as const;
  const { beneficiaryId } = await addBeneficiary(world.ctx, merchantId, added);
  assert.deepEqual(await check(), []);
  const status = (before: string, after: string): string =>
    `update approvals.request
     set subject_id = replace(subject_id, '${before}', '${after}')
     where merchant_id = $1 and subject_kind = 'beneficiary'`;
  await world.look(status(beneficiaryId, "nobody"), [merchantId]);
  assert.deepEqual(await check(), ["beneficiaries-that-wait-are-asked-for"]);
  await world.look(status("nobody", beneficiaryId), [merchantId]);
  const pay =
    "update transfers.transfer set beneficiary_id = $2 where merchant_id = $1 and transfer_key = 'open'";
  await world.look(pay, [merchantId, beneficiaryId]);
  assert.deepEqual(await check(), ["beneficiaries-that-wait-are-asked-for"]);
});
