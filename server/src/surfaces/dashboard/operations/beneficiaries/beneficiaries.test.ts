import assert from "node:assert/strict";
import { test } from "node:test";
import { recordAudit } from "#audit";
import { workBatches } from "#batches";
import { acceptTransfers, runtimeOf } from "#transfers";
import { makeDashboard } from "#test/dashboard";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";

const world = await makeFaultWorld();
const { ctx } = world;
const dashboard = makeDashboard(world);
const payer = await world.makePayer();
const { merchantId, organizationId } = payer;
const admin = await dashboard.logIn(organizationId, "admin");
const viewer = await dashboard.logIn(organizationId, "viewer");
const ask = (name: string, input: object = {}) => admin.ask(name, { merchantId, ...input });

const NEW = {
  beneId: "asha",
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "9876543210",
  address1: "ABC Street",
  accountNumber: "026291800001191",
  ifsc: "YESB0000262",
} as const;

test("a beneficiary is added, verified, paid and shown without its account number", async () => {
  const { beneficiaryId } = await ask("addBeneficiary", NEW);
  const asked = await ask("verifyBeneficiary", { beneficiaryId });
  assert.equal(asked.status, "found");
  await acceptTransfers(ctx, merchantId, [{ ...orderTo("one"), payee: { beneId: "asha" } }]);
  await runtimeOf(ctx).idle();
  const shown = await ask("getBeneficiary", { beneficiaryId });
  assert.deepEqual(
    [shown.accountLast4, shown.status, shown.paidCount, shown.paidAmount, shown.addedBy],
    ["1191", "active", 1, "100.00", shown.addedBy],
  );
  assert.match(shown.addedBy, /^Member/);
  assert.equal(shown.holder.nameAtBank, asked.nameAtBank);
  assert.ok(!JSON.stringify(shown).includes(NEW.accountNumber));
  const { items } = await ask("listBeneficiaries", { search: "ash" });
  assert.deepEqual(items, [shown]);
  const byBank = `RAO ASHA A/C NO.${NEW.accountNumber}`;
  await world.look("update beneficiaries.verification set name_at_bank = $2 where merchant_id = $1", [
    merchantId,
    byBank,
  ]);
  const masked = "RAO ASHA A/C NO.•••••••••••1191";
  assert.equal((await ask("getBeneficiary", { beneficiaryId })).holder.nameAtBank, masked);
  assert.equal((await ask("listBeneficiaries", { search: "ash" })).items[0].holder.nameAtBank, masked);
  const payments = await ask("listBeneficiaryPayments", { beneficiaryId });
  assert.deepEqual(
    payments.items.map((one: { transferKey: string; status: string }) => [one.transferKey, one.status]),
    [["one", "SUCCESS"]],
  );
  const revealed = await ask("revealBeneficiaryAccount", { beneficiaryId });
  assert.equal(revealed.accountNumber, NEW.accountNumber);
});

test("a search confirms a guessed account number to no member", async () => {
  const { items: all } = await viewer.ask("listBeneficiaries", { merchantId });
  const found = async (browser: typeof viewer, text: string) => {
    const { items } = await browser.ask("listBeneficiaries", { merchantId, search: text });
    const { beneficiaries, transfers } = await browser.ask("searchEverything", { merchantId, q: text });
    const { total } = await browser.ask("countTransfers", { merchantId, q: text });
    return { items, beneficiaries, transfers, total };
  };
  const guess = "026291899991191";
  const right = await found(viewer, NEW.accountNumber);
  assert.deepEqual([right.items, right.beneficiaries.length, right.total.count], [all, 1, 1]);
  assert.deepEqual(await found(viewer, guess), right);
  assert.deepEqual(await found(viewer, ` A/c 0262-9189 9991191 `), right);
  assert.deepEqual(await found(admin, NEW.accountNumber), await found(admin, guess));
  assert.deepEqual((await found(admin, guess)).items, all);
  // A phone number is not an account number, and a shorter number may be an amount.
  const byPhone = await found(viewer, NEW.phone);
  assert.deepEqual(byPhone.items, all);
  for (const text of ["026291899991192", "91191", "9876541191x"])
    assert.deepEqual((await found(viewer, text)).items, []);
});

test("wrong details are reported at their field", async () => {
  const wrong = [
    [{ beneId: "a b" }, "id_invalid", "beneId"],
    [{ beneId: "asha" }, "id_exists", "beneId"],
    [{ beneId: "twin" }, "account_registered", "accountNumber"],
    [{ beneId: "x", ifsc: "YESB1000262" }, "ifsc_invalid", "ifsc"],
    [{ beneId: "x", email: "not-an-address" }, "email_invalid", "email"],
  ] as const;
  for (const [changes, code, field] of wrong) {
    const { status, body } = await admin.call("addBeneficiary", { merchantId, ...NEW, ...changes });
    assert.ok(status === 422 || status === 409);
    assert.deepEqual([body.error.code, body.error.field], [code, field]);
  }
});

