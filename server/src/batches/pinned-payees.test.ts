/** Rows pay the beneficiary that existed when the batch was checked, not one that has its id later. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setPolicies } from "#approvals";
import { addBeneficiary, getBeneficiary, removeBeneficiary } from "#beneficiaries";
import { decideBatches, releaseBatch, workBatches } from "#batches";
import { verifyLedger } from "#proof";
import { stopAfter } from "#test/stop-after";
import type { TestMerchant } from "#test/world";
import { accountRow, freshId, makeBatchWorld, outcomeOf, pay, request, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;
const by = "api-key:tests";
const CHANGED = "The beneficiary was removed or added anew after the batch was checked.";

afterEach(() => decideBatches(async () => ({ kind: "process" })));

const list = ({ merchantId }: TestMerchant, beneId: string, accountNumber: string): Promise<unknown> =>
  addBeneficiary(ctx, merchantId, {
    beneId,
    name: "Asha Rao",
    phone: "9876543210",
    email: "asha@example.com",
    address1: "12 MG Road",
    accountNumber,
    ifsc: "HDFC0000001",
    by,
  });

const drop = ({ merchantId }: TestMerchant, beneId: string): Promise<unknown> =>
  removeBeneficiary(ctx, merchantId, { beneId, by });

const row = (beneId: string) => ({ beneId, transferId: freshId("t"), amount: "10.00", transferMode: "imps" });

const paidTo = async ({ merchantId }: TestMerchant): Promise<unknown[]> =>
  (
    await world.look<{ to: string }>(
      `select account_last4 as to
       from transfers.transfer
       join beneficiaries.beneficiary using (merchant_id, beneficiary_id)
       where merchant_id = $1
       order by account_last4`,
      [merchantId],
    )
  ).map(({ to }) => to);

for (const moment of ["before the approval", "after the approval"]) {
  test(`a payee that is removed and added anew ${moment} is not the one that was approved`, async () => {
    decideBatches(async () => ({ kind: "wait" }));
    const merchant = await world.makePayer();
    for (const [beneId, account] of [
      ["stays", "00011020001111"],
      ["moves", "00011020002222"],
      ["goes", "00011020003333"],
    ] as const)
      await list(merchant, beneId, account);
    const { batch } = await request(ctx, merchant, {
      format: "BENEFICIARY_ID",
      rows: [row("stays"), row("moves"), row("goes")],
    });
    await workOff(ctx, merchant);
    const change = async (): Promise<void> => {
      await drop(merchant, "moves");
      await list(merchant, "moves", "00011020009999");
      await drop(merchant, "goes");
    };
    const { batchId, contentHash } = batch;
    if (moment === "before the approval") await change();
    await ctx.db.inMerchant(merchant.merchantId, (tx) => releaseBatch(tx, { batchId, contentHash }));
    if (moment === "after the approval") await change();
    await workOff(ctx, merchant);
    const { rows, status } = await outcomeOf(ctx, merchant, batchId);
    assert.deepEqual(
      rows.map(({ failureReason }) => failureReason),
      [null, CHANGED, CHANGED],
    );
    assert.equal(status, "partly_failed");
    assert.deepEqual(await paidTo(merchant), ["1111"]);
    assert.deepEqual((await verifyLedger(ctx)).findings, []);
  });
}

test("a payee that takes the place of one that was found for a row's account is not paid for it", async () => {
  const merchant = await world.makePayer();
  await list(merchant, "ASHA", "00011020001111");
  const given = accountRow({ bankAccount: "00011020001111", ifsc: "HDFC0000001" });
  const { batch } = await request(ctx, merchant, { rows: [given] });
  const worker = stopAfter(world, "batches.process.prepared", async () => {
    await drop(merchant, "ASHA");
    await list(merchant, "ASHA", "00011020009999");
  });
  await workBatches(worker, merchant.merchantId);
  const [told] = (await outcomeOf(ctx, merchant, batch.batchId)).rows;
  assert.deepEqual([told!.beneId, told!.failureReason], ["ASHA", CHANGED]);
  assert.deepEqual(await paidTo(merchant), []);
});

test("an id that is stored beside a row does not change what the row says", async () => {
  decideBatches(async () => ({ kind: "wait" }));
  const merchant = await world.makePayer();
  await list(merchant, "meant", "00011020001111");
  await list(merchant, "other", "00011020002222");
  const { batch } = await request(ctx, merchant, { format: "BENEFICIARY_ID", rows: [row("meant")] });
  await workOff(ctx, merchant);
  await world.look(
    `update batches.batch_row as row
     set bene_id = other.bene_id, beneficiary_id = other.beneficiary_id
     from beneficiaries.beneficiary as other
     where row.batch_id = $1
       and other.merchant_id = row.merchant_id
       and other.bene_id = 'other'`,
    [batch.batchId],
  );
  await ctx.db.inMerchant(merchant.merchantId, (tx) => releaseBatch(tx, batch));
  await workOff(ctx, merchant);
  assert.deepEqual(await paidTo(merchant), []);
});

test("where rows replace each other's beneficiaries, each account is paid for its own row or not at all", async () => {
  const merchant = await world.makePayer();
  await list(merchant, "ASHA", "00011020001111");
  const old = { bankAccount: "00011020001111", ifsc: "HDFC0000001" };
  const other = { bankAccount: "00011020002222", ifsc: "HDFC0000001" };
  const rows = [
    accountRow({ beneId: "ASHA", ...other }),
    accountRow({ beneId: "ASHA", ...old }),
    accountRow(old),
  ];
  const outcome = await pay(ctx, merchant, { rows, replacesBeneficiaries: true });
  assert.deepEqual(
    outcome.rows.map(({ failureReason }) => failureReason),
    [null, "Beneficiary Id already exists", null],
  );
  assert.deepEqual(await paidTo(merchant), ["1111", "2222"]);
  assert.equal((await getBeneficiary(ctx, merchant.merchantId, "ASHA")).accountNumber, "00011020002222");
});

test("where members must agree to changes of beneficiaries, a row replaces none by itself", async () => {
  const merchant = await world.makePayer();
  await list(merchant, "ASHA", "00011020001111");
  const any = { fromPaise: null, toPaise: null, rails: null, fundSourceIds: null, creators: null };
  const level = { approvers: 1, permission: "approve_quick_transfer", memberIds: null } as const;
  const policies = [{ name: "All", ...any, levels: [level] }];
  await setPolicies(ctx, merchant.merchantId, { subjectKind: "beneficiary", policies, by: "system" });
  const known = { bankAccount: "00011020001111", ifsc: "HDFC0000001" };
  const rows = [accountRow({ beneId: "ASHA" }), accountRow(), accountRow({ ...known, beneId: "ASHA" })];
  const outcome = await pay(ctx, merchant, { rows, replacesBeneficiaries: true });
  assert.deepEqual(
    outcome.rows.map(({ failureReason }) => failureReason),
    ["Beneficiary Id already exists", "Transfer to this beneficiary not allowed.", null],
  );
  assert.deepEqual(await paidTo(merchant), ["1111"]);
});
