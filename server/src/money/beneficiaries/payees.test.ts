import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addBeneficiary,
  BeneficiaryError,
  ensurePayees,
  getBeneficiary,
  openAccountNumber,
  readPayees,
  type PayeeInput,
} from "#beneficiaries";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;

const payee = (number: number, changes: Partial<PayeeInput> = {}): PayeeInput => ({
  name: `Payee ${number}`,
  email: "payee@example.com",
  phone: "9876543210",
  accountNumber: `00${number + 70_000_000}`,
  ifsc: "ICIC0000009",
  ...changes,
});

const ensure = (merchantId: string, inputs: PayeeInput[]) =>
  ctx.db.inMerchant(merchantId, async (tx) =>
    (await ensurePayees(tx, ctx.vault, inputs)).map((payee) => payee ?? assert.fail("too many")),
  );

test("hundreds of new payees are made in the order given; the same again are the same", async () => {
  const { merchantId } = await world.makeMerchant();
  const inputs = Array.from({ length: 300 }, (_, index) => payee(index));
  const made = await ensure(merchantId, inputs);
  assert.deepEqual(
    made.map(({ name }) => name),
    inputs.map(({ name }) => name),
  );
  assert.equal(new Set(made.map(({ beneficiaryId }) => beneficiaryId)).size, 300);
  const again = await ensure(merchantId, inputs.toReversed());
  assert.deepEqual(again.toReversed(), made);
  assert.equal(openAccountNumber(ctx, merchantId, made[7]!.sealedAccount!), inputs[7]!.accountNumber);
});

test("the same details twice in one set are one payee, however they are spelt", async () => {
  const { merchantId } = await world.makeMerchant();
  const spelt = payee(1, {
    ifsc: "icic0000009",
    phone: "+919876543210",
    email: " PAYEE@example.com ",
    city: "",
  });
  const made = await ensure(merchantId, [payee(1), payee(2), spelt]);
  assert.equal(made[0]!.beneficiaryId, made[2]!.beneficiaryId);
  assert.notEqual(made[0]!.beneficiaryId, made[1]!.beneficiaryId);
});

test("another name, bank account, VPA or phone is another payee", async () => {
  const { merchantId } = await world.makeMerchant();
  const changes: Partial<PayeeInput>[] = [
    {},
    { name: "Somebody" },
    { accountNumber: "1234567890" },
    { ifsc: "HDFC0000001" },
    { vpa: "success@upi" },
    { phone: "9876500000" },
    { address1: "ABC Street" },
  ];
  const made = await ensure(
    merchantId,
    changes.map((change) => payee(1, change)),
  );
  assert.equal(new Set(made.map(({ beneficiaryId }) => beneficiaryId)).size, changes.length);
});

test("sets that bring the same new payees at the same moment agree on them", async () => {
  const { merchantId } = await world.makeMerchant();
  const inputs = Array.from({ length: 50 }, (_, index) => payee(index));
  const sets = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      ensure(merchantId, index % 2 === 0 ? inputs : inputs.toReversed()),
    ),
  );
  const ids = new Set(sets.flat().map(({ beneficiaryId }) => beneficiaryId));
  assert.equal(ids.size, 50);
});

test("a payee of a direct transfer has no id of the merchant's and is on no list", async () => {
  const { merchantId } = await world.makeMerchant();
  const [made] = await ensure(merchantId, [payee(1)]);
  assert.equal(made!.beneId, null);
  const [read] = await ctx.db.inMerchant(merchantId, (tx) =>
    readPayees(tx, { beneficiaryIds: [made!.beneficiaryId] }),
  );
  assert.deepEqual(read, made);
  // It does not prevent listing the same bank account.
  const input = {
    ...payee(1),
    email: "a@b.example",
    phone: "9876543210",
    beneId: "b1",
    address1: "ABC Street",
  };
  await addBeneficiary(ctx, merchantId, { ...input, by: "api-key:test" });
});

