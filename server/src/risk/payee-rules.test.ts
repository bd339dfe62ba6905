import assert from "node:assert/strict";
import { test } from "node:test";
import { addRule } from "#risk";
import { acceptTransfers } from "#transfers";
import { DAY_MS, makeShieldWorld, MINUTE_MS, orderOf, payeeOf } from "./test/shield-world.ts";

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
