/**
 * Callbacks that come from no bank, from another bank, a second time, or altered: they arrive over real HTTP, and
 * nothing of any merchant changes. A genuine callback is accepted once, whoever else calls from its address.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { FORGERIES_PER_MINUTE } from "#access";
import { acceptTransfers, runtimeOf, workTransfers } from "#transfers";
import { connectionOf, startBankCaller } from "./bank-caller.ts";
import {
  BANK,
  bodyOf,
  creditOf,
  FORGERIES,
  genuine,
  OTHER_BANK,
  payment,
  SILENT_BANK,
  withSecret,
  type Target,
} from "./callback-forgeries.ts";
import { findMerchantTables, mustNotChange } from "./digest-rows.ts";
import { assertSound, makeFaultWorld, orderTo, type Payer } from "./fault-world.ts";

const world = await makeFaultWorld();
const caller = await startBankCaller(world);
const tables = await findMerchantTables(world);

let target: Target;
let stranger: Target;
let otherSecret: string;

before(async () => {
  [target, stranger] = [await makeTarget(), await makeTarget()];
  otherSecret = (await connectionOf(world, target.merchant, OTHER_BANK)).callbackSecret;
});

async function makeTarget(): Promise<Target> {
  const merchant = await world.makePayer({ bankIds: [BANK, OTHER_BANK, SILENT_BANK] });
  return {
    merchant,
    reference: await payInto(merchant, "open"),
    secret: (await connectionOf(world, merchant, BANK)).callbackSecret,
  };
}

/** Makes a payment of 100.00 that its bank never answers; returns its reference there. */
async function payInto({ merchantId }: Payer, transferKey: string): Promise<string> {
  await acceptTransfers(world.ctx, merchantId, [orderTo(transferKey, { mode: "upi", vpa: "never@upi" })]);
  // Reports about unknown references may concern it, so the worker sends it.
  await runtimeOf(world.ctx).idle();
  await workTransfers(world.ctx, merchantId);
  await runtimeOf(world.ctx).idle();
  const [attempt] = await world.look<{ reference: string; bankId: string; status: string }>(
    `select attempt.reference, attempt.bank_id as "bankId", transfer.status
     from transfers.attempt
     join transfers.transfer using (merchant_id, transfer_id)
     where merchant_id = $1 and transfer_key = $2`,
    [merchantId, transferKey],
  );
  assert.partialDeepStrictEqual(attempt, { bankId: BANK, status: "sent" });
  return attempt!.reference;
}

test("no callback that is not the bank's own changes anything of anybody", async (context) => {
  for (const [what, [status, make]] of Object.entries(FORGERIES)) {
    await context.test(what, async () => {
      const call = make({ target, stranger, otherSecret });
      for (const { merchant } of [target, stranger]) {
        const { merchantId } = merchant;
        const answer = await mustNotChange(world, { merchantId, tables, what }, () => caller.call(call));
        assert.equal(answer.status, status);
      }
    });
  }
  await assertSound(world, [target.merchant, stranger.merchant]);
  context.diagnostic(
    `${Object.keys(FORGERIES).length} forgeries, nothing changed in ${tables.length} tables`,
  );
});

/** The state of money and statuses. */
const MONEY = [
  "ledger.posting",
  "ledger.account",
  "transfers.transfer",
  "transfers.step",
  "fund_sources.top_up",
];

for (const [what, amount] of [
  ["a hundredth", "1.00"],
  ["one paisa more", "100.01"],
  ["a thousand times", "100000.00"],
] as const) {
  test(`${what} of the amount that was ordered decides nothing, and a person is told`, async () => {
    const { merchantId } = target.merchant;
    const call = genuine(target, bodyOf(target, { payment: payment(target.reference, { amount }) }));
    const { status } = await mustNotChange(world, { merchantId, tables: MONEY, what }, () =>
      caller.call(call),
    );
    assert.equal(status, 204);
    const told = await world.look("select from transfers.contradiction where merchant_id = $1", [merchantId]);
    assert.ok(told.length > 0);
  });
}

test("a reference that no one here knows moves no money", async () => {
  const { merchantId } = target.merchant;
  const call = genuine(target, bodyOf(target, { payment: payment(stranger.reference) }));
  const what = "another merchant's reference";
  await mustNotChange(world, { merchantId: stranger.merchant.merchantId, tables, what }, () =>
    caller.call(call),
  );
  const { status } = await mustNotChange(world, { merchantId, tables: MONEY, what }, () => caller.call(call));
  assert.equal(status, 204);
});

test("what the bank says is taken once, however often it is heard, at once or later", async () => {
  const { merchant } = target;
  const { merchantId } = merchant;
  const reference = await payInto(merchant, "told often");
  const call = genuine(target, bodyOf(target, { payment: payment(reference, { utr: "632512000077" }) }));
  const first = await Promise.all(Array.from({ length: 10 }, () => caller.call(call)));
  assert.deepEqual(new Set(first.map(({ status }) => status)), new Set([204]));
  const read = () =>
    world.look<{ status: string; utr: string }>(
      "select status, utr from transfers.transfer where merchant_id = $1 and transfer_key = 'told often'",
      [merchantId],
    );
  assert.deepEqual(await read(), [{ status: "succeeded", utr: "632512000077" }]);
  const what = "the same callback again";
  const again = await mustNotChange(world, { merchantId, tables, what }, () => caller.call(call));
  assert.equal(again.status, 204);
  const credit = genuine(target, creditOf(target, { utr: "GENUINE0001", amount: "50.00" }));
  for (let times = 0; times < 5; times += 1) assert.equal((await caller.call(credit)).status, 204);
  const booked = await world.look("select from fund_sources.top_up where merchant_id = $1 and utr = $2", [
    merchantId,
    "GENUINE0001",
  ]);
  assert.equal(booked.length, 1);
});

test("from one address only so many forgeries are answered in a minute, and genuine ones always", async () => {
  const ip = "203.0.113.77";
  const { merchantId } = target.merchant;
  // A minute may end in between; the address is then allowed its forgeries again.
  let limited = 0;
  for (let n = 0; n < 4 * FORGERIES_PER_MINUTE; n += 1) {
    const forged =
      n % 2 === 0 ? withSecret(target, "guess") : genuine(target, undefined, { bankId: "nobody" });
    const { status, retryAfter } = await caller.call({ ...forged, ip });
    if (status !== 429) continue;
    limited += 1;
    assert.ok(retryAfter >= 1 && retryAfter <= 60, `${retryAfter} seconds`);
    const body = bodyOf(target, { payment: payment(target.reference, { amount: "1.00" }) });
    assert.equal((await caller.call({ ...genuine(target, body), ip })).status, 204);
  }
  assert.ok(limited >= FORGERIES_PER_MINUTE, `${limited} were limited`);
  // Another engine knows this from the database, unless the minute has just ended.
  const elsewhere = await startBankCaller(world);
  const statuses: number[] = [];
  for (const one of [caller, elsewhere, caller])
    statuses.push((await one.call({ ...withSecret(target, "guess"), ip })).status);
  if (statuses[0] === 429 && statuses[2] === 429) assert.equal(statuses[1], 429);
  const free = await caller.call({ ...withSecret(target, "guess"), ip: "203.0.113.78" });
  assert.equal(free.status, 401);
  const what = "a limited forgery";
  await mustNotChange(world, { merchantId, tables, what }, () =>
    caller.call({ ...withSecret(target, "guess"), ip }),
  );
});
