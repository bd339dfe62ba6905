import assert from "node:assert/strict";
import { test } from "node:test";
import { expireRequests, setPolicies, withdrawRequests } from "#approvals";
import { verifyAuditChain, type Actor } from "#audit";
import {
  addBeneficiaries,
  addBeneficiary,
  getBeneficiary,
  importBeneficiaries,
  readPayees,
  removeBeneficiaries,
  removeBeneficiary,
  type BeneficiaryInput,
} from "#beneficiaries";
import { verifyLedger } from "#proof";
import { acceptTransfers } from "#transfers";
import { changeDetails } from "#test/change-details";
import { makeApprovers } from "#test/make-approvers";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const PROGRAM: Actor = "api-key:test";

let made = 0;

/** Makes a unique beneficiary. */
function someone(beneId = `bene_${made}`): BeneficiaryInput {
  made += 1;
  return {
    beneId,
    name: "Asha Rao",
    email: "asha@example.com",
    phone: "9876543210",
    address1: "12 MG Road",
    accountNumber: String(300_200_100_000 + made),
    ifsc: "YESB0000262",
  };
}

async function makeMerchant(approvers = 1, mode: "sandbox" | "live" = "sandbox") {
  const merchant = await world.makeMerchant({ balancePaise: mode === "live" ? 0n : 10_000_00n, mode });
  const office = await makeApprovers(world, merchant, "beneficiary");
  await office.require(approvers);
  const { merchantId } = merchant;
  const add = async (by: Actor = PROGRAM, input = someone()) => {
    const added = await addBeneficiary(ctx, merchantId, { ...input, by });
    return { ...added, beneId: input.beneId };
  };
  const statusOf = async (beneId: string): Promise<string> => {
    const found = await ctx.db.inMerchant(merchantId, (tx) => readPayees(tx, { beneIds: [beneId] }));
    return found[0]?.status ?? "not listed";
  };
  const pay = async (beneId: string): Promise<string> => {
    made += 1;
    const order = {
      transferKey: `order_${made}`,
      payee: { beneId },
      amountPaise: 1_00n,
      mode: "imps",
    } as const;
    const [answer] = await acceptTransfers(ctx, merchantId, [{ ...order, remarks: "", fundSourceId: null }]);
    return "code" in answer! ? answer.code : answer!.kind;
  };
  const remove = (beneId: string, by: Actor = PROGRAM) => removeBeneficiary(ctx, merchantId, { beneId, by });
  const assertSound = async (): Promise<void> => {
    assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
    assert.equal(await verifyAuditChain(ctx, merchantId), null);
  };
  return { ...office, merchantId, add, statusOf, pay, remove, assertSound };
}

test("without a policy a beneficiary is paid at once and removed at once", async () => {
  const { add, pay, remove, statusOf, find } = await makeMerchant(0);
  const { beneId, beneficiaryId, awaitsApproval } = await add();
  assert.equal(awaitsApproval, false);
  assert.equal(await find(beneficiaryId), undefined);
  assert.equal(await pay(beneId), "accepted");
  assert.deepEqual(await remove(beneId), { awaitsApproval: false });
  assert.equal(await statusOf(beneId), "not listed");
});

test("with a policy a beneficiary is listed at once and paid once enough members agree", async () => {
  const merchant = await makeMerchant(2);
  const { beneId, beneficiaryId, awaitsApproval } = await merchant.add();
  assert.equal(awaitsApproval, true);
  const listed = await getBeneficiary(ctx, merchant.merchantId, beneId);
  assert.equal(listed.status, "awaiting_approval");
  assert.equal(await merchant.pay(beneId), "beneficiary_not_allowed");
  const { proposal } = (await merchant.find(beneficiaryId))!;
  assert.partialDeepStrictEqual(proposal, { change: "add", beneId, name: "Asha Rao", ifsc: "YESB0000262" });
  assert.equal(proposal!.accountLast4, listed.accountNumber!.slice(-4));
  assert.ok(!JSON.stringify(proposal).includes(listed.accountNumber!));

  assert.equal(await merchant.decide(beneficiaryId, "meera"), "not_permitted");
  assert.equal(await merchant.decide(beneficiaryId, "asha"), "pending");
  assert.equal(await merchant.pay(beneId), "beneficiary_not_allowed");
  assert.equal(await merchant.decide(beneficiaryId, "vikram"), "approved");
  assert.equal(await merchant.statusOf(beneId), "verified");
  assert.equal(await merchant.pay(beneId), "accepted");
  await merchant.assertSound();
});

