/** These tests read the documentation's transactions as a statement of one day. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Connection } from "#banks";
import { readStatement, writeStatement } from "./read-statement.ts";

const CONNECTION: Connection = {
  bankId: "razorpayx",
  adapter: "razorpayx",
  baseUrl: "https://api.razorpay.com/v1",
  keyId: "rzp_test_1",
  apiKey: "secret",
  callbackSecret: "hook",
  debitAccount: "7878780080749731",
};
const QUERY = { day: "2018-12-19", kind: "intraday" } as const;

/**
 * From api/x/transactions/fetch-all.md, with the fees of webhooks/transactions.md; the day and the balances are ours.
 */
const ADDED = {
  id: "txn_00000000000001",
  entity: "transaction",
  account_number: CONNECTION.debitAccount,
  amount: 10_000_000,
  currency: "INR",
  credit: 10_000_000,
  debit: 0,
  balance: 10_000_000,
  source: {
    id: "bt_00000000000001",
    entity: "bank_transfer",
    payer_name: "Saurav Kumar",
    payer_account: "6543266545411243",
    payer_ifsc: "UTIB0000002",
    mode: "NEFT",
    bank_reference: "AXIR000000000001",
    amount: 10_000_000,
  },
  created_at: 1_545_190_000,
};
const PAID = {
  ...ADDED,
  id: "txn_1Aa00000000001",
  amount: 218,
  credit: 0,
  debit: 218,
  balance: 9_999_782,
  source: {
    id: "pout_1Aa00000000001",
    entity: "payout",
    amount: 100,
    notes: { vitaran_reference: "QX7M2K9A4TZ8PL3D" },
    fees: 118,
    tax: 18,
    status: "processing",
    utr: null,
    mode: "IMPS",
  },
  created_at: 1_545_224_066,
};

function read(items: readonly object[], from: string | null = null) {
  const body = JSON.stringify({ entity: "collection", count: items.length, items });
  const answer = { httpStatus: 200, contentType: "application/json", body };
  return readStatement(answer, { connection: CONNECTION, query: QUERY, from });
}

test("the day's transactions are asked for, by pages of a hundred", () => {
  const asked = (from: string | null) => writeStatement(CONNECTION, QUERY, from).path.split("9731&")[1];
  assert.equal(asked(null), "from=1545157800&to=1545244199&count=100&skip=0");
  assert.equal(asked("day/200/5"), "from=1545157800&to=1545244199&count=100&skip=200");
  // The windows are the day before, and the four days before the previous three.
  assert.equal(asked("0/0/"), "from=1545071400&to=1545157799&count=100&skip=0");
  assert.equal(
    asked("2/100/7"),
    `from=${1545157800 - 7 * 86400}&to=${1545157799 - 3 * 86400}&count=100&skip=100`,
  );
});

test("whichever end comes first, the balances give the order; fees are a line of their own", () => {
  for (const items of [
    [ADDED, PAID],
    [PAID, ADDED],
  ]) {
    const page = read(items);
    assert.ok(page.kind === "page" && page.next === null);
    assert.deepEqual([page.head.openingPaise, page.head.closingPaise], [0n, 9_999_782n]);
    assert.deepEqual(
      page.lines.map(({ kind, side, amountPaise, reference }) => [kind, side, amountPaise, reference]),
      [
        ["credit", "credit", 1_00_000_00n, null],
        ["payment", "debit", 1_00n, "QX7M2K9A4TZ8PL3D"],
        ["charge", "debit", 1_18n, null],
      ],
    );
    assert.equal(page.lines[0]!.utr, "AXIR000000000001");
    assert.equal(page.lines[0]!.counterparty.accountNumber, "6543266545411243");
    assert.equal(new Set(page.lines.map(({ lineId }) => lineId)).size, 3);
  }
});

test("a day without transactions opens and closes with what the last one before it left", () => {
  assert.deepEqual(read([]), { kind: "search", next: "0/0/" });
  assert.deepEqual(read([], "0/0/"), { kind: "search", next: "1/0/" });
  const earlier = [PAID, ADDED].map((one) => ({ ...one, created_at: one.created_at - 2 * 86_400 }));
  for (const items of [earlier, earlier.toReversed()]) {
    const quiet = read(items, "1/0/");
    assert.ok(quiet.kind === "page" && quiet.next === null && quiet.lines.length === 0);
    assert.deepEqual([quiet.head.openingPaise, quiet.head.closingPaise], [9_999_782n, 9_999_782n]);
  }
  const never = read([], "10/0/");
  assert.ok(never.kind === "page" && never.head.closingPaise === 0n);
});

test("after a full page the next one is asked for, which may be empty", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => ({
    ...PAID,
    id: `txn_${index}`,
    balance: 1_000_000 - 218 * index,
  }));
  const edge = 1_000_000 - 218 * 99;
  const full = read(hundred);
  assert.ok(full.kind === "page" && full.next === `day/100/${edge}`);
  const end = read([], full.next);
  assert.ok(end.kind === "page" && end.next === null && end.lines.length === 0);
  assert.deepEqual([end.head.openingPaise, end.head.closingPaise], [BigInt(edge), BigInt(edge)]);
  const before = hundred.map((one) => ({ ...one, created_at: one.created_at - 86_400 }));
  assert.deepEqual(read(before, "0/0/"), { kind: "search", next: `0/100/${edge}` });
  const newest = read(before.toReversed(), "0/0/");
  assert.ok(newest.kind === "page" && newest.head.closingPaise === BigInt(edge));
});

test("what is not this account's, not this day's, or does not add up is no statement", () => {
  const wrong = [
    [{ ...ADDED, account_number: "1121431121541121" }],
    [{ ...ADDED, created_at: 1_545_125_568 }],
    [ADDED, { ...PAID, balance: 9_999_783 }],
    [{ ...ADDED, credit: 0 }],
    [{ ...ADDED, debit: 1 }],
    [{ ...ADDED, balance: null }],
    [{ ...ADDED, currency: "USD" }],
    [{ ...ADDED, entity: "payout" }],
  ];
  for (const items of wrong) assert.equal(read(items).kind, "unreadable", JSON.stringify(items));
  const other = { ...PAID, source: { entity: "adjustment" } };
  const page = read([ADDED, other]);
  assert.ok(page.kind === "page" && page.lines[1]!.kind === "other" && page.lines[1]!.amountPaise === 2_18n);
});

test("money from a source that is not documented is no top-up: it may be a payout's own, come back", () => {
  const page = read([{ ...ADDED, source: { entity: "reversal", utr: "000000000001" } }]);
  assert.ok(page.kind === "page");
  const [line] = page.lines;
  assert.deepEqual([line?.kind, line?.side, line?.utr], ["reversal", "credit", "000000000001"]);
});
