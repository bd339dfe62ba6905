/** Account numbers that a member lists to learn from later answers which one is right are noted and limited. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addBeneficiaries, noteAddedNumbers, noteTriedNumbers } from "#beneficiaries";
import { registerBatchApprovals, workBatches } from "#batches";
import { type Browser, makeDashboard } from "#test/dashboard";
import { makeFaultWorld } from "#test/faults/fault-world";
import { openFourEyes } from "#test/four-eyes";
import { withinOneWindow } from "#test/within-one-minute";

const world = await makeFaultWorld({ start: new Date("2026-11-23T11:00:00+05:30") });
const dashboard = makeDashboard(world);
const { makeOffice, order, linkBy, setFor } = openFourEyes(world);
registerBatchApprovals();

let made = 0;
const payee = { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" };
const vendor = {
  ...{ beneId: "VENDOR1", name: "Asha Rao" },
  ...{ phone: "9876543210", email: "asha@example.com", address1: "12 MG Road" },
};

test("guesses at other branches, at removed and unlisted payees, and under the payee's own ID are noted", async () => {
  const { merchantId, browsers } = await makeOffice({ vik: "admin", owner: "owner", ravi: "initiator" });
  const { vik, owner, ravi } = browsers as Record<"vik" | "owner" | "ravi", Browser>;
  const noted = async (): Promise<number> => {
    const [{ count } = assert.fail()] = await world.look<{ count: number }>(
      "select count(*)::int as count from beneficiaries.number_tried where merchant_id = $1 and member_id = $2",
      [merchantId, vik.memberId],
    );
    return count;
  };
  const add = (browser: Browser, changes: object) =>
    browser.ask("addBeneficiary", { merchantId, ...vendor, ...payee, ...changes });
  const guess = (place: number) => ({ accountNumber: `${91_00_00_00_10 + place}1191` });
  const { beneficiaryId } = await add(owner, {});
  await add(vik, { beneId: "BRANCH", ...guess(1), ifsc: "YESB0000001" });
  assert.equal(await noted(), 1, "another branch of the bank");
  await vik.ask("removeBeneficiary", { merchantId, beneficiaryId });
  await add(vik, { beneId: "REMOVED", ...guess(2) });
  assert.equal(await noted(), 2, "the payee was removed first");
  await add(vik, guess(3));
  assert.equal(await noted(), 3, "the payee's own ID");
  await add(vik, { beneId: "EXACT" });
  await add(vik, { beneId: "OTHER", accountNumber: "91000000139999" });
  assert.equal(await noted(), 3, "neither the number itself nor one with another end is a guess");
  const quick = { accountNumber: "917010012345672", ifsc: "HDFC0000001", mode: "imps" };
  await order(ravi, merchantId, "100.00", quick);
  await add(vik, { beneId: "QUICK", accountNumber: "917010099995672", ifsc: quick.ifsc });
  assert.equal(await noted(), 4, "a payee who was paid without being listed");
  const vpaOf = (number: string) => `${number}@${payee.ifsc}.ifsc.npci`;
  const dummy = { accountNumber: "91000000149998" };
  await add(vik, { beneId: "BESIDE", ...dummy, vpa: vpaOf("91000000151191") });
  assert.equal(await noted(), 5, "a UPI ID beside another account");
  await owner.ask("addBeneficiary", { merchantId, ...vendor, beneId: "UPI", vpa: vpaOf("026291800007777") });
  await add(vik, { beneId: "OF_UPI", accountNumber: "91000000167777" });
  assert.equal(await noted(), 6, "a payee who is known only by a UPI ID");
  await world.look("update beneficiaries.beneficiary set vpa_account_end = null where bene_id = 'UPI'");
  await add(vik, { beneId: "OF_OLDER_UPI", accountNumber: "91000000177777" });
  assert.equal(await noted(), 7, "a UPI ID from before its end was kept");
});

test("a long file of numbers that end like many payees is not told, but 20 numbers with one end are", async () => {
  const { merchantId, browsers } = await makeOffice({ vik: "admin", owner: "owner" });
  const { vik, owner } = browsers as Record<"vik" | "owner", Browser>;
  const payeesAt = (prefix: string, count = 30) =>
    Array.from({ length: count }, (_, n) => ({
      ...vendor,
      ...{ beneId: `${prefix}_${n}`, accountNumber: `${prefix}${1000 + n}`, ifsc: payee.ifsc },
    }));
  const stored = { beneficiaries: payeesAt("0262918"), by: `member:${owner.memberId}` as const };
  await world.ctx.db.inMerchant(merchantId, (tx) => addBeneficiaries(tx, world.ctx.vault, stored));
  const by = `member:${vik.memberId}` as const;
  const told = () =>
    world.look(
      "select detail from audit.record where merchant_id = $1 and action = 'beneficiaries.numbers_tried'",
      [merchantId],
    );
  await noteAddedNumbers(world.ctx, merchantId, { by, payees: payeesAt("9100000") });
  const rows = await world.look("select from beneficiaries.number_tried where merchant_id = $1", [
    merchantId,
  ]);
  assert.deepEqual([rows.length, await told()], [30, []]);
  const guesses = Array.from({ length: 20 }, (_, n) => payeesAt(String(9_100_001 + n), 1)).flat();
  await noteAddedNumbers(world.ctx, merchantId, { by, payees: guesses });
  assert.deepEqual(await told(), [{ detail: { count: 21 } }]);
});

test("a number that was noted at one bank counts anew in forms and at another bank", async () => {
  const { merchantId, browsers } = await makeOffice({ vik: "admin", owner: "owner" });
  const { vik, owner } = browsers as Record<"vik" | "owner", Browser>;
  const banks = [payee.ifsc, "HDFC0000001"];
  for (const [n, ifsc] of banks.entries())
    await owner.ask("addBeneficiary", { merchantId, ...vendor, ...payee, beneId: `AT_${n}`, ifsc });
  const numbers = Array.from({ length: 20 }, (_, n) => `${91_00_00_00_10 + n}1191`);
  for (const ifsc of banks) {
    const payees = numbers.map((accountNumber) => ({ ...vendor, accountNumber, ifsc }));
    await noteAddedNumbers(world.ctx, merchantId, { by: `member:${vik.memberId}`, payees });
  }
  await noteTriedNumbers(world.ctx, merchantId, { memberId: vik.memberId, numbers });
  const told = await world.look(
    "select detail from audit.record where merchant_id = $1 and action = 'beneficiaries.numbers_tried'",
    [merchantId],
  );
  assert.deepEqual(
    told,
    Array.from({ length: 3 }, () => ({ detail: { count: 20 } })),
  );
});

test("the account of a claim is noted for the maker of its link before the payment is ordered", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ ravi: "initiator", owner: "owner" });
  const { ravi, owner } = browsers as Record<"ravi" | "owner", Browser>;
  await owner.ask("addBeneficiary", { merchantId, ...vendor, ...payee, accountNumber: "91000000181191" });
  const claimIt = await linkBy(`member:${ravi.memberId}`, merchant, 500_00n);
  await claimIt();
  const [{ count } = assert.fail()] = await world.look<{ count: number }>(
    "select count(*)::int as count from beneficiaries.number_tried where merchant_id = $1 and member_id = $2",
    [merchantId, ravi.memberId],
  );
  assert.equal(count, 1);
});

test("numbers that end like another payee's are noted where a member pays them by form or file", async () => {
  const { merchantId, browsers } = await makeOffice({ ravi: "initiator", owner: "owner" });
  const { ravi, owner } = browsers as Record<"ravi" | "owner", Browser>;
  const noted = async (): Promise<number> => {
    const [{ count } = assert.fail()] = await world.look<{ count: number }>(
      "select count(*)::int as count from beneficiaries.number_tried where merchant_id = $1 and member_id = $2",
      [merchantId, ravi.memberId],
    );
    return count;
  };
  await owner.ask("addBeneficiary", { merchantId, ...vendor, ...payee });
  const pay = (transferKey: string, accountNumber: string) =>
    ravi.ask("createTransfer", {
      merchantId,
      transferKey,
      ...payee,
      accountNumber,
      amount: "1.00",
      mode: "imps",
    });
  await pay("guess-by-form", "91000000111191");
  assert.equal(await noted(), 1, "an order by form");
  await pay("right-by-form", payee.accountNumber);
  assert.equal(await noted(), 1, "the number itself is no guess");
  const head = "transferId,amount,name,phone,email,bankAccount,ifsc";
  const row = `guess_by_file,1.00,Asha Rao,9876543210,asha@example.com,91000000121191,${payee.ifsc}`;
  const file = Buffer.from([head, row].join("\n"));
  const upload = { merchantId, name: "Pay.csv", format: "BANK_ACCOUNT", file };
  const { draftId } = await ravi.ask("uploadBatch", upload);
  const { contentHash } = await ravi.ask("compareBatch", { merchantId, draftId });
  await ravi.ask("confirmBatch", { merchantId, draftId, contentHash });
  await workBatches(world.ctx, merchantId);
  assert.equal(await noted(), 2, "a row of a member who lists no payees");
});

test("previews for a member's own beneficiaries count as tries of their numbers until they were paid", async () => {
  await withinOneWindow(world, 60, async () => {
    const { merchantId, organizationId } = await world.makePayer();
    const asha = await dashboard.logIn(organizationId, "initiator");
    const rights = ["access_transfers", "initiate_quick_transfer", "manage_beneficiaries"] as const;
    const guesser = await dashboard.logIn(organizationId, { permissions: [...rights] });
    await guesser.ask("addBeneficiary", { merchantId, ...vendor, ...payee });
    await world.look("delete from access.failure_window");
    const tries = async (browser: Browser): Promise<number> => {
      made += 1;
      const given = { transferKey: `guess-${made}`, beneId: vendor.beneId, amount: "100.00", mode: "imps" };
      await browser.ask("previewTransfer", { merchantId, ...given });
      const [{ used } = assert.fail()] = await world.look<{ used: number }>(
        "select coalesce(sum(used), 0)::int as used from access.failure_window",
      );
      return used;
    };
    assert.equal(await tries(asha), 0, "another member's beneficiary tells nothing");
    assert.ok((await tries(guesser)) > 0);
    await world.look("delete from access.failure_window");
    await world.look("update beneficiaries.beneficiary set added_at = added_at - interval '8 days'");
    assert.ok((await tries(guesser)) > 0, "also after a week");
    await world.look("delete from access.failure_window");
    const paid = { transferKey: "paid-once", beneId: vendor.beneId, amount: "100.00", mode: "imps" };
    await guesser.ask("createTransfer", { merchantId, ...paid });
    await world.look("update transfers.transfer set status = 'succeeded', finished_at = now()");
    assert.equal(await tries(guesser), 0, "one that was paid costs no try");
  });
});

test("the review of a waiting batch compares whole numbers for others who may reveal them, not its maker", async () => {
  const { merchant, merchantId, browsers } = await makeOffice({ vik: "admin", other: "admin" });
  await setFor(merchant, "batch", [{ name: "All", levels: [{ approvers: 1 }] }]);
  const { vik, other } = browsers as Record<"vik" | "other", Browser>;
  await vik.ask("addBeneficiary", { merchantId, ...vendor, ...payee });
  const newPayeesOf = async (number: string) => {
    const head = "transferId,amount,name,phone,email,bankAccount,ifsc";
    const row = `pay-${number},1.00,Asha K Rao,9876543210,asha@example.com,${number},${payee.ifsc}`;
    const file = Buffer.from([head, row].join("\n"));
    const upload = { merchantId, name: `${number}.csv`, format: "BANK_ACCOUNT", file };
    const { draftId } = await vik.ask("uploadBatch", upload);
    const { contentHash } = await vik.ask("compareBatch", { merchantId, draftId });
    const { batchId } = await vik.ask("confirmBatch", { merchantId, draftId, contentHash });
    await workBatches(world.ctx, merchantId);
    const seenBy = async (browser: Browser): Promise<number> =>
      (await browser.ask("reviewBatch", { merchantId, batchId })).added.count;
    return { maker: await seenBy(vik), other: await seenBy(other) };
  };
  assert.deepEqual(await newPayeesOf("026291899991191"), { maker: 1, other: 1 });
  assert.deepEqual(await newPayeesOf(payee.accountNumber), { maker: 1, other: 0 });
});
