import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addBeneficiary,
  BeneficiaryError,
  findBeneficiaryByAccount,
  getBeneficiary,
  searchBeneficiaries,
  type BeneficiarySearch,
  readPayees,
  removeBeneficiary,
  setBeneficiarySettings,
  type BeneficiaryErrorCode,
  type BeneficiaryInput,
} from "#beneficiaries";
import { openWallet, revealFundSourceAccount } from "#fund-sources";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const by = "api-key:test" as const;

const refusedAs = (code: BeneficiaryErrorCode) => (error: unknown) => BeneficiaryError.is(error, code);

let made = 0;

/** Makes a unique beneficiary, with changes. */
function someone(changes: Partial<BeneficiaryInput> = {}): BeneficiaryInput & { by: typeof by } {
  made += 1;
  return {
    beneId: `bene_${made}`,
    name: "John Doe",
    email: "johndoe@example.com",
    phone: "+919876543210",
    address1: "ABC Street",
    accountNumber: String(100_200_300_000 + made).padStart(14, "0"),
    ifsc: "HDFC0000001",
    ...changes,
    by,
  };
}

test("what was added is read back in one form, its account number in clear", async () => {
  const { merchantId } = await world.makeMerchant();
  const input = someone({
    accountNumber: "00011020001772",
    ifsc: "hdfc0000001",
    vpa: "success@upi",
    address2: "Second floor",
    city: "Bangalore",
    state: "Karnataka",
    pincode: "560001",
    card: "411111XXXXXX1111",
    purpose: "Salary",
  });
  const { beneficiaryId } = await addBeneficiary(ctx, merchantId, input);
  const { addedAt, ...rest } = await getBeneficiary(ctx, merchantId, input.beneId);
  assert.ok(addedAt instanceof Date);
  assert.deepEqual(rest, {
    beneficiaryId,
    beneId: input.beneId,
    name: "John Doe",
    email: "johndoe@example.com",
    phone: "9876543210",
    address1: "ABC Street",
    address2: "Second floor",
    city: "Bangalore",
    state: "Karnataka",
    pincode: "560001",
    accountNumber: "00011020001772",
    ifsc: "HDFC0000001",
    vpa: "success@upi",
    cardLast4: "1111",
    cardNetwork: "visa",
    groupName: "DEFAULT",
    purpose: "Salary",
    status: "verified",
    addedBy: by,
  });
});

test("a beneficiary without any instrument is legal", async () => {
  const { merchantId } = await world.makeMerchant();
  const input = someone({ accountNumber: "", ifsc: "" });
  await addBeneficiary(ctx, merchantId, input);
  const read = await getBeneficiary(ctx, merchantId, input.beneId);
  assert.deepEqual([read.accountNumber, read.ifsc, read.vpa, read.pincode], [null, null, null, null]);
});

test("wrong fields are refused before the database is asked", async () => {
  const { merchantId } = await world.makeMerchant();
  await assert.rejects(addBeneficiary(ctx, merchantId, someone({ email: "no" })), refusedAs("email_invalid"));
});

test("an id is taken once, and free again after its beneficiary was removed", async () => {
  const { merchantId } = await world.makeMerchant();
  const first = someone();
  const { beneficiaryId } = await addBeneficiary(ctx, merchantId, first);
  await assert.rejects(addBeneficiary(ctx, merchantId, first), refusedAs("id_exists"));
  const other = someone({ beneId: first.beneId });
  await assert.rejects(addBeneficiary(ctx, merchantId, other), refusedAs("id_exists"));
  await removeBeneficiary(ctx, merchantId, { beneId: first.beneId, by });
  await assert.rejects(getBeneficiary(ctx, merchantId, first.beneId), refusedAs("not_found"));
  const again = await addBeneficiary(ctx, merchantId, first);
  assert.notEqual(again.beneficiaryId, beneficiaryId);
  const byBeneId = () => ctx.db.inMerchant(merchantId, (tx) => readPayees(tx, { beneIds: [first.beneId] }));
  assert.deepEqual(
    (await byBeneId()).map((payee) => payee.beneficiaryId),
    [again.beneficiaryId],
  );
  await removeBeneficiary(ctx, merchantId, { beneId: first.beneId, by });
  assert.deepEqual(await byBeneId(), []);
  // Transfers to the first one still find it.
  const [old] = await ctx.db.inMerchant(merchantId, (tx) =>
    readPayees(tx, { beneficiaryIds: [beneficiaryId] }),
  );
  assert.ok(old?.removedAt instanceof Date);
});

