import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addBeneficiaries,
  addBeneficiary,
  checkPaidBeneficiary,
  findPayeeIds,
  findPayeesShownAs,
  readBeneficiary,
  readNamedPayees,
  removeBeneficiary,
  revealAccountNumber,
  searchBeneficiaries,
  verifyBeneficiary,
  type BeneficiaryInput,
  type BeneficiarySearch,
} from "#beneficiaries";
import { acceptTransfers, listPaymentsTo, readPaidFigures, runtimeOf } from "#transfers";
import { readContents } from "./approval-content.ts";
import { makeMembers } from "#test/make-members";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";

const world = await makeFaultWorld();
const { ctx } = world;
const merchant = await world.makePayer();
const { merchantId } = merchant;

const ACCOUNT = { accountNumber: "026291800001191", ifsc: "YESB0000262" } as const;

const add = (beneId: string, changes: Partial<BeneficiaryInput>) =>
  addBeneficiary(ctx, merchantId, {
    beneId,
    name: "Asha Rao",
    email: `${beneId}@example.com`,
    phone: "9876543210",
    address1: "ABC Street",
    by: "system",
    ...changes,
  });

const { beneficiaryId: bankId } = await add("bank", ACCOUNT);
const { beneficiaryId: upiId } = await add("upi", { name: "Vikram Seth", vpa: "success@upi" });
const { beneficiaryId: walletId } = await add("wallet", { name: "Josée D’Souza–Rao", phone: "9812345678" });

const idsOf = async (search: Partial<BeneficiarySearch> = {}): Promise<string[]> => {
  const found = await ctx.db.inMerchant(merchantId, (tx) =>
    searchBeneficiaries(tx, { limit: 100, ...search }),
  );
  return found.map(({ beneId }) => beneId);
};

test("beneficiaries are found by all that they are known by, and page by page", async () => {
  assert.deepEqual(await idsOf(), ["wallet", "upi", "bank"]);
  for (const [search, expected] of [
    ["vikram", ["upi"]],
    ["SUCCESS@UPI", ["upi"]],
    ["success@", []],
    ["1191", ["bank"]],
    ["+919812345678", ["wallet"]],
    ["+91 98123 45678", ["wallet"]],
    ["098123 45678", ["wallet"]],
    ["+91-9812345678", ["wallet"]],
    ["919812345678", ["wallet"]],
    ["0091 98123-45678", ["wallet"]],
    ["(0)98123-45678", ["wallet"]],
    ["026291800001191", ["bank"]],
    ["0262 9180 0001 191", ["bank"]],
    ["026291800001192", []],
    ["98123", []],
    ["Bank@example.com", ["bank"]],
    ["02629180", []],
    ["d'souza", ["wallet"]],
    ["D’Souza-rao", ["wallet"]],
    ["D‘SOUZA—Rao", ["wallet"]],
  ] as const) {
    assert.deepEqual(await idsOf({ search }), expected, search);
  }
  assert.deepEqual(await idsOf({ limit: 2 }), ["wallet", "upi"]);
  assert.deepEqual(await idsOf({ limit: 2, after: upiId }), ["bank"]);
  assert.deepEqual(await idsOf({ paidTo: ["bank"] }), ["bank"]);
  assert.deepEqual(await idsOf({ paidTo: ["upi"] }), ["upi"]);
  assert.deepEqual(await idsOf({ paidTo: ["wallet"] }), ["wallet"]);
});

test("what the bank says of an account is shown with how well its name agrees", async () => {
  const { asha, meera } = await makeMembers(ctx, merchant.organizationId, {
    asha: "admin",
    meera: "initiator",
  });
  assert.deepEqual(await idsOf({ holders: ["none"] }), ["wallet", "upi", "bank"]);
  const { nameAtBank } = await verifyBeneficiary(ctx, merchantId, {
    beneficiaryId: bankId,
    by: `member:${asha}`,
  });
  const { holder } = await ctx.db.inMerchant(merchantId, (tx) => readBeneficiary(tx, bankId));
  assert.ok(holder?.status === "found");
  assert.equal(holder.nameAtBank, nameAtBank);
  assert.ok(holder.score !== null && holder.score >= 0 && holder.score <= 100);
  assert.deepEqual(await idsOf({ holders: ["found"] }), ["bank"]);
  const verify = (beneficiaryId: string, memberId: string) =>
    verifyBeneficiary(ctx, merchantId, { beneficiaryId, by: `member:${memberId}` });
  await assert.rejects(verify(walletId, asha), { code: "nothing_to_verify" });
  await assert.rejects(verify(bankId, meera), { code: "not_permitted" });
});

