/**
 * The order in which a bank's reports arrive does not matter: every permutation of the same facts, with repetitions,
 * ends in the same status with the same money moved.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "#banks";
import { acceptTransfer, recordNews, runtimeOf, type News } from "#transfers";
import { makeDice } from "./dice.ts";
import { makeFaultWorld, orderTo, tiered, type Payer } from "./fault-world.ts";

const FACT_SETS = tiered({ quick: 10, deep: 40, nightly: 300 });

const world = await makeFaultWorld();

const PAID: Outcome = { kind: "succeeded", code: "00", text: "paid", utr: "632512000001", credited: false };
const CREDITED: Outcome = { ...PAID, credited: true };
const PENDING: Outcome = { kind: "pending", code: "P1", text: "pending", deemed: false };
const DEEMED: Outcome = { kind: "pending", code: "RB", text: "deemed", deemed: true };
const UNKNOWN: Outcome = { kind: "unknown", detail: "time-out" };
const REFUSED: Outcome = {
  kind: "failed",
  code: "M1",
  text: "no",
  reason: "INVALID_ACCOUNT_FAIL",
  otherBank: false,
};
const RETURNED: Outcome = {
  kind: "returned",
  code: "AC04",
  text: "closed",
  utr: "632512000002",
  reason: "RETURNED_FROM_BENEFICIARY",
};

/** True reports of banks about one payment: each history with its only possible end. */
const HISTORIES: readonly { facts: readonly Outcome[]; ends: string }[] = [
  { facts: [PENDING, UNKNOWN, PAID], ends: "succeeded" },
  { facts: [PENDING, PAID, CREDITED], ends: "succeeded" },
  { facts: [UNKNOWN, DEEMED, PAID, CREDITED], ends: "succeeded" },
  { facts: [PAID, CREDITED, RETURNED], ends: "reversed" },
  { facts: [PENDING, UNKNOWN, PAID, RETURNED], ends: "reversed" },
  { facts: [DEEMED, PAID, RETURNED], ends: "reversed" },
  { facts: [PENDING, REFUSED], ends: "failed" },
  // A refused payment that had been debited comes back on the statement, which must not cause a second credit.
  { facts: [PENDING, UNKNOWN, REFUSED, RETURNED], ends: "failed" },
  { facts: [PENDING, UNKNOWN, DEEMED], ends: "sent" },
  { facts: [UNKNOWN, RETURNED], ends: "sent" },
];

test("every order of the same facts ends alike, with the same postings", async () => {
  const dice = makeDice(process.env.FAULT_SEED ?? "vitaran-11");
  const merchant = await world.makePayer();
  for (let n = 0; n < FACT_SETS; n += 1) {
    const { facts, ends } = HISTORIES[n % HISTORIES.length]!;
    const orders = permutations(facts).map((order) => repeat(order, dice));
    const results = await play(merchant, { set: n, orders });
    for (const result of results) assert.equal(result.status, ends);
    assert.equal(new Set(results.map((result) => result.money)).size, 1, `set ${n} moves money differently`);
  }
});

test("contradictory words move the merchant's money alike in every order", async () => {
  const merchant = await world.makePayer();
  const orders = permutations([UNKNOWN, REFUSED, PAID]);
  const results = await play(merchant, { set: 10_000, orders });
  assert.equal(new Set(results.map((result) => result.wallet)).size, 1);
  assert.deepEqual(new Set(results.map((result) => result.wallet)), new Set([String(-107_08)]));
});

interface Played {
  status: string;
  /** The postings as text. */
  money: string;
  /** The net effect on the available balance, in paise. */
  wallet: string;
}

/** Applies each order of news to a new transfer. */
async function play(
  merchant: Payer,
  { set, orders }: { set: number; orders: readonly (readonly Outcome[])[] },
): Promise<Played[]> {
  const { merchantId } = merchant;
  await world.simulator.control("PUT", "/sim/banks/meghdoot/manner", {
    debitAccount: merchant.debitAccount,
    mishaps: [{ chance: 1, mishap: { kind: "cut", posted: true } }],
    callbacks: { missingChance: 1 },
  });
  const accepted = await Promise.all(
    orders.map((_, index) => acceptTransfer(world.ctx, merchantId, orderTo(`facts_${set}_${index}`))),
  );
  await runtimeOf(world.ctx).idle();
  const ids = accepted.map((one) => ("transfer" in one ? one.transfer.transferId : ""));
  const longest = Math.max(...orders.map((one) => one.length));
  for (let position = 0; position < longest; position += 1) {
    const news = orders.flatMap((outcomes, index): News[] => {
      const outcome = outcomes[position];
      return outcome === undefined
        ? []
        : [{ transferId: ids[index]!, attempt: 1, source: "callback", outcome }];
    });
    await recordNews(world.ctx, merchantId, news);
  }
  return Promise.all(ids.map(readPlayed));
}

async function readPlayed(transferId: string): Promise<Played> {
  const [row] = await world.look<Played>(
    `select status,
       (select string_agg(format('%s %s>%s %s', kind, debit_no, credit_no, posting.amount_paise), ', '
          order by phase, line) from ledger.posting where cause_id = transfer_id) as money,
       (select sum(case when credit_no = 1000 then posting.amount_paise when debit_no = 1000 then -posting.amount_paise
          else 0 end)::text from ledger.posting where cause_id = transfer_id) as wallet
     from transfers.transfer
     where transfer_id = $1`,
    [transferId],
  );
  return row!;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

/** Repeats each report up to three times, with the repetitions anywhere after the first. */
function repeat(order: readonly Outcome[], dice: () => number): Outcome[] {
  const said = [...order];
  for (const outcome of order) {
    const first = said.indexOf(outcome);
    for (let more = Math.floor(dice() * 3); more > 0; more -= 1) {
      said.splice(first + 1 + Math.floor(dice() * (said.length - first)), 0, outcome);
    }
  }
  return said;
}
