import assert from "node:assert/strict";
import { test } from "node:test";
import { addBeneficiary, importBeneficiaries, readPayees } from "#beneficiaries";
import { addRule, findPayeesOfAccounts } from "#risk";
import { countRows } from "#test/faults/count-rows";
import { acceptTransfers, findDuplicate, type TransferOrder } from "#transfers";
import { DAY_MS, makeShieldWorld, MINUTE_MS, orderOf, payeeOf, wordOf } from "./test/shield-world.ts";

const world = await makeShieldWorld();

const TAKEN = "accepted";
const NOT_ALLOWED = "beneficiary_not_allowed";

test("a large amount to someone new is stopped until they have been paid and are known for long enough", async () => {
  const newPayee = {
    kind: "new_payee",
    parameters: { abovePaise: 500_00, addedWithinHours: 24 },
    effect: "block",
  };
  const merchant = await world.makeShielded(newPayee);
  const [below, above] = await merchant.accept({ rupees: 500, key: "below" }, { rupees: 500.01 });
  assert.equal(below?.kind, "accepted");
  assert.ok(above?.kind === "rejected" && above.code === NOT_ALLOWED);
  assert.equal(above.transfer.reason, "SUSPECTED_TRANSFER");
  await merchant.end("succeeded", "below");
  assert.deepEqual(await merchant.order({ rupees: 501 }), [NOT_ALLOWED], "paid, but added today");
  await merchant.advance(DAY_MS);
  assert.deepEqual(await merchant.order({ rupees: 501 }), [TAKEN]);
  const unpaid = await world.makeShielded(newPayee);
  await unpaid.order({ key: "comes back" });
  await unpaid.end("reversed", "comes back");
  await unpaid.advance(DAY_MS);
  assert.deepEqual(await unpaid.order({ rupees: 501 }), [NOT_ALLOWED], "known, but never paid");
});

test("the same amount to the same destination is suspected for a while, unless the first was not paid", async () => {
  const duplicate = { kind: "duplicate", parameters: { periodMinutes: 30 }, effect: "block" };
  const merchant = await world.makeShielded(duplicate);
  assert.deepEqual(await merchant.order({}, { rupees: 100.01 }, { payee: 2 }, { mode: "upi" }, {}), [
    TAKEN,
    TAKEN,
    TAKEN,
    TAKEN,
    NOT_ALLOWED,
  ]);
  await merchant.advance(29 * MINUTE_MS);
  assert.deepEqual(await merchant.order({}), [NOT_ALLOWED]);
  await merchant.advance(2 * MINUTE_MS);
  assert.deepEqual(await merchant.order({ key: "again" }), [TAKEN]);
  await merchant.end("failed", "again");
  assert.deepEqual(await merchant.order({ key: "instead" }, {}), [TAKEN, NOT_ALLOWED]);
  const [same] = await merchant.accept({ key: "instead" });
  assert.equal(same?.kind, "repeated", "the same id is the same transfer, and no duplicate");
});

test("a destination is the same for whichever beneficiary it belongs to", async () => {
  const merchant = await world.makeShielded({
    kind: "duplicate",
    parameters: { periodMinutes: 30 },
    effect: "block",
  });
  const order = orderOf({});
  const other = { ...orderOf({}), payee: { inline: { ...payeeOf(1), name: "Another Name" } } };
  const answers = await acceptTransfers(world.ctx, merchant.merchantId, [order, other]);
  assert.deepEqual(
    answers.map(({ kind }) => kind),
    ["accepted", "rejected"],
  );
});

test("an amount far above the usual is stopped once there is something usual", async () => {
  const merchant = await world.makeShielded({
    kind: "unusual_amount",
    parameters: { times: 5, leastKnown: 3, direction: "above" },
    effect: "block",
  });
  const usual = { rupees: 1000 };
  assert.deepEqual(
    await merchant.order({ ...usual, key: "a" }, { ...usual, key: "b" }, { rupees: 9000, key: "c" }),
    [TAKEN, TAKEN, TAKEN],
  );
  await merchant.end("failed", "c");
  assert.deepEqual(
    await merchant.order({ rupees: 9000, key: "d" }),
    [TAKEN],
    "of two known ones nothing follows",
  );
  await merchant.end("reversed", "d");
  assert.deepEqual(
    await merchant.order(usual, { rupees: 1500.01 }, { rupees: 1500 }, { rupees: 9000, payee: 2 }),
    [TAKEN, NOT_ALLOWED, TAKEN, TAKEN],
  );
});