test("removing what is not there, without an id or with an impossible one is refused", async () => {
  const { merchantId } = await world.makeMerchant();
  await assert.rejects(
    removeBeneficiary(ctx, merchantId, { beneId: "b1", by }),
    refusedAs("removal_not_found"),
  );
  await assert.rejects(removeBeneficiary(ctx, merchantId, { beneId: "", by }), refusedAs("id_missing"));
  await assert.rejects(removeBeneficiary(ctx, merchantId, { beneId: "a-b", by }), refusedAs("id_invalid"));
});

test("a bank account is listed once, by number and IFSC, until its beneficiary is removed", async () => {
  const { merchantId } = await world.makeMerchant();
  const first = someone();
  await addBeneficiary(ctx, merchantId, first);
  const same = someone({ accountNumber: first.accountNumber, ifsc: first.ifsc?.toLowerCase() });
  await assert.rejects(addBeneficiary(ctx, merchantId, same), refusedAs("account_registered"));
  await addBeneficiary(ctx, merchantId, someone({ accountNumber: first.accountNumber, ifsc: "ICIC0000009" }));
  await removeBeneficiary(ctx, merchantId, { beneId: first.beneId, by });
  await addBeneficiary(ctx, merchantId, same);
});

test("a merchant may allow bank accounts to be listed again, and forbid it again", async () => {
  const { merchantId } = await world.makeMerchant();
  await setBeneficiarySettings(ctx, merchantId, { accountOnce: false, by });
  const first = someone();
  const again = (): ReturnType<typeof someone> => someone({ accountNumber: first.accountNumber });
  await addBeneficiary(ctx, merchantId, first);
  await addBeneficiary(ctx, merchantId, again());
  const found = await findBeneficiaryByAccount(ctx, merchantId, first);
  assert.equal(found.beneId, first.beneId, "the longest listed one is named");
  await setBeneficiarySettings(ctx, merchantId, { accountOnce: true, by });
  await assert.rejects(addBeneficiary(ctx, merchantId, again()), refusedAs("account_registered"));
});

test("no one lists an own fund source or another merchant's virtual account", async () => {
  const [one, other] = await Promise.all([world.makeMerchant(), world.makeMerchant()]);
  await Promise.all([openWallet(ctx, one.merchantId), openWallet(ctx, other.merchantId)]);
  const own = await revealFundSourceAccount(ctx, one.merchantId, "WALLET_1");
  const foreign = await revealFundSourceAccount(ctx, other.merchantId, "WALLET_1");
  await assert.rejects(addBeneficiary(ctx, one.merchantId, someone(own)), refusedAs("own_account"));
  await assert.rejects(addBeneficiary(ctx, one.merchantId, someone(foreign)), refusedAs("platform_account"));
  const virtual = someone({ vpa: "shop.1@Vitaran" });
  await assert.rejects(addBeneficiary(ctx, one.merchantId, virtual), refusedAs("platform_account"));
});

test("a virtual UPI ID is refused first, so with it no number of an own account can be guessed", async () => {
  const { merchantId } = await world.makeMerchant();
  await openWallet(ctx, merchantId);
  const own = await revealFundSourceAccount(ctx, merchantId, "WALLET_1");
  for (const account of [own, { ...own, ifsc: "YESB0000262" }]) {
    const guess = someone({ ...account, vpa: "shop.1@vitaran" });
    await assert.rejects(addBeneficiary(ctx, merchantId, guess), refusedAs("platform_account"));
  }
});

