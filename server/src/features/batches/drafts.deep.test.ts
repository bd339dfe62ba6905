/** A file is corrected, reviewed and confirmed before any of it is paid. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BatchError,
  changeDraftRow,
  confirmDraft,
  describeDraft,
  discardDraft,
  listDraftRows,
  listDrafts,
  mapDraft,
  removeRowsOfDraft,
  reviewDraft,
  startDraft,
  type FileToDraft,
} from "#batches";
import { verifyLedger } from "#proof";
import { makeMembers } from "#test/make-members";
import type { TestMerchant } from "#test/world";
import { hashForMaker } from "./content.ts";
import { accountRow, fileOf, makeBatchWorld, outcomeOf, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;

type Row = Readonly<Record<string, unknown>>;

async function makeOffice(balancePaise?: bigint) {
  const merchant = await world.makePayer(balancePaise);
  const people = await makeMembers(ctx, merchant.organizationId, {
    meera: "initiator",
    asha: "initiator",
    ravi: "approver",
    viewer: { permissions: ["access_transfers"] },
  });
  return {
    merchant,
    merchantId: merchant.merchantId,
    meera: `member:${people.meera}` as const,
    asha: `member:${people.asha}` as const,
    ravi: `member:${people.ravi}` as const,
    viewer: `member:${people.viewer}` as const,
  };
}

type Given = Pick<FileToDraft, "by" | "bytes"> & Partial<Pick<FileToDraft, "name" | "format">>;
const HEAD = { format: "BANK_ACCOUNT", replacesBeneficiaries: false, fundSourceId: null } as const;

const upload = ({ merchantId }: TestMerchant, file: Given) =>
  startDraft(ctx, merchantId, { name: "salaries.csv", ...HEAD, ...file });

const reviewWhole = (merchantId: string, name: { draftId: string; by: `member:${string}` }) =>
  reviewDraft(ctx, merchantId, name);

test("nothing is paid until its maker confirms what was shown", async () => {
  const { merchant, merchantId, meera, ravi } = await makeOffice();
  const rows = [accountRow(), accountRow({ amount: "20.50" })];
  const draftId = await upload(merchant, { by: meera, bytes: fileOf(rows) });
  await workOff(ctx, merchant);
  assert.deepEqual(
    await world.look("select from transfers.transfer where merchant_id = $1", [merchantId]),
    [],
  );
  const uploads = `select actor, (detail ->> 'rows')::int as rows from audit.record
    where merchant_id = $1 and action = 'batches.draft_uploaded'`;
  assert.deepEqual(await world.look(uploads, [merchantId]), [{ actor: meera, rows: 2 }]);
  const review = await reviewWhole(merchantId, { draftId, by: meera });
  assert.equal(review.figures.amountPaise, 30_50n);
  assert.deepEqual(review.figures.byMode, [{ name: "banktransfer", rows: 2, amountPaise: 30_50n }]);
  assert.equal(review.figures.byBank[0]!.name, "HDFC Bank");
  assert.equal(review.differences.added.count, 2);
  assert.equal(review.spendablePaise, 1_00_000_00n);
  const { contentHash } = review;
  const strange = confirmDraft(ctx, merchantId, { draftId, by: ravi, contentHash });
  await assert.rejects(strange, (error) => BatchError.is(error, "draft_not_found"));
  const batchId = await confirmDraft(ctx, merchantId, { draftId, by: meera, contentHash });
  assert.equal(await confirmDraft(ctx, merchantId, { draftId, by: meera, contentHash }), batchId);
  await workOff(ctx, merchant);
  const outcome = await outcomeOf(ctx, merchant, batchId);
  assert.deepEqual([outcome.status, outcome.createdBy, outcome.rowCount], ["completed", meera, 2]);
  const name = { draftId, by: meera, contentHash: outcome.contentHash };
  assert.deepEqual(hashForMaker(ctx.vault, merchantId, name), contentHash, "the batch is what was confirmed");
  assert.deepEqual(await listDrafts(ctx, merchantId, meera), []);
  assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
});

test("wrong cells are reported, corrected in place, and a change after the review invalidates it", async () => {
  const { merchant, merchantId, meera } = await makeOffice();
  const twice = accountRow();
  const rows = [
    accountRow(),
    accountRow({ amount: "ten", ifsc: "HDFC1", email: "not-an-address" }),
    accountRow({ bankAccount: "9.1E+11" }),
    twice,
    accountRow({ transferId: twice["transferId"] }),
  ];
  const draftId = await upload(merchant, { by: meera, bytes: fileOf(rows) });
  const name = { draftId, by: meera };
  const wrong = await listDraftRows(ctx, merchantId, { ...name, limit: 100, only: "wrong" });
  assert.deepEqual(
    wrong.map(({ line, faults }) => [line, ...faults.map(({ field }) => field)]),
    [
      [3, "amount", "email", "ifsc"],
      [4, "bankAccount"],
      [6, "transferId"],
    ],
  );
  await assert.rejects(reviewWhole(merchantId, name), (error) => BatchError.is(error, "rows_wrong"));
  const change = (rowNo: number, fields: Readonly<Record<string, string>>) =>
    changeDraftRow(ctx, merchantId, { ...name, rowNo, fields });
  const half = await change(2, { amount: "10.00", ifsc: "HDFC0000001" });
  assert.deepEqual(
    half.faults.map(({ field }) => field),
    ["email"],
  );
  assert.deepEqual((await change(2, { email: "asha@example.com" })).faults, []);
  assert.deepEqual((await change(3, { bankAccount: "910010012345678" })).faults, []);
  assert.equal(await removeRowsOfDraft(ctx, merchantId, { ...name, rowNos: [5] }), 1);
  const { rows: count, wrong: left, sumPaise } = await describeDraft(ctx, merchantId, name);
  assert.deepEqual([count, left, sumPaise], [4, 0, 40_00n]);
  const { contentHash } = await reviewWhole(merchantId, name);
  await change(1, { amount: "11.00" });
  const confirmed = confirmDraft(ctx, merchantId, { ...name, contentHash });
  await assert.rejects(confirmed, (error) => BatchError.is(error, "draft_changed"));
});

test("columns are recognised by usual titles, mapped once by a person, then remembered", async () => {
  const { merchant, merchantId, meera } = await makeOffice();
  const usual = {
    bankAccount: "Account No.",
    ifsc: "IFSC Code",
    phone: "Mobile",
    name: "Employee name",
    amount: "Net pay",
  };
  const remembered = await upload(merchant, { by: meera, bytes: fileOf([accountRow()], usual) });
  assert.equal((await describeDraft(ctx, merchantId, { draftId: remembered, by: meera })).wrong, 0);

  const ours = { bankAccount: "Konto", transferId: "Run" };
  const extra = { ...accountRow(), department: "Sales" };
  const draftId = await upload(merchant, { by: meera, bytes: fileOf([extra], ours) });
  const draft = await describeDraft(ctx, merchantId, { draftId, by: meera });
  assert.deepEqual([draft.mapping, draft.rows], [null, 0]);
  assert.ok(draft.titles.includes("Konto") && draft.titles.includes("department"));
  const fields = ["amount", "name", "phone", "email", "ifsc"] as const;
  const mapping = { ...Object.fromEntries(fields.map((field) => [field, field])), department: null };
  const isMissing = (error: unknown): boolean => BatchError.is(error, "columns_missing");
  await assert.rejects(mapDraft(ctx, merchantId, { draftId, by: meera, mapping }), isMissing);
  const whole = { ...mapping, Konto: "bankAccount", Run: "transferId" } as const;
  await mapDraft(ctx, merchantId, { draftId, by: meera, mapping: whole });
  const [row] = await listDraftRows(ctx, merchantId, { draftId, by: meera, limit: 10 });
  assert.deepEqual([row!.fields.bankAccount, row!.faults], [extra["bankAccount" as keyof typeof extra], []]);

  const next = await upload(merchant, {
    by: meera,
    bytes: fileOf([{ ...accountRow(), department: "HR" }], ours),
  });
  const read = await describeDraft(ctx, merchantId, { draftId: next, by: meera });
  assert.deepEqual([read.rows, read.columnsChosenAt instanceof Date], [1, true]);
});

test("a mapping is its maker's alone, is on record, and never makes text of a column of accounts", async () => {
  const { merchant, merchantId, asha, meera } = await makeOffice();
  const head = "Beneficiary ID,Reference,Gross,Net,A/c to pay";
  const bytes = Buffer.from(`${head}\nASHA,pay_1,90.00,10.00,912345674321\n`);
  const send = (by: typeof meera) => upload(merchant, { by, bytes, format: "BENEFICIARY_ID" });
  const columns = {
    "Beneficiary ID": "beneId",
    Reference: "transferId",
    Gross: "amount",
    Net: null,
  } as const;
  const draftId = await send(meera);
  await mapDraft(ctx, merchantId, { draftId, by: meera, mapping: { ...columns, "A/c to pay": "remarks" } });
  const mappingOf = async (by: typeof meera) =>
    (await describeDraft(ctx, merchantId, { draftId: await send(by), by })).mapping;
  assert.equal(await mappingOf(meera), null, "the column of accounts is asked about again");
  await mapDraft(ctx, merchantId, { draftId, by: meera, mapping: { ...columns, "A/c to pay": null } });
  assert.equal((await mappingOf(meera))?.["Gross"], "amount");
  assert.equal(await mappingOf(asha), null, "a colleague's file is not read by it");
  const records = await world.look<{ detail: unknown }>(
    "select detail from audit.record where merchant_id = $1 and action = 'batches.columns_mapped'",
    [merchantId],
  );
  assert.equal(records.length, 2);
});

test("a batch is compared with the last one of its kind", async () => {
  const { merchant, merchantId, meera } = await makeOffice();
  const person = (name: string, amount = "10.00") =>
    accountRow({
      name,
      email: `${name.replace(" ", ".")}@example.com`,
      phone: `98765432${name.length}0`,
      amount,
    });
  const [asha, vikram, leela, gone] = [person("asha"), person("vikrama"), person("leela"), person("gone by")];
  const pay = async (rows: readonly Row[], name: string) => {
    const draftId = await upload(merchant, { by: meera, bytes: fileOf(rows), name });
    const review = await reviewWhole(merchantId, { draftId, by: meera });
    const batchId = await confirmDraft(ctx, merchantId, {
      draftId,
      by: meera,
      contentHash: review.contentHash,
    });
    await workOff(ctx, merchant);
    assert.equal((await outcomeOf(ctx, merchant, batchId)).status, "completed");
    return review;
  };
  await pay([asha, vikram, leela, gone], "Salaries Oct 2026.csv");
  await pay([person("someone else")], "Vendors.csv");
  const again = (row: Row, changes: Row = {}): Row => ({
    ...accountRow(),
    ...row,
    transferId: accountRow()["transferId"],
    ...changes,
  });
  const { earlier, differences, warnings } = await pay(
    [
      again(asha),
      again(vikram, { bankAccount: "700100000001" }),
      again(leela, { amount: "100.00" }),
      person("newcomer"),
    ],
    "Salaries Nov 2026.csv",
  );
  assert.equal(earlier!.name, "Salaries Oct 2026.csv");
  const { added, removed, accounts, amounts } = differences;
  assert.deepEqual(
    added.first.map(({ name }) => name),
    ["newcomer"],
  );
  assert.deepEqual(
    removed.first.map(({ name }) => name),
    ["gone by"],
  );
  const was = `••••${String(vikram["bankAccount"]).slice(-4)}`;
  assert.deepEqual(
    accounts.first.map(({ name, paidTo, before }) => [name, paidTo, before]),
    [["vikrama", "••••0001", was]],
  );
  assert.deepEqual(
    amounts.first.map(({ name, beforePaise }) => [name, beforePaise]),
    [["leela", 10_00n]],
  );
  assert.ok(warnings.some(({ kind }) => kind === "paid_before"));
});

test("two names of an account, two accounts of a person, and lost zeros are pointed out", async () => {
  const { merchant, merchantId, meera } = await makeOffice();
  const same = accountRow();
  const rows = [
    same,
    accountRow({ bankAccount: same["bankAccount"], name: "Vikram Rao" }),
    ...[1, 2, 3].map(() => accountRow()),
    accountRow({ bankAccount: "60010012" }),
  ].map((row, at) => ({ ...row, ...(at === 2 ? { amount: "1", remarks: "500" } : { remarks: "rent 500" }) }));
  const draftId = await upload(merchant, { by: meera, bytes: fileOf(rows) });
  const { warnings } = await reviewWhole(merchantId, { draftId, by: meera });
  assert.deepEqual(
    warnings.map(({ kind, lines }) => [kind, lines]),
    [
      ["same_payment", [2, 3]],
      ["split_amount", [4]],
      ["two_names", [2, 3]],
      ["two_accounts", [2, 4, 5, 6, 7]],
      ["lost_zeros", [7]],
    ],
  );
});

test("who may not initiate batches starts none, and a discarded draft leaves nothing", async () => {
  const { merchant, merchantId, meera, viewer } = await makeOffice();
  await assert.rejects(upload(merchant, { by: viewer, bytes: fileOf([accountRow()]) }), {
    name: "access.not_permitted",
  });
  const draftId = await upload(merchant, { by: meera, bytes: fileOf([accountRow()]) });
  await discardDraft(ctx, merchantId, { draftId, by: meera });
  assert.deepEqual(
    await world.look("select from batches.draft_row where merchant_id = $1", [merchantId]),
    [],
  );
});

test("ten thousand rows are read, reviewed and confirmed", async () => {
  const { merchant, merchantId, meera } = await makeOffice(10_00_000_00n);
  const rows = Array.from({ length: 10_000 }, () => accountRow());
  const draftId = await upload(merchant, { by: meera, bytes: fileOf(rows) });
  const { contentHash, figures } = await reviewWhole(merchantId, { draftId, by: meera });
  assert.equal(figures.rows, 10_000);
  await confirmDraft(ctx, merchantId, { draftId, by: meera, contentHash });
});
