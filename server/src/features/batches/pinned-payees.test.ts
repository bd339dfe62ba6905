/** Rows pay the beneficiary that existed when the batch was checked, not one that has its id later. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setPolicies } from "#approvals";
import type { Actor } from "#audit";
import { addBeneficiary, getBeneficiary, removeBeneficiary, restoreBeneficiaries } from "#beneficiaries";
import { decideBatches, releaseBatch, reviewBatch, workBatches } from "#batches";
import { verifyLedger } from "#proof";
import { readForApproval } from "#transfers";
import { makeMembers } from "#test/make-members";
import { stopAfter } from "#test/stop-after";
import type { TestMerchant } from "#test/world";
import { accountRow, freshId, makeBatchWorld, outcomeOf, pay, request, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;
const API = "api-key:tests";
const CHANGED = "The beneficiary was removed or added anew after the batch was checked.";

afterEach(() => decideBatches(async () => ({ kind: "process" })));

const list = ({ merchantId }: TestMerchant, beneId: string, accountNumber: string, by: Actor = API) =>
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

const drop = ({ merchantId }: TestMerchant, beneId: string, by: Actor = API): Promise<unknown> =>
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

test("a review shows and compares the accounts that IDs stand for, and what they stood for before", async () => {
  const merchant = await world.makePayer();
  const given = { format: "BENEFICIARY_ID" as const, batchKey: "vendors 1" };
  await list(merchant, "moves", "00011020002222");
  await list(merchant, "returns", "00011020003333");
  await pay(ctx, merchant, { ...given, rows: [row("moves"), row("returns")] });
  await drop(merchant, "moves");
  await list(merchant, "moves", "00011020009999");
  await drop(merchant, "returns");
  await list(merchant, "returns", "00011020003333");
  decideBatches(async () => ({ kind: "wait" }));
  const rows = [row("moves"), row("returns")];
  const { batch } = await request(ctx, merchant, { ...given, batchKey: "vendors 2", rows });
  await workOff(ctx, merchant);
  const { batchId } = batch;
  const review = await reviewBatch(ctx, merchant.merchantId, { batchId, by: "system", mayReveal: false });
  const former = "Asha Rao, HDFC Bank ••••2222";
  assert.deepEqual(
    review.sample.map(({ name, paidTo, payee }) => [
      name,
      paidTo,
      payee!.bank,
      payee!.addedBy,
      payee!.former?.paidTo,
    ]),
    [
      ["Asha Rao", "••••9999", "HDFC Bank", API, former],
      ["Asha Rao", "••••3333", "HDFC Bank", API, undefined],
    ],
  );
  const { accounts, added } = review.differences;
  assert.deepEqual(
    [added.count, accounts.first.map(({ line, before }) => [line, before])],
    [0, [[1, former]]],
  );
  // A payment of the same amount to the same account counts as paid before, even if its ID was removed and added anew.
  assert.deepEqual(
    review.warnings.map(({ kind, lines }) => [kind, lines]),
    [
      ["account_replaced", [1]],
      ["paid_before", [2]],
    ],
  );
});

test("an account counts as paid before with another branch and other zeros, and only at the same bank", async () => {
  const merchant = await world.makePayer();
  const given = (bankAccount: string, ifsc: string) => accountRow({ bankAccount, ifsc });
  await pay(ctx, merchant, {
    batchKey: "first",
    rows: [given("0012345678", "HDFC0000001"), given("0087654321", "HDFC0000001")],
  });
  decideBatches(async () => ({ kind: "wait" }));
  const rows = [
    given("12345678", "HDFC0000002"),
    given("00087654321", "HDFC0000001"),
    given("12345678", "YESB0000262"),
  ];
  const { batch } = await request(ctx, merchant, { batchKey: "second", rows });
  await workOff(ctx, merchant);
  const { warnings } = await reviewBatch(ctx, merchant.merchantId, {
    batchId: batch.batchId,
    by: "system",
    mayReveal: true,
  });
  const [paidBefore] = warnings.filter(({ kind }) => kind === "paid_before");
  assert.deepEqual(paidBefore?.lines, [1, 2]);
});

test("who approves one payment to an ID sees that it stood for another account lately", async () => {
  const merchant = await world.makePayer();
  await list(merchant, "moves", "00011020002222");
  await drop(merchant, "moves");
  await list(merchant, "moves", "00011020009999");
  // A small payment first does not make the account an old one.
  for (const name of ["small", "large"])
    await pay(ctx, merchant, { rows: [{ ...row("moves"), transferId: name }], format: "BENEFICIARY_ID" });
  const [{ id }] = (await world.look<{ id: string }>(
    "select transfer_id as id from transfers.transfer where merchant_id = $1 and transfer_key = 'large'",
    [merchant.merchantId],
  )) as [{ id: string }];
  const [shown] = await ctx.db.inMerchant(merchant.merchantId, (tx) => readForApproval(tx, [id]));
  assert.deepEqual([shown!.accountLast4, shown!.otherAccountLast4], ["9999", "2222"]);
});

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

for (const [what, last4] of [
  ["added anew", "1111"],
  ["gave to another account", "2222"],
] as const)
  test(`a payee that a program removed and ${what} is the approved one after an Owner restores it`, async () => {
    decideBatches(async () => ({ kind: "wait" }));
    const merchant = await world.makePayer();
    const { merchantId, clientId } = merchant;
    const program = `api-key:${clientId}` as const;
    await list(merchant, "stays", "00011020001111");
    const { beneficiaryId } = await getBeneficiary(ctx, merchantId, "stays");
    const { batch } = await request(ctx, merchant, { format: "BENEFICIARY_ID", rows: [row("stays")] });
    await workOff(ctx, merchant);
    await drop(merchant, "stays", program);
    await list(merchant, "stays", `0001102000${last4}`, program);
    await restoreBeneficiaries(ctx, merchantId, { beneficiaryId, by: "system" });
    const { batchId, contentHash } = batch;
    await ctx.db.inMerchant(merchantId, (tx) => releaseBatch(tx, { batchId, contentHash }));
    await workOff(ctx, merchant);
    assert.equal((await outcomeOf(ctx, merchant, batchId)).status, "completed");
  });

test("a payee that one member removed and added anew is the approved one after an Owner restores it", async () => {
  decideBatches(async () => ({ kind: "wait" }));
  const merchant = await world.makePayer();
  const { merchantId, organizationId } = merchant;
  const { admin } = await makeMembers(ctx, organizationId, { admin: "admin" });
  await list(merchant, "stays", "00011020001111");
  const { beneficiaryId } = await getBeneficiary(ctx, merchantId, "stays");
  const { batch } = await request(ctx, merchant, { format: "BENEFICIARY_ID", rows: [row("stays")] });
  await workOff(ctx, merchant);
  await drop(merchant, "stays", `member:${admin}`);
  await list(merchant, "stays", "00011020001111", `member:${admin}`);
  await restoreBeneficiaries(ctx, merchantId, { beneficiaryId, by: "system" });
  const { batchId, contentHash } = batch;
  await ctx.db.inMerchant(merchantId, (tx) => releaseBatch(tx, { batchId, contentHash }));
  await workOff(ctx, merchant);
  assert.equal((await outcomeOf(ctx, merchant, batchId)).status, "completed");
});