test("rules that compare know the payments of before they were there", async () => {
  const merchant = await world.makeShielded();
  const { merchantId } = merchant;
  const usual = Array.from({ length: 5 }, (_, n) => ({ rupees: 1000, key: `usual_${n}` }));
  await merchant.order(...usual);
  await merchant.end("succeeded", "usual_0");
  await merchant.advance(DAY_MS);
  const look = { effect: "block", by: "system" } as const;
  const parameters = { times: 5, leastKnown: 5, direction: "above" };
  await addRule(world.ctx, merchantId, { ...look, kind: "unusual_amount", parameters });
  await addRule(world.ctx, merchantId, {
    ...look,
    kind: "new_payee",
    parameters: { abovePaise: 100_00, addedWithinHours: 1 },
  });
  assert.deepEqual(await merchant.order({ rupees: 9000 }, { rupees: 1000 }, { rupees: 1000, payee: 2 }), [
    NOT_ALLOWED,
    "accepted",
    NOT_ALLOWED,
  ]);
});

const VENDOR = { name: "Vendor", accountNumber: "100000001", ifsc: "YESB0000262", vpa: "Vendor.One@UPI" };
/** Other ways to write the vendor's account, followed by other accounts. */
const SAME = [
  { name: "V. Endor" },
  { ifsc: "YESB0000001" },
  { accountNumber: "000100000001", vpa: "other@upi" },
  { mode: "upi", vpa: "100000001@yesb0000262.ifsc.npci" },
  { mode: "upi", vpa: "00100000001@YESB0000001.IFSC.NPCI", accountNumber: "999999991" },
] as const;
const OTHERS = [
  { ifsc: "HDFC0000001" },
  { accountNumber: "1000000010" },
  { accountNumber: "200000001" },
  { mode: "upi" },
  { mode: "upi", vpa: "100000001@HDFC0000001.ifsc.npci" },
] as const;

type Way = { readonly mode?: "imps" | "upi" } & Partial<typeof VENDOR>;

/** An order to the vendor, whose details are written in some way. */
const orderTo = ({ mode = "imps", ...changes }: Way, amountPaise = 100_00n): TransferOrder => ({
  ...orderOf({ mode }),
  payee: { inline: { ...VENDOR, ...changes } },
  amountPaise,
});

test("an account is one payee of rules, limits and duplicates, however it is written", async () => {
  const listed = await world.makeShielded();
  const { beneficiaryId } = await addBeneficiary(world.ctx, listed.merchantId, {
    ...VENDOR,
    beneId: "VENDOR_1",
    email: "v@example.com",
    phone: "9876543210",
    by: "system",
  });
  const daily = { kind: "daily_limit", parameters: { limitPaise: 150_00 }, effect: "block" } as const;
  await addRule(world.ctx, listed.merchantId, {
    ...daily,
    scope: "beneficiary",
    scopeId: beneficiaryId,
    by: "system",
  });
  const pay = async (merchantId: string, ...orders: TransferOrder[]): Promise<string[]> =>
    (await acceptTransfers(world.ctx, merchantId, orders)).map(wordOf);
  assert.deepEqual(await pay(listed.merchantId, orderTo({})), [TAKEN]);
  for (const way of SAME) {
    assert.notEqual((await pay(listed.merchantId, orderTo(way)))[0], TAKEN, `of one: ${JSON.stringify(way)}`);
    const rules = [
      { kind: "duplicate", parameters: { periodMinutes: 30 }, effect: "block" },
      { ...daily, scope: "beneficiary" },
      {
        kind: "velocity",
        parameters: { transfers: 1, periodMinutes: 5 },
        effect: "block",
        scope: "beneficiary",
      },
    ] as const;
    for (const rule of rules) {
      const together = await world.makeShielded(rule);
      const [first, second] = await pay(together.merchantId, orderTo({}), orderTo(way));
      assert.ok(first === TAKEN && second !== TAKEN, `${rule.kind} ${JSON.stringify(way)}`);
      const apart = await world.makeShielded(rule);
      assert.deepEqual(await pay(apart.merchantId, orderTo(way)), [TAKEN]);
      assert.notEqual(
        (await pay(apart.merchantId, orderTo({})))[0],
        TAKEN,
        `${rule.kind} ${JSON.stringify(way)}`,
      );
    }
  }
  // An order with the UPI ID of the listed beneficiary would pay that beneficiary, so these have another one.
  for (const way of OTHERS)
    assert.deepEqual(await pay(listed.merchantId, orderTo({ vpa: "someone@upi", ...way })), [TAKEN]);
});

const CARD = { name: "Card Holder", phone: "9876543210", card: "411111XXXXXX1111" };
const SAME_CARD = [{ name: "C. Holder", phone: "+919876543210" }, { card: "401288XXXXXX1111" }] as const;
const OTHER_CARDS = [
  { phone: "9876543211" },
  { card: "411111XXXXXX1112" },
  { card: "555555XXXXXX1111" },
] as const;