test("a beneficiary is found by its bank account", async () => {
  const { merchantId } = await world.makeMerchant();
  const input = someone();
  await addBeneficiary(ctx, merchantId, input);
  const { accountNumber, ifsc } = input;
  assert.deepEqual(await findBeneficiaryByAccount(ctx, merchantId, { accountNumber, ifsc }), {
    beneId: input.beneId,
  });
  const refused: [Parameters<typeof findBeneficiaryByAccount>[2], BeneficiaryErrorCode][] = [
    [{ accountNumber, ifsc: "ICIC0000009" }, "account_not_found"],
    [{ accountNumber: "999888777666", ifsc }, "account_not_found"],
    [{ accountNumber }, "lookup_incomplete"],
    [{ accountNumber: "", ifsc }, "lookup_incomplete"],
    [{ accountNumber: "12-34", ifsc }, "lookup_invalid"],
    [{ accountNumber, ifsc: "HDFC" }, "lookup_ifsc_invalid"],
  ];
  for (const [given, code] of refused) {
    await assert.rejects(findBeneficiaryByAccount(ctx, merchantId, given), refusedAs(code));
  }
});

test("a waiting time after adding is told to anyone who wants to pay; by default there is none", async () => {
  const { merchantId } = await world.makeMerchant();
  const input = someone();
  await addBeneficiary(ctx, merchantId, input);
  const read = async () =>
    (await ctx.db.inMerchant(merchantId, (tx) => readPayees(tx, { beneIds: [input.beneId, "nobody"] })))[0]!;
  const at = await read();
  assert.deepEqual(at.payableAt, at.addedAt);
  await setBeneficiarySettings(ctx, merchantId, { waitingMinutes: 30, by });
  const waiting = await read();
  assert.equal(waiting.payableAt.getTime() - waiting.addedAt.getTime(), 30 * 60_000);
});

test("two who change settings at once do not undo each other's", async () => {
  for (let round = 1; round <= 20; round += 1) {
    const { merchantId } = await world.makeMerchant();
    const set = (change: Parameters<typeof setBeneficiarySettings>[2]) =>
      setBeneficiarySettings(ctx, merchantId, change);
    await Promise.all([
      set({ waitingMinutes: round, by }),
      set({ accountOnce: false, by }),
      set({ verificationFeePaise: 2_00n, by }),
    ]);
    const inForce = await set({ by });
    assert.deepEqual(inForce, { accountOnce: false, waitingMinutes: round, verificationFeePaise: 2_00n });
  }
});

test("the list shows pages, newest first, and finds by name, id, VPA and last four characters", async () => {
  const { merchantId } = await world.makeMerchant();
  const inputs = Array.from({ length: 5 }, (_, index) => someone({ name: `Person ${"ABCDE"[index]}` }));
  for (const input of inputs) await addBeneficiary(ctx, merchantId, input);
  const ids = inputs.map((input) => input.beneId).toReversed();
  const list = (search: BeneficiarySearch) =>
    ctx.db.inMerchant(merchantId, (tx) => searchBeneficiaries(tx, search));
  const first = await list({ limit: 3 });
  assert.deepEqual(
    first.map(({ beneId }) => beneId),
    ids.slice(0, 3),
  );
  const second = await list({ limit: 3, after: first.at(-1)!.beneficiaryId });
  assert.deepEqual(
    second.map(({ beneId }) => beneId),
    ids.slice(3),
  );
  assert.deepEqual(
    (await list({ limit: 9, search: "person c" })).map(({ name }) => name),
    ["Person C"],
  );
  assert.equal((await list({ limit: 9, search: inputs[3]!.accountNumber!.slice(-4) })).length, 1);
  await removeBeneficiary(ctx, merchantId, { beneId: ids[0]!, by });
  assert.equal((await list({ limit: 9 })).length, 4);
  assert.deepEqual(
    (await list({ limit: 9, states: ["removed"] })).map(({ beneId }) => beneId),
    [ids[0]],
  );
});