test("a merchant sees, finds and pays its own payees only", async () => {
  const [one, other] = await Promise.all([world.makeMerchant(), world.makeMerchant()]);
  const [ofOne] = await ensure(one.merchantId, [payee(1)]);
  const [ofOther] = await ensure(other.merchantId, [payee(1)]);
  assert.notEqual(ofOne!.beneficiaryId, ofOther!.beneficiaryId);
  assert.notDeepEqual(ofOne!.accountIndex, ofOther!.accountIndex);
  const prints = await world.look<{ print: string }>(
    `select encode(fingerprint, 'hex') as print
     from beneficiaries.beneficiary
     where beneficiary_id = any ($1)`,
    [[ofOne!.beneficiaryId, ofOther!.beneficiaryId]],
  );
  assert.notEqual(
    prints[0]!.print,
    prints[1]!.print,
    "nobody can tell that two merchants pay the same person",
  );
  const input = {
    ...payee(1),
    email: "a@b.example",
    phone: "9876543210",
    beneId: "mine",
    address1: "ABC Street",
  };
  await addBeneficiary(ctx, one.merchantId, { ...input, by: "api-key:test" });
  const seen = await ctx.db.inMerchant(other.merchantId, async (tx) => [
    ...(await readPayees(tx, { beneficiaryIds: [ofOne!.beneficiaryId] })),
    ...(await readPayees(tx, { beneIds: ["mine"] })),
    // This holds even for a statement without a merchant filter.
    ...(await tx.query("select from beneficiaries.beneficiary where bene_id = 'mine'")),
  ]);
  assert.deepEqual(seen, []);
  await assert.rejects(getBeneficiary(ctx, other.merchantId, "mine"), (error) =>
    BeneficiaryError.is(error, "not_found"),
  );
  assert.throws(() => openAccountNumber(ctx, other.merchantId, ofOne!.sealedAccount!), {
    code: "not_authentic",
  });
});

test("the application cannot edit or delete bank details, or write another merchant's", async () => {
  const [one, other] = await Promise.all([world.makeMerchant(), world.makeMerchant()]);
  await ensure(one.merchantId, [payee(1)]);
  const run = (text: string, values: unknown[] = []) =>
    ctx.db.inMerchant(one.merchantId, (tx) => tx.execute(text, values));
  const denied = { code: "42501" };
  for (const column of ["name", "ifsc", "account_index", "account_last4", "bene_id"]) {
    await assert.rejects(run(`update beneficiaries.beneficiary set ${column} = null`), denied);
  }
  await assert.rejects(run("delete from beneficiaries.beneficiary"), denied);
  const insert = `
    insert into beneficiaries.beneficiary (merchant_id, beneficiary_id, bene_id, name, added_at, added_by)
    values ($1, uuidv7(), 'b1', 'A', now(), 'x')`;
  await assert.rejects(run(insert, [other.merchantId]), denied);
});

test("no account number stands in clear anywhere in the database", async () => {
  const { merchantId } = await world.makeMerchant();
  const canaries = ["918273645546372", "827364554637281"];
  const input = {
    ...payee(1),
    email: "a@b.example",
    phone: "9876543210",
    beneId: "canary",
    address1: "ABC Street",
  };
  await addBeneficiary(ctx, merchantId, { ...input, accountNumber: canaries[0]!, by: "api-key:test" });
  await ensure(merchantId, [payee(1, { accountNumber: canaries[1]! })]);
  const forms = canaries.flatMap((canary) => [
    canary,
    Buffer.from(canary).toString("hex"),
    Buffer.from(canary).toString("base64").slice(0, 20),
  ]);
  const tables = await world.look<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  assert.ok(tables.some(({ name }) => name === "beneficiaries.beneficiary"));
  for (const { name } of tables) {
    const found = await world.look(
      `select from ${name} as looked_at where exists (select from unnest($1::text[]) as form
       where strpos(looked_at::text, form) > 0)`,
      [forms],
    );
    assert.equal(found.length, 0, name);
  }
});
