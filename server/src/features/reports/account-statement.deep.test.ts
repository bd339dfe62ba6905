import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeInternalTransfer, openBankAccount, setRegisteredAccount, topUp, WALLET_ID } from "#fund-sources";
import type { ReportRequest } from "#reports";
import { acceptTransfer, acceptTransfers } from "#transfers";
import { makeWithdrawal } from "#withdrawals";
import {
  advance,
  assertMerchantSound,
  makeFaultWorld,
  orderTo,
  settle,
  type Payer,
} from "#test/faults/fault-world";
import { dayOf, download } from "./test/download.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const by = "api-key:test" as const;
const DAY_MS = 86_400_000;

interface Line {
  readonly type: string;
  readonly transferId: string;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly charges: bigint;
  readonly balance: bigint;
}

const paise = (rupees: unknown): bigint => BigInt(String(rupees).replace(".", "") || "0");

async function statementOf(merchantId: string, change: Partial<ReportRequest> = {}) {
  const made = await download(ctx, merchantId, {
    type: "account_statement",
    columns: ["type", "transferId", "debit", "credit", "charges", "balance"],
    ...change,
  });
  const lines = made.rows.map(([type, transferId, debit, credit, charges, balance]): Line => ({
    type: String(type),
    transferId: String(transferId),
    debit: paise(debit),
    credit: paise(credit),
    charges: paise(charges),
    balance: paise(balance),
  }));
  const { openingPaise, closingPaise, asOf } = made.report;
  const [opening, ...entries] = lines;
  const closing = entries.pop()!;
  assert.deepEqual([opening!.type, opening!.balance], ["Opening balance", openingPaise]);
  assert.deepEqual([closing.type, closing.balance], ["Closing balance", closingPaise]);
  // Each balance is the one before it plus its line; the last one is the closing balance.
  let balance = opening!.balance;
  for (const line of entries) {
    balance += line.credit - line.debit;
    assert.equal(line.balance, balance);
  }
  assert.equal(balance, closing.balance);
  return { entries, opening: opening!.balance, closing: closing.balance, asOf: asOf! };
}

/** Returns the available balance at a moment, summed up from the beginning of the books. */
async function ledgerAt(merchantId: string, accountNo: number, at: Date): Promise<bigint> {
  const [row] = await world.look<{ paise: string }>(
    `select coalesce(sum(case when credit_no = $2 then amount_paise else -amount_paise end), 0) as paise
     from ledger.posting
     where merchant_id = $1 and (credit_no = $2 or debit_no = $2) and at < $3`,
    [merchantId, accountNo, at],
  );
  return BigInt(row!.paise);
}

async function balanceOf(merchantId: string, accountNo: number): Promise<bigint> {
  const [row] = await world.look<{ paise: string }>(
    "select balance_paise as paise from ledger.account where merchant_id = $1 and account_no = $2",
    [merchantId, accountNo],
  );
  return BigInt(row!.paise);
}

const nowOf = (merchantId: string): Promise<Date> => ctx.db.inMerchant(merchantId, async (tx) => tx.now);

const VPAS = [
  "success@upi",
  "no-account@upi",
  "reversed@upi",
  "error-paid@upi",
  "late-success@upi",
  "bank-offline@upi",
];
const WALLET_NO = 1_000;
const BANK_NO = 1_010;

/** Makes a merchant that gets every kind of statement entry within some days. */
async function makeBusyMerchant(): Promise<Payer> {
  const merchant = await world.makePayer({ balancePaise: 1_00_000_00n });
  const { merchantId } = merchant;
  const account = { name: "Own account", accountNumber: "50100012345678", ifsc: "HDFC0000001" };
  await openBankAccount(ctx, merchantId, { bankId: "meghdoot", ...account, by });
  for (const [index, vpa] of VPAS.entries()) {
    await acceptTransfer(ctx, merchantId, orderTo(`first_${index}`, { mode: "upi", vpa }));
  }
  await settle(world, ctx, merchant);
  const credit = { bankId: "meghdoot", fundSourceId: WALLET_ID, amountPaise: 5_000_00n };
  await topUp(ctx, merchantId, { ...credit, utr: "SECONDTOPUP" });
  const order = {
    transferKey: "move_1",
    fromId: WALLET_ID,
    to: { fundSourceId: "BANK_1" },
    amountPaise: 700_00n,
    remarks: "",
    by,
  };
  assert.equal((await makeInternalTransfer(ctx, merchantId, order)).kind, "moved");
  await setRegisteredAccount(ctx, merchantId, {
    holderName: "Asha Traders",
    accountNumber: "50100098765432",
    ifsc: "HDFC0000001",
    by,
  });
  const withdrawal = { withdrawalKey: "w_1", amountPaise: 900_00n, remarks: "rent", by };
  assert.equal((await makeWithdrawal(ctx, merchantId, withdrawal)).kind, "made");
  await advance(world, merchant, DAY_MS);
  await acceptTransfer(ctx, merchantId, { ...orderTo("second_1"), fundSourceId: "BANK_1" });
  await settle(world, ctx, merchant);
  return merchant;
}