test("a deleted one stays readable; deleting it again does not touch another of the same id", async () => {
  const { beneficiaryId } = await ask("addBeneficiary", {
    ...NEW,
    beneId: "gone",
    accountNumber: "",
    ifsc: " ",
    vpa: "success@upi",
  });
  assert.deepEqual(await ask("removeBeneficiary", { beneficiaryId }), { awaitsApproval: false });
  const again = { ...NEW, beneId: "gone", accountNumber: "", ifsc: "", vpa: "success@upi" };
  const { beneficiaryId: newer } = await ask("addBeneficiary", again);
  const { status } = await admin.call("removeBeneficiary", { merchantId, beneficiaryId });
  assert.equal(status, 409);
  assert.equal((await ask("getBeneficiary", { beneficiaryId })).status, "removed");
  assert.equal((await ask("getBeneficiary", { beneficiaryId: newer })).status, "active");
});

test("many are added by a file: the sound rows, and the others with their reasons", async () => {
  for (const format of ["csv", "xlsx", "xls"]) {
    assert.ok((await admin.call("downloadBeneficiaryTemplate", { merchantId, format })).bytes.length > 50);
  }
  const file = Buffer.from(
    [
      "beneId,name,phone,email,vpa,address1",
      "f1,Vikram Seth,9876543210,v@example.com,v@upi,Street",
      "f 2,X,1,,,",
    ].join("\n"),
  );
  const batch = await ask("uploadBeneficiaries", { name: "people.csv", file });
  assert.equal(batch.rowCount, 2);
  await workBatches(ctx, merchantId);
  const done = await ask("getBeneficiaryBatch", { batchId: batch.batchId });
  assert.deepEqual([done.batch.addedCount, done.batch.rejectedCount], [1, 1]);
  assert.deepEqual(
    done.items.map((row: { line: number; status: string }) => [row.line, row.status]),
    [
      [2, "added"],
      [3, "rejected"],
    ],
  );
  assert.ok(done.items[1].failureReason.length > 0);
  assert.equal((await ask("listBeneficiaryBatches")).items[0].batchId, batch.batchId);
  const { body } = await admin.call("uploadBeneficiaries", {
    merchantId,
    name: "x",
    file: Buffer.from("a,b\n1,2"),
  });
  assert.equal(body.error.code, "file_unusable");
});

test("who may not manage beneficiaries changes none, and reveals no number", async () => {
  const { items } = await viewer.ask("listBeneficiaries", { merchantId });
  const { beneficiaryId } = items[0];
  for (const name of [
    "addBeneficiary",
    "removeBeneficiary",
    "verifyBeneficiary",
    "revealBeneficiaryAccount",
  ]) {
    const { status, body } = await viewer.call(name, { merchantId, beneficiaryId, ...NEW, beneId: "no" });
    assert.deepEqual([status, body.error.code], [403, "not_permitted"], name);
  }
});

test("no address is asked for, and a payee of wallets needs a name and a phone number", async () => {
  const { address1: _, ...noAddress } = NEW as Record<string, string>;
  const bank = { ...noAddress, beneId: "no_address", accountNumber: "026291800001192" };
  assert.equal((await admin.call("addBeneficiary", { merchantId, ...bank })).status, 200);
  const wallet = { beneId: "by_phone", name: "Asha Rao", phone: "9876543211" };
  assert.equal((await admin.call("addBeneficiary", { merchantId, ...wallet })).status, 200);
  const { status, body } = await admin.call("addBeneficiary", {
    merchantId,
    ...bank,
    beneId: "no_email",
    email: "",
  });
  assert.deepEqual([status, body.error.code, body.error.field], [422, "email_invalid", "email"]);
});

test("one member verifies a hundred beneficiaries a day, and another member is not affected", async () => {
  const { beneficiaryId } = await ask("addBeneficiary", {
    ...NEW,
    beneId: "often",
    accountNumber: "026291800007777",
  });
  const colleague = await dashboard.logIn(organizationId, "admin");
  const verify = (by: typeof admin) => by.call("verifyBeneficiary", { merchantId, beneficiaryId });
  const actor = `member:${colleague.memberId}` as const;
  const record = {
    actor,
    action: "beneficiaries.verification_asked",
    subject: `beneficiary:${beneficiaryId}`,
  };
  await ctx.db.inMerchant(merchantId, (tx) =>
    recordAudit(
      tx,
      Array.from({ length: 99 }, () => record),
    ),
  );
  assert.equal((await verify(colleague)).status, 200);
  const { status, body } = await verify(colleague);
  assert.deepEqual([status, body.error.code], [409, "too_many_verifications"]);
  assert.equal((await verify(admin)).status, 200);
});