test("no one agrees to a beneficiary of their own", async () => {
  const merchant = await makeMerchant();
  const { beneId, beneficiaryId } = await merchant.add(merchant.as("asha"));
  assert.equal(await merchant.decide(beneficiaryId, "asha"), "own_request");
  assert.equal(await merchant.statusOf(beneId), "awaiting_approval");
  assert.equal(await merchant.decide(beneficiaryId, "vikram"), "approved");
  assert.equal(await merchant.statusOf(beneId), "verified");
});

test("who is not agreed to is off the list, however the request ends, and the id is free again", async () => {
  const merchant = await makeMerchant();
  const { merchantId } = merchant;
  const [rejected, withdrawn, expired] = [await merchant.add(), await merchant.add(), await merchant.add()];
  assert.equal(await merchant.decide(rejected.beneficiaryId, "asha", "reject"), "rejected");
  const { requestId } = (await merchant.find(withdrawn.beneficiaryId))!;
  await ctx.db.inMerchant(merchantId, (tx) =>
    withdrawRequests(tx, [{ request: { requestId }, by: PROGRAM }]),
  );
  await world.look("insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, $2)", [
    merchantId,
    8 * 24 * 3_600_000,
  ]);
  await ctx.db.inMerchant(merchantId, expireRequests);
  for (const { beneId } of [rejected, withdrawn, expired]) {
    assert.equal(await merchant.statusOf(beneId), "not listed", beneId);
    assert.equal(await merchant.pay(beneId), "beneficiary_not_found");
    await merchant.add(PROGRAM, someone(beneId));
  }
  await merchant.assertSound();
});

test("what is agreed to is just what was added", async () => {
  const merchant = await makeMerchant();
  const { beneId, beneficiaryId } = await merchant.add();
  await changeDetails(
    world,
    { merchantId: merchant.merchantId, beneId },
    { column: "name", value: "Another Name" },
  );
  assert.equal(await merchant.decide(beneficiaryId, "asha"), "approved");
  assert.equal(await merchant.statusOf(beneId), "not listed");
});

test("a removal waits too; until it is agreed to everything stays, and asked twice it is one request", async () => {
  const merchant = await makeMerchant(0);
  const { beneId, beneficiaryId } = await merchant.add();
  await merchant.require(1);
  assert.deepEqual(await merchant.remove(beneId, merchant.as("asha")), { awaitsApproval: true });
  assert.deepEqual(await merchant.remove(beneId), { awaitsApproval: true });
  assert.equal(await merchant.decide(beneficiaryId, "asha"), "own_request");
  assert.equal(await merchant.pay(beneId), "accepted");
  assert.equal(await merchant.decide(beneficiaryId, "vikram", "reject"), "rejected");
  assert.equal(await merchant.statusOf(beneId), "verified");
  assert.deepEqual(await merchant.remove(beneId, merchant.as("asha")), { awaitsApproval: true });
  assert.equal(await merchant.decide(beneficiaryId, "vikram"), "approved");
  assert.equal(await merchant.statusOf(beneId), "not listed");
  await assert.rejects(merchant.remove(beneId), { code: "removal_not_found" });
  await merchant.assertSound();
});

test("one that no one has agreed to is removed at once, and no one is asked about it any more", async () => {
  const merchant = await makeMerchant();
  const [mine, other] = [await merchant.add(), await merchant.add(merchant.as("asha"))];
  for (const [{ beneId, beneficiaryId }, by] of [
    [mine, PROGRAM],
    [other, merchant.as("vikram")],
  ] as const) {
    assert.deepEqual(await merchant.remove(beneId, by), { awaitsApproval: false });
    const { status, endedBy } = (await merchant.find(beneficiaryId))!;
    assert.deepEqual([status, endedBy], ["withdrawn", by], "by whoever has removed it, maker or not");
    const told = await world.look<{ removed_by: string }>(
      "select removed_by from beneficiaries.beneficiary where beneficiary_id = $1",
      [beneficiaryId],
    );
    assert.deepEqual(told, [{ removed_by: by }]);
    assert.equal(await merchant.statusOf(beneId), "not listed");
  }
  await merchant.assertSound();
});