test("opening, entries and closing of every fund source are the ledger's, and one day leads to the next", async () => {
  const merchant = await makeBusyMerchant();
  const { merchantId } = merchant;
  const start = new Date();
  const end = await nowOf(merchantId);
  for (const [fundSourceId, accountNo] of [
    ["WALLET_1", WALLET_NO],
    ["BANK_1", BANK_NO],
  ] as const) {
    const whole = await statementOf(merchantId, { fundSourceId, fromDay: dayOf(start), toDay: dayOf(end) });
    assert.equal(whole.opening, 0n);
    assert.equal(whole.closing, await balanceOf(merchantId, accountNo));
    assert.ok(whole.entries.length > 0);
    let before = 0n;
    let lines = 0;
    for (let day = start; dayOf(day) <= dayOf(end); day = new Date(day.getTime() + DAY_MS)) {
      const one = await statementOf(merchantId, { fundSourceId, fromDay: dayOf(day), toDay: dayOf(day) });
      assert.equal(one.opening, before, dayOf(day));
      const midnight = new Date(`${dayOf(day)}T00:00:00+05:30`);
      assert.equal(one.opening, await ledgerAt(merchantId, accountNo, midnight));
      [before, lines] = [one.closing, lines + one.entries.length];
    }
    assert.deepEqual([before, lines], [whole.closing, whole.entries.length]);
  }
  await assertMerchantSound(world, merchant);
});

test("a statement shows transfers with their charges, credits, reversals, withdrawals and moves", async () => {
  const { merchantId } = await makeBusyMerchant();
  const { entries } = await statementOf(merchantId, {
    fromDay: dayOf(new Date()),
    toDay: dayOf(await nowOf(merchantId)),
  });
  const types = new Set(entries.map(({ type }) => type));
  for (const type of ["Credit", "Transfer", "Reversal", "Withdrawal", "Internal transfer"]) {
    assert.ok(types.has(type), type);
  }
  const paid = entries.find(({ transferId, type }) => transferId === "first_0" && type === "Transfer")!;
  assert.ok(paid.charges > 0n);
  assert.equal(paid.debit - paid.charges, 100_00n);
  const failed = entries.filter(({ transferId }) => transferId === "first_1");
  assert.deepEqual(
    failed.map(({ type }) => type),
    ["Transfer", "Reversal"],
  );
  assert.equal(failed[0]!.debit, failed[1]!.credit);
  assert.ok(entries.some(({ transferId, debit }) => transferId === "w_1" && debit === 900_00n));
  assert.ok(entries.some(({ transferId, debit }) => transferId === "move_1" && debit === 700_00n));
});

/** The orders of a set, and the time between the sets of a writer in ms. */
const [SET, PAUSE_MS] = [4, 20];

test("statements made while transfers are accepted add up to the ledger of the moment they name", async () => {
  const merchant = await world.makePayer({ balancePaise: 1_00_00_000_00n });
  const { merchantId } = merchant;
  const writers = Array.from({ length: 4 }, () => world.openContext({ connections: 2 }));
  let writing = true;
  let key = 0;
  const writes = writers.map(async (writer) => {
    while (writing) {
      const orders = Array.from({ length: SET }, () =>
        orderTo(`busy_${(key += 1)}`, { mode: "upi", vpa: "success@upi" }),
      );
      await acceptTransfers(writer, merchantId, orders);
      // Statements get longer with every order, and so does this test.
      await sleep(PAUSE_MS);
    }
  });
  try {
    for (let made = 0; made < 8; made += 1) {
      const { closing, asOf, entries } = await statementOf(merchantId);
      assert.equal(closing, await ledgerAt(merchantId, WALLET_NO, asOf), `statement ${made}`);
      assert.ok(made === 0 || entries.length > 0);
    }
  } finally {
    writing = false;
    await Promise.all(writes);
  }
});
