/** A member without the right to reveal account numbers learns none by files of guesses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BatchError,
  changeDraftRow,
  confirmDraft,
  discardDraft,
  listDraftRows,
  removeRowsOfDraft,
  reviewBatch,
  reviewDraft,
  startDraft,
  type FormatName,
} from "#batches";
import { makeMembers } from "#test/make-members";
import { accountRow, fileOf, makeBatchWorld, outcomeOf, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;

type Row = Readonly<Record<string, unknown>>;

test("no answer about a file of guesses depends on more of an account number than is shown", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const people = await makeMembers(ctx, merchant.organizationId, { meera: "initiator" });
  const by = `member:${people.meera}` as const;
  const payee = { name: "Leela Nair", phone: "9876512345", email: "leela@example.com", amount: "40.00" };
  const account = { bankAccount: "700155500001", ifsc: "HDFC0000001" };
  const byFile = async (rows: readonly Row[], format: FormatName = "BANK_ACCOUNT") => {
    const bytes = fileOf(rows.map((row) => ({ transferId: accountRow()["transferId"], ...row })));
    const head = { name: "Rent.csv", format, replacesBeneficiaries: false, fundSourceId: null };
    return { draftId: await startDraft(ctx, merchantId, { ...head, bytes, by }), by };
  };
  const pay = async (rows: readonly Row[], format?: FormatName) => {
    const name = await byFile(rows, format);
    const { contentHash } = await reviewDraft(ctx, merchantId, name);
    const batchId = await confirmDraft(ctx, merchantId, { ...name, contentHash });
    await workOff(ctx, merchant);
    assert.equal((await outcomeOf(ctx, merchant, batchId)).status, "completed");
    return batchId;
  };
  await pay([{ ...payee, beneId: "leela", ...account }]);
  await pay([{ ...payee, vpa: "700155500001@ICIC0000001.ifsc.npci" }], "UPI");
  const guess = async (bankAccount: string) => {
    const files: [Row, FormatName?][] = [
      [{ ...payee, ...account, bankAccount }],
      [{ ...payee, ...account, bankAccount, beneId: "leela" }],
      [{ ...payee, ...account, bankAccount, name: "Ravi Iyer", phone: "9876512346" }],
      [{ ...payee, vpa: `${bankAccount}@ICIC0000001.ifsc.npci` }, "UPI"],
    ];
    const told = files.map(async ([row, format]) => {
      const name = await byFile([{ transferId: "guess", ...row }], format);
      const { contentHash: _, ...review } = await reviewDraft(ctx, merchantId, name);
      await discardDraft(ctx, merchantId, { draftId: name.draftId, by });
      const writeOut = (_key: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);
      // The dashboard masks what the row itself says.
      const text = JSON.stringify(review, writeOut).replaceAll(bankAccount, "the guess");
      return JSON.parse(text) as typeof review;
    });
    return Promise.all(told);
  };
  const right = await guess("700155500001");
  assert.deepEqual(await guess("799999990001"), right);
  assert.notDeepEqual(await guess("799999990002"), right);
  // The visible part of an account suffices for warnings about honest files and for counting new payees.
  const [same, , stranger, byUpi] = right;
  assert.deepEqual(
    right.map(({ differences }) => differences.added.count),
    [0, 0, 1, 0],
  );
  for (const review of [same!, right[1]!])
    assert.ok(review.warnings.some(({ kind }) => kind === "paid_before"));
  assert.deepEqual([stranger!.warnings, byUpi!.earlier!.name], [[], "Rent.csv"]);
  const spelled = await byFile([{ ...payee, ...account, beneId: "leela", name: "LEELA  S NAIR" }]);
  const { differences } = await reviewDraft(ctx, merchantId, spelled);
  assert.deepEqual([differences.accounts.count, differences.removed.count], [0, 0]);
  const batchId = await pay([{ ...payee, ...account, name: "L Nair", phone: "9876512346" }]);
  const added = async (mayReveal: boolean): Promise<number> =>
    (await reviewBatch(ctx, merchantId, { batchId, by: "system", mayReveal })).differences.added.count;
  assert.deepEqual([await added(false), await added(true)], [1, 0]);
});

test("rows that pay one beneficiary to different accounts are all wrong, however they are written", async () => {
  const { merchantId, organizationId } = await world.makePayer();
  const people = await makeMembers(ctx, organizationId, { meera: "initiator" });
  const by = `member:${people.meera}` as const;
  const upload = (rows: readonly Row[], format: FormatName = "BANK_ACCOUNT"): Promise<string> => {
    const head = { name: "Rent.csv", format, replacesBeneficiaries: false, fundSourceId: null };
    return startDraft(ctx, merchantId, { ...head, bytes: fileOf(rows), by });
  };
  const account = { bankAccount: "700155500001", ifsc: "HDFC0000001" };
  const faultsOf = async (draftId: string): Promise<unknown[]> => {
    const rows = await listDraftRows(ctx, merchantId, { draftId, by, limit: 100, only: "wrong" });
    return rows.map(({ line, faults }) => [line, ...faults.map(({ field, text }) => `${field}: ${text}`)]);
  };
  const rows = [
    accountRow({ ...account, beneId: "leela" }),
    accountRow({ ...account, beneId: "leela", bankAccount: "7001-5550 0001", ifsc: "hdfc0000001" }),
    accountRow({ ...account, beneId: "leela", bankAccount: "700155500002" }),
    accountRow({ beneId: "leela", bankAccount: "7001555000\u03362" }),
    accountRow({ ...account, beneId: "leela", ifsc: "ICIC0000001" }),
    accountRow({ beneId: "ravi" }),
    accountRow({ beneId: "" }),
    accountRow({ beneId: "" }),
  ];
  const draftId = await upload(rows);
  const other = (line: number): string => `bankAccount: Row ${line} gives this beneficiary another account.`;
  const [first, second, third, struck, ofOtherBank, ...more] = await faultsOf(draftId);
  assert.deepEqual(
    [first, second, third, ofOtherBank, more],
    [[2, other(4)], [3, other(4)], [4, other(2)], [6, other(2)], []],
  );
  assert.match(String(struck), /^5,bankAccount: The text is struck through(?!.*another account)/);
  const name = { draftId, by };
  const review = () => reviewDraft(ctx, merchantId, name);
  await assert.rejects(review(), (error) => BatchError.is(error, "rows_wrong"));
  await removeRowsOfDraft(ctx, merchantId, { ...name, rowNos: [4, 5] });
  const changed = await changeDraftRow(ctx, merchantId, { ...name, rowNo: 3, fields: account });
  assert.deepEqual(changed.faults, []);
  assert.deepEqual(await faultsOf(draftId), []);
  await review();
  const upi = ["700155500001", "700155500002"].map((number) => {
    const { bankAccount: _, ifsc: __, ...row } = accountRow({ beneId: "leela" });
    return { ...row, vpa: `${number}@HDFC0000001.ifsc.npci` };
  });
  const byUpi = await upload(upi, "UPI");
  assert.deepEqual(
    await faultsOf(byUpi),
    [3, 2].map((line, at) => [at + 2, `vpa: Row ${line} gives this beneficiary another UPI ID.`]),
  );
});