test("in live an ID that a member gives to another account waits for a second person", async () => {
  const merchant = await makeMerchant(0, "live");
  const { merchantId } = merchant;
  const asha = merchant.as("asha");
  const account = someone("VENDOR_1");
  const { accountNumber: _, ifsc: __, ...named } = account;
  const upi = { ...named, vpa: "vendor@okhdfc" };
  const give = async (by: Actor, input: BeneficiaryInput) => {
    const added = await merchant.add(by, input);
    return { ...added, remove: () => merchant.remove(input.beneId) };
  };
  for (const input of [account, account, someone("VENDOR_2")]) {
    const { awaitsApproval, remove } = await give(asha, input);
    assert.equal(awaitsApproval, false, "new, or the same account as before");
    await remove();
  }
  for (const input of [someone("VENDOR_1"), upi, someone("VENDOR_2")]) {
    const { awaitsApproval, replacesAccount, remove } = await give(asha, input);
    assert.deepEqual([awaitsApproval, replacesAccount], [true, true]);
    assert.equal(await merchant.statusOf(input.beneId), "awaiting_approval");
    await remove();
  }
  const beneficiaries = [someone("VENDOR_1"), someone("VENDOR_3")];
  const outcomes = await importBeneficiaries(ctx, merchantId, { beneficiaries, by: asha });
  assert.deepEqual(
    outcomes.map((one) => one.kind === "added" && one.awaitsApproval === true),
    [true, false],
  );
  const { beneficiaryId } = outcomes[0]!.kind === "refused" ? assert.fail() : outcomes[0]!;
  const { proposal } = (await merchant.find(beneficiaryId))!;
  const before = [account.name, `••••${account.accountNumber!.slice(-4)}`, account.ifsc].join(", ");
  assert.equal(proposal!["formerly"], before, "the approver sees what the ID stood for");
  assert.equal(await merchant.decide(beneficiaryId, "asha"), "own_request");
  assert.equal(await merchant.decide(beneficiaryId, "vikram"), "approved");
  assert.equal(await merchant.statusOf("VENDOR_1"), "verified");
  await merchant.remove("VENDOR_1");
  assert.equal((await give(PROGRAM, upi)).awaitsApproval, false, "a program knows what it replaces");
  await merchant.remove("VENDOR_1");
  const { beneficiaryId: again } = await give(asha, account);
  assert.equal((await merchant.find(again))!.proposal!["formerly"], `${account.name}, vendor@okhdfc`);
  await merchant.assertSound();
});

test("a merchant's own policies decide about such an ID where one of them fits; a sandbox asks no one", async () => {
  const any = { fromPaise: null, toPaise: null, rails: null, fundSourceIds: null };
  const cases = [
    ["live", [{ ...any, name: "Programs", creators: ["api"], levels: [] }], true],
    ["live", [{ ...any, name: "Members need no one", creators: ["member"], levels: [] }], false],
    ["sandbox", [], false],
  ] as const;
  for (const [mode, policies, waits] of cases) {
    const merchant = await makeMerchant(0, mode);
    const by = merchant.as("asha");
    await setPolicies(ctx, merchant.merchantId, { subjectKind: "beneficiary", policies, by: "system" });
    await merchant.add(by, someone("VENDOR_1"));
    await merchant.remove("VENDOR_1");
    const { awaitsApproval } = await merchant.add(by, someone("VENDOR_1"));
    assert.equal(awaitsApproval, waits, JSON.stringify(policies));
  }
});

test("a set is asked for one by one, and a refused one is not asked for", async () => {
  const merchant = await makeMerchant();
  const { merchantId } = merchant;
  const people = [someone(), someone(), { ...someone(), ifsc: "nonsense" }];
  const outcomes = await ctx.db.inMerchant(merchantId, (tx) =>
    addBeneficiaries(tx, ctx.vault, { beneficiaries: people, by: PROGRAM }),
  );
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.kind === "added" ? outcome.awaitsApproval : outcome.error.code)),
    [true, true, "ifsc_invalid"],
  );
  const beneIds = people.map(({ beneId }) => beneId);
  const [first, second] = outcomes as { beneficiaryId: string }[];
  await merchant.decide(first!.beneficiaryId, "asha");
  const removed = await ctx.db.inMerchant(merchantId, (tx) =>
    removeBeneficiaries(tx, { beneIds, by: PROGRAM }),
  );
  // The removal of the first needs approval; the second was never approved; the third never existed.
  assert.deepEqual(removed, [beneIds[1]]);
  assert.equal((await merchant.find(first!.beneficiaryId))!.status, "pending");
  assert.equal((await merchant.find(second!.beneficiaryId))!.status, "withdrawn");
});

test("agreed to and removed in the same moment, it is one or the other", async () => {
  const merchant = await makeMerchant();
  for (let round = 0; round < 40; round += 1) {
    const { beneId, beneficiaryId } = await merchant.add();
    const [decided, removed] = await Promise.all([
      merchant.decide(beneficiaryId, "asha"),
      merchant.remove(beneId),
    ]);
    const status = await merchant.statusOf(beneId);
    // If removed at once, the approval came too late; if awaiting, it came first and removal was requested.
    assert.equal(decided, removed.awaitsApproval ? "approved" : "already_ended");
    assert.equal(status, removed.awaitsApproval ? "verified" : "not listed");
  }
  await merchant.assertSound();
});
