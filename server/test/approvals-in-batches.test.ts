/** Batches also create beneficiaries: if those need approval, a batch is no way around it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addBeneficiary, getBeneficiary, readPayees } from "#beneficiaries";
import { cloneFailedRows } from "#batches";
import { verifyLedger } from "#proof";
import { makeApprovers } from "./make-approvers.ts";
import {
  accountRow,
  makeBatchWorld,
  outcomeOf,
  pay,
  workOff,
} from "../src/features/batches/test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;

async function makeMerchant() {
  const merchant = await world.makePayer();
  const office = await makeApprovers(world, merchant, "beneficiary");
  return { merchant, office };
}

test("a row to someone new is refused until members agree; then it is paid by a clone of the batch", async () => {
  const { merchant, office } = await makeMerchant();
  const { merchantId } = merchant;
  await office.require(1);
  const first = await pay(ctx, merchant, { rows: [accountRow()] });
  const [row] = first.rows;
  assert.equal(row!.failureReason, "Transfer to this beneficiary not allowed.");
  const { beneficiaryId, status } = await getBeneficiary(ctx, merchantId, row!.beneId!);
  assert.equal(status, "awaiting_approval");
  assert.equal(await office.decide(beneficiaryId, "asha"), "approved");
  const { batchId } = await cloneFailedRows(ctx, merchantId, { batchId: first.batchId, by: "api-key:tests" });
  await workOff(ctx, merchant);
  const second = await outcomeOf(ctx, merchant, batchId);
  assert.equal(second.rows[0]!.failureReason, null);
  assert.equal(second.rows[0]!.beneId, row!.beneId);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
});

test("a batch that replaces beneficiaries replaces none alone: its row is refused and the old one stays", async () => {
  const { merchant, office } = await makeMerchant();
  const { merchantId } = merchant;
  const { transferId, amount, bankAccount, ...person } = accountRow() as Record<string, string>;
  const beneId = "REPLACED";
  const old = { beneId, ...person, accountNumber: bankAccount!, address1: "12 MG Road", name: "Asha Rao" };
  await addBeneficiary(ctx, merchantId, { ...old, by: "api-key:tests" });
  await office.require(1);
  const rows = [accountRow({ transferId, amount, beneId })];
  const { rows: ended } = await pay(ctx, merchant, { rows, replacesBeneficiaries: true });
  assert.ok(ended[0]!.failureReason !== null, "the row waits for ever");
  const [listed] = await ctx.db.inMerchant(merchantId, (tx) => readPayees(tx, { beneIds: [beneId] }));
  assert.equal(listed?.accountLast4, bankAccount!.slice(-4));
  assert.equal(listed?.status, "verified");
});
