import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addBeneficiaries,
  addBeneficiary,
  BENEFICIARIES_MAX,
  BeneficiaryError,
  type BeneficiaryErrorCode,
  type BeneficiaryInput,
} from "#beneficiaries";
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

test("of fifty concurrent adds of one id exactly one wins", async () => {
  const { merchantId } = await world.makeMerchant();
  const { beneId } = someone();
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => addBeneficiary(ctx, merchantId, someone({ beneId }))),
  );
  const refusals = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  assert.equal(refusals.length, 49);
  assert.ok(refusals.every(refusedAs("id_exists")));
});

test("of fifty concurrent adds of one bank account exactly one wins", async () => {
  const { merchantId } = await world.makeMerchant();
  const { accountNumber } = someone();
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => addBeneficiary(ctx, merchantId, someone({ accountNumber }))),
  );
  const refusals = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  assert.equal(refusals.length, 49);
  assert.ok(refusals.every(refusedAs("account_registered")));
});

test("hundreds are added at once; each that is refused is told why and hinders no other", async () => {
  const { merchantId } = await world.makeMerchant();
  const known = someone();
  await addBeneficiary(ctx, merchantId, known);
  const good = Array.from({ length: 500 }, () => someone());
  const set = [
    ...good,
    someone({ phone: "x" }),
    someone({ beneId: good[0]!.beneId }),
    someone({ accountNumber: good[1]!.accountNumber }),
    someone({ beneId: known.beneId }),
  ];
  const outcomes = await ctx.db.inMerchant(merchantId, (tx) =>
    addBeneficiaries(tx, ctx.vault, { beneficiaries: set, by }),
  );
  assert.equal(
    outcomes.slice(0, 500).every(({ kind }) => kind === "added"),
    true,
  );
  assert.deepEqual(
    outcomes.slice(500).map((outcome) => (outcome.kind === "refused" ? outcome.error.code : null)),
    ["phone_invalid", "id_exists", "account_registered", "id_exists"],
  );
  const records = await world.look("select from audit.record where merchant_id = $1 and action = $2", [
    merchantId,
    "beneficiaries.beneficiary_added",
  ]);
  assert.equal(records.length, 501);
});

test("two sets with the same ids, added at the same moment, share them out", async () => {
  const { merchantId } = await world.makeMerchant();
  const set = Array.from({ length: 200 }, () => someone());
  const addAll = (beneficiaries: BeneficiaryInput[]) =>
    ctx.db.inMerchant(merchantId, (tx) => addBeneficiaries(tx, ctx.vault, { beneficiaries, by }));
  const outcomes = (await Promise.all([addAll(set), addAll(set.toReversed())])).flat();
  assert.equal(outcomes.filter(({ kind }) => kind === "added").length, 200);
  assert.ok(outcomes.every((outcome) => outcome.kind === "added" || outcome.error.code === "id_exists"));
});

test("a set beyond the limit is refused as a whole", async () => {
  const { merchantId } = await world.makeMerchant();
  const beneficiaries = Array.from({ length: BENEFICIARIES_MAX + 1 }, () => someone());
  await assert.rejects(
    ctx.db.inMerchant(merchantId, (tx) => addBeneficiaries(tx, ctx.vault, { beneficiaries, by })),
    refusedAs("too_many"),
  );
});