test("an account number is revealed to who may see it, and that is on record", async () => {
  const { asha, meera } = await makeMembers(ctx, merchant.organizationId, {
    asha: "admin",
    meera: "initiator",
  });
  const reveal = (beneficiaryId: string, memberId: string) =>
    revealAccountNumber(ctx, merchantId, { beneficiaryId, by: `member:${memberId}` });
  assert.deepEqual(await reveal(bankId, asha), ACCOUNT);
  await assert.rejects(reveal(bankId, meera), { code: "not_permitted" });
  await assert.rejects(reveal(upiId, asha), { code: "not_found" });
  const looks = await world.look(
    "select from audit.record where merchant_id = $1 and action = 'beneficiaries.account_revealed'",
    [merchantId],
  );
  assert.equal(looks.length, 1);
});

test("what was paid to a payee is what its transfers say", async () => {
  const order = (key: string, beneId: string) => ({ ...orderTo(key), payee: { beneId } });
  await acceptTransfers(ctx, merchantId, [order("one", "bank"), order("two", "bank")]);
  await runtimeOf(ctx).idle();
  const read = await ctx.db.inMerchant(merchantId, (tx) => readPaidFigures(tx, [bankId, walletId]));
  const { count, paise, lastPaidAt } = read.get(bankId)!;
  assert.deepEqual([count, paise], [2, 200_00n]);
  assert.ok(lastPaidAt instanceof Date);
  assert.deepEqual(read.get(walletId), { count: 0, paise: 0n, lastPaidAt: null });
  const [newest, older] = await ctx.db.inMerchant(merchantId, (tx) =>
    listPaymentsTo(tx, bankId, { limit: 10 }),
  );
  assert.ok(newest!.referenceId > older!.referenceId);
  const beforeReferenceId = newest!.referenceId;
  const rest = await ctx.db.inMerchant(merchantId, (tx) =>
    listPaymentsTo(tx, bankId, { limit: 10, beforeReferenceId }),
  );
  assert.deepEqual(rest, [older]);
});

test("a removed one stays readable, and is listed apart", async () => {
  await removeBeneficiary(ctx, merchantId, { beneId: "wallet", by: "system" });
  assert.deepEqual(await idsOf({ states: ["removed"] }), ["wallet"]);
  assert.deepEqual(await idsOf(), ["upi", "bank"]);
  const { removedAt } = await ctx.db.inMerchant(merchantId, (tx) => readBeneficiary(tx, walletId));
  assert.ok(removedAt instanceof Date);
});

/** Adds a beneficiary as a row of a batch does, whose account number may be short. */
async function addShort(accountNumber: string): Promise<string> {
  const person = { beneId: "short", name: "Ravi", email: "ravi@example.com", phone: "9876543211" };
  const beneficiaries = [{ ...person, accountNumber, ifsc: "YESB0000262", address1: "12 MG Road" }];
  const [added] = await ctx.db.inMerchant(merchantId, (tx) =>
    addBeneficiaries(tx, ctx.vault, { beneficiaries, by: "system", check: checkPaidBeneficiary }),
  );
  assert.ok(added?.kind === "added");
  return added.beneficiaryId;
}

test("no list and no search says more of a short account number than the two characters that are shown", async () => {
  const beneficiaryId = await addShort("76543218");
  await ctx.db.inMerchant(merchantId, async (tx) => {
    assert.equal((await readBeneficiary(tx, beneficiaryId)).accountLast4, "18");
    const find = (search: string) => searchBeneficiaries(tx, { limit: 100, search });
    assert.deepEqual(
      (await find("Ravi")).map(({ accountLast4 }) => accountLast4),
      ["18"],
    );
    for (const guess of ["3218", "218", "999993218"]) {
      assert.deepEqual(await find(guess), [], guess);
      assert.deepEqual(await findPayeeIds(tx, { text: guess, limit: 9 }), [], guess);
    }
    assert.deepEqual(await findPayeeIds(tx, { text: "1191", limit: 9 }), [bankId]);
    const alike = (shown: string) => findPayeesShownAs(tx, [{ name: "ravi", shown, bank: "YESB" }]);
    assert.deepEqual(await alike("18"), [{ place: 0, beneficiaryId, listed: true }]);
    assert.deepEqual(await alike("3218"), []);
  });
  await removeBeneficiary(ctx, merchantId, { beneId: "short", by: "system" });
  const later = await addShort("12345699");
  const [named] = await ctx.db.inMerchant(merchantId, (tx) => readNamedPayees(tx, [later]));
  assert.deepEqual([named!.accountLast4, named!.former!.accountLast4], ["99", "18"]);
  const contents = await ctx.db.inMerchant(merchantId, (tx) => readContents(tx, "add", [later]));
  const { formerly, accountLast4 } = contents.get(later)!.proposal;
  assert.deepEqual([formerly, accountLast4], ["Ravi, ••••18, YESB0000262", "99"]);
});