test("a card that is listed twice is one payee of rules, limits and duplicates", async () => {
  const rules = [
    { kind: "duplicate", parameters: { periodMinutes: 30 }, effect: "block" },
    {
      kind: "daily_limit",
      parameters: { limitPaise: 150_00 },
      effect: "block",
      scope: "beneficiary",
    },
  ] as const;
  for (const rule of rules) {
    const { merchantId } = await world.makeShielded(rule);
    const pay = async (beneId: string, card: Partial<typeof CARD>): Promise<string> => {
      const given = { ...CARD, ...card, beneId, email: "c@example.com", by: "system" } as const;
      await addBeneficiary(world.ctx, merchantId, given);
      const order = { ...orderOf({ mode: "card" }), payee: { beneId } };
      return wordOf((await acceptTransfers(world.ctx, merchantId, [order]))[0]!);
    };
    assert.equal(await pay("first", {}), TAKEN);
    for (const [at, card] of SAME_CARD.entries())
      assert.notEqual(await pay(`same_${at}`, card), TAKEN, `${rule.kind} ${JSON.stringify(card)}`);
    for (const [at, card] of OTHER_CARDS.entries())
      assert.equal(await pay(`other_${at}`, card), TAKEN, `${rule.kind} ${JSON.stringify(card)}`);
  }
});

test("a payment of the same amount is found, however its account was written", async () => {
  const { merchantId } = await world.makeShielded();
  const findFor = async (way: Way): Promise<string | undefined> => {
    const order = orderTo(way, 1_00n);
    const [answer] = await acceptTransfers(world.ctx, merchantId, [order]);
    const { beneficiaryId } = answer?.kind === "accepted" ? answer.transfer : assert.fail();
    return world.ctx.db.inMerchant(merchantId, async (tx) => {
      const [payee] = await readPayees(tx, { beneficiaryIds: [beneficiaryId] });
      const { mode } = order;
      return (await findDuplicate(tx, { payee: payee!, mode, amountPaise: 100_00n }))?.transferKey;
    });
  };
  const first = orderTo({});
  await acceptTransfers(world.ctx, merchantId, [first]);
  for (const way of SAME) assert.equal(await findFor(way), first.transferKey, JSON.stringify(way));
  for (const way of OTHERS) assert.equal(await findFor(way), undefined, JSON.stringify(way));
  const byVpa = orderTo({ mode: "upi" });
  await acceptTransfers(world.ctx, merchantId, [byVpa]);
  assert.equal(await findFor({ mode: "upi", vpa: "vendor.ONE@upi", name: "V" }), byVpa.transferKey);
});

test("what an account usually gets is known, however it is written", async () => {
  const merchant = await world.makeShielded({
    kind: "new_payee",
    parameters: { abovePaise: 500_00, addedWithinHours: 24 },
    effect: "block",
  });
  const first = orderTo({});
  await acceptTransfers(world.ctx, merchant.merchantId, [first, ...SAME.map((way) => orderTo(way, 1_00n))]);
  await merchant.end("succeeded", first.transferKey);
  await merchant.advance(DAY_MS);
  for (const way of SAME) {
    const answers = await acceptTransfers(world.ctx, merchant.merchantId, [orderTo(way, 600_00n)]);
    assert.deepEqual(answers.map(wordOf), [TAKEN], JSON.stringify(way));
  }
});

test("UPI IDs that are accounts with another end or at another bank are not read for a payment", async () => {
  const merchant = await world.makeShielded();
  const at = (...vpas: readonly string[]) =>
    importBeneficiaries(world.ctx, merchant.merchantId, {
      beneficiaries: vpas.map((vpa, nth) => {
        return {
          beneId: `upi_${listed + nth}`,
          name: "By UPI",
          email: "u@example.com",
          phone: "9876543210",
          vpa,
        };
      }),
      by: "system",
    }).then((outcomes) => {
      listed += vpas.length;
      return outcomes.map((one) =>
        one.kind === "refused" ? assert.fail(one.error.message) : one.beneficiaryId,
      );
    });
  const numbers = Array.from({ length: 400 }, (_, nth) => nth + 1000);
  await at(...numbers.map((nth) => `10000${nth}@YESB0000262.ifsc.npci`));
  await at(...numbers.map((nth) => `10${nth}0001@HDFC0000001.ifsc.npci`));
  await at(...numbers.map((nth) => `10${nth}0001@yesb1.ifsc.npci`));
  const same = await at("100000001@YESB0000001.ifsc.npci", "00100000001@yesb0000262.IFSC.npci");
  const former = await at("000100000001@YESB0000262.ifsc.npci");
  // This is a row of the version before.
  await world.look(
    "update beneficiaries.beneficiary set vpa_account_end = null where beneficiary_id = $1",
    former,
  );
  await world.look("analyze");
  const { ctx, read } = countRows(world.ctx);
  const [found] = await ctx.db.inMerchant(merchant.merchantId, (tx) => findPayeesOfAccounts(tx, [VENDOR]));
  assert.deepEqual([...found!].toSorted(), [...same, ...former].toSorted());
  assert.ok(read() < 50, `${read()} rows are read`);
});
let listed = 0;
