/** A member without the right to reveal account numbers learns none by files of guesses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { confirmDraft, discardDraft, reviewBatch, reviewDraft, startDraft, type FormatName } from "#batches";
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
    const { contentHash } = await reviewDraft(ctx, merchantId, { ...name, mayReveal: false });
    const batchId = await confirmDraft(ctx, merchantId, { ...name, contentHash });
    await workOff(ctx, merchant);
    assert.equal((await outcomeOf(ctx, merchant, batchId)).status, "completed");
    return batchId;
  };
  await pay([{ ...payee, beneId: "leela", ...account }]);
  await pay([{ ...payee, vpa: "700155500001@ICIC0000001.ifsc.npci" }], "UPI");
  const guess = async (bankAccount: string, mayReveal = false) => {
    const files: [Row, FormatName?][] = [
      [{ ...payee, ...account, bankAccount }],
      [{ ...payee, ...account, bankAccount, beneId: "leela" }],
      [{ ...payee, ...account, bankAccount, name: "Ravi Iyer", phone: "9876512346" }],
      [{ ...payee, vpa: `${bankAccount}@ICIC0000001.ifsc.npci` }, "UPI"],
    ];
    const told = files.map(async ([row, format]) => {
      const name = { ...(await byFile([{ transferId: "guess", ...row }], format)), mayReveal };
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
  assert.notDeepEqual(await guess("799999990001", true), await guess("700155500001", true));
  // What is seen of an account is enough to warn of what an honest file repeats, and to count who is new.
  const [same, , stranger, byUpi] = right;
  assert.deepEqual(
    right.map(({ differences }) => differences.added.count),
    [0, 0, 1, 0],
  );
  for (const review of [same!, right[1]!])
    assert.ok(review.warnings.some(({ kind }) => kind === "paid_before"));
  assert.deepEqual([stranger!.warnings, byUpi!.earlier!.name], [[], "Rent.csv"]);
  const spelled = await byFile([{ ...payee, ...account, beneId: "leela", name: "LEELA  S NAIR" }]);
  const { differences } = await reviewDraft(ctx, merchantId, { ...spelled, mayReveal: false });
  assert.deepEqual([differences.accounts.count, differences.removed.count], [0, 0]);
  const batchId = await pay([{ ...payee, ...account, name: "L Nair", phone: "9876512346" }]);
  const added = async (mayReveal: boolean): Promise<number> =>
    (await reviewBatch(ctx, merchantId, { batchId, mayReveal })).differences.added.count;
  assert.deepEqual([await added(false), await added(true)], [1, 0]);
});
