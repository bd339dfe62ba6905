/** A transfer costs the price of the rail that carried it, whatever was tried, and never more than held. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sourceAccounts, type Books, type Entry } from "#ledger";
import { CALENDARS, checkAmount, railOf, RAILS, railsOf, TRANSFER_MODES, type Rail } from "#rails";
import { type AttemptFacts, decideNews } from "../record/decide-news.ts";
import { holdEntry, releaseHeldEntry, sendEntry } from "../entries.ts";
import type { Fact } from "../fact.ts";
import { origins, type OriginKind } from "../origins.ts";
import { priceBy, priceFor } from "../price.ts";
import type { Transfer } from "../transfer.ts";
import type { Change } from "../write-changes.ts";

const NOW = new Date("2026-11-24T10:00:00+05:30");
const BANK_NO = 1;

/** The published price list in rupees, written out independently: up to 1,000, up to 25,000, above. */
const PUBLISHED: Readonly<Record<Rail | "phone", readonly [number, number, number]>> = {
  neft: [3, 5, 8],
  rtgs: [4, 6, 10],
  imps: [6, 8, 15],
  upi: [6, 8, 15],
  paytm: [6, 8, 15],
  amazonpay: [6, 8, 15],
  card: [7, 9, 18],
  phone: [7, 9, 18],
};

/** Returns the fee and GST of the list, in paise. */
function published(rail: Rail, { originKind, amountPaise }: Transfer): readonly [fee: bigint, tax: bigint] {
  if (originKind === "withdrawal" || originKind === "refund") return [0n, 0n];
  const band = amountPaise <= 1_000_00n ? 0 : amountPaise <= 25_000_00n ? 1 : 2;
  const rupees = BigInt(PUBLISHED[originKind === "phone" ? "phone" : rail][band]);
  return [rupees * 100n, rupees * 18n];
}

const EDGES = [1_00n, 1_000_00n, 25_000_00n, 2_00_000_00n, 5_00_000_00n, 50_00_000_00n];
const someAmount = fc.oneof(
  fc.bigInt({ min: 1_00n, max: 50_00_000_00n }),
  fc.constantFrom(...EDGES.flatMap((edge) => [edge - 1n, edge, edge + 1n])).filter((paise) => paise >= 1_00n),
);

const someLife = fc
  .record({
    mode: fc.constantFrom(...TRANSFER_MODES, "banktransfer", "banktransfer"),
    amountPaise: someAmount,
    originKind: fc.constantFrom(null, ...(Object.keys(origins) as OriginKind[])),
    end: fc.constantFrom("paid", "refused", "returned", "late", "late and back", "revived", "cancelled"),
    failovers: fc.array(fc.nat(2), { maxLength: 4 }),
    first: fc.nat(2),
  })
  .filter(({ mode, amountPaise }) => {
    const isOutside = (rail: Rail) => checkAmount(rail, amountPaise, NOW) !== null;
    return !railsOf(mode, amountPaise).every(isOutside);
  });

type Life = typeof someLife extends fc.Arbitrary<infer One> ? One : never;

const pick = <One>(list: readonly One[], at: number): One => list[at % list.length]!;

function order({ mode, amountPaise, originKind, first }: Life): Transfer {
  const rail = pick([railOf(mode, amountPaise), ...railsOf(mode, amountPaise)], first);
  return {
    transferId: "t",
    sourceNo: originKind === "loan" ? 3_001 : 0,
    amountPaise,
    originKind,
    mode,
    rail,
    ...priceFor({ originKind, mode, rail, amountPaise }, NOW),
    status: "ready",
    waitingFor: null,
    attempt: 0,
    bankNo: null,
    enquiries: 0,
    steps: 0,
    utr: null,
    reason: null,
    acceptedAt: NOW,
    sentAt: null,
  } as unknown as Transfer;
}

/** The booked entries, and the rail of each attempt. */
interface Told {
  readonly entries: Entry[];
  readonly rails: Rail[];
}

const RICH = { available: () => 10n ** 12n } as unknown as Books;

function book({ entries }: Told, change: Change): Transfer {
  for (const one of change.entries) entries.push(...(typeof one === "function" ? one(RICH) : [one]));
  return change.after;
}

function send(transfer: Transfer, rail: Rail, told: Told): Transfer {
  told.rails.push(rail);
  const attempt = transfer.attempt + 1;
  const priced = { ...transfer, ...priceBy(transfer, rail), rail };
  told.entries.push(sendEntry(priced, { attempt, bankNo: BANK_NO }));
  return { ...priced, status: "sent", attempt, bankNo: BANK_NO, sentAt: NOW };
}

function said(evidence: Fact["evidence"], attempt: number): Fact {
  const words = {
    credited: true,
    code: "00",
    detail: "",
    utr: "1",
    reason: null,
    alarm: false,
    ofRequest: false,
  };
  const about = { transferId: "t", attempt, factKey: evidence, source: "enquiry" as const };
  return { ...about, ...words, evidence, otherBank: evidence === "NEG" };
}

function hear(
  transfer: Transfer,
  facts: readonly Fact[],
  told: Told,
  before: readonly Fact[] = [],
): Transfer {
  const { attempt } = facts[0]!;
  const late = told.entries.filter(({ kind }) => kind === "late_success").at(-1)?.lines;
  const charge = (no: number) => late?.find(({ credit }) => credit === no)?.amountPaise ?? 0n;
  const about: AttemptFacts = {
    attempt,
    bankId: "meghdoot",
    bankNo: BANK_NO,
    rail: told.rails[attempt - 1]!,
    facts: [...before, ...facts],
    fresh: facts,
    paidElsewhere: null,
    lateBooked:
      late === undefined ? null : { from: late[0]!.debit, feePaise: charge(10), taxPaise: charge(11) },
    calendar: CALENDARS.working_days,
  };
  return book(told, decideNews(transfer, about, NOW));
}

/** Simulates a life; returns its last transfer and the rail that carried it; null: unpaid in the end. */
function live(life: Life, told: Told): { transfer: Transfer; carrier: Rail | null } {
  const rails = railsOf(life.mode, life.amountPaise);
  let transfer = order(life);
  told.entries.push(holdEntry(transfer));
  if (life.end === "cancelled") {
    told.entries.push(releaseHeldEntry(transfer));
    return { transfer, carrier: null };
  }
  transfer = send(transfer, transfer.rail, told);
  for (const next of life.failovers) {
    transfer = hear(transfer, [said("NEG", transfer.attempt)], told);
    transfer = send(transfer, pick(rails, next), told);
  }
  const { attempt } = transfer;
  const carrier = told.rails.at(-1)!;
  if (life.end === "paid") return { transfer: hear(transfer, [said("POS", attempt)], told), carrier };
  if (life.end === "returned") {
    transfer = hear(transfer, [said("POS", attempt)], told);
    return { transfer: hear(transfer, [said("RET", attempt)], told, [said("POS", attempt)]), carrier: null };
  }
  if (life.end === "revived") {
    transfer = hear(transfer, [said("NEG", attempt)], told);
    return { transfer: hear(transfer, [said("POS", 1)], told), carrier: told.rails[0]! };
  }
  transfer = hear(transfer, [{ ...said("NEG", attempt), otherBank: false }], told);
  if (life.end === "refused") return { transfer, carrier: null };
  const failed: Transfer = { ...transfer, status: "failed" };
  transfer = hear(failed, [said("POS", 1)], told);
  if (life.end === "late") return { transfer, carrier: told.rails[0]! };
  return { transfer: hear(transfer, [said("RET", 1)], told, [said("POS", 1)]), carrier: null };
}

function balanceOf({ entries }: Told, accounts: readonly number[]): bigint {
  return entries
    .flatMap(({ lines }) => lines)
    .reduce(
      (sum, { debit, credit, amountPaise }) =>
        sum + (accounts.includes(credit) ? amountPaise : 0n) - (accounts.includes(debit) ? amountPaise : 0n),
      0n,
    );
}

test("a payment takes its amount and what its rail costs, whatever was tried before; nothing stays held", () => {
  fc.assert(
    fc.property(someLife, (life) => {
      const told: Told = { entries: [], rails: [] };
      const { transfer, carrier } = live(life, told);
      const { available, heldIn, heldOut } = sourceAccounts(transfer.sourceNo);
      const [fee, tax] = carrier === null ? [0n, 0n] : published(carrier, transfer);
      assert.deepEqual([balanceOf(told, [10]), balanceOf(told, [11])], [fee, tax]);
      assert.equal(balanceOf(told, [heldIn, heldOut]), 0n);
      // A loan's late success is a debt, and the part of its fee that was not charged goes to the wallet.
      const merchants = [available, 13, sourceAccounts(0).available];
      assert.equal(balanceOf(told, merchants), carrier === null ? 0n : -(transfer.amountPaise + fee + tax));
      assert.ok(told.entries.every(({ lines }) => lines.every(({ amountPaise }) => amountPaise >= 0n)));
      if (carrier !== null) assert.deepEqual([transfer.feePaise, transfer.taxPaise], [fee, tax]);
    }),
    { numRuns: 2_000 },
  );
});

test("what is held is the price of the dearest rail that may carry, and for a named rail its own", () => {
  fc.assert(
    fc.property(someLife, (life) => {
      const transfer = order(life);
      const most = railsOf(life.mode, life.amountPaise)
        .map((rail) => published(rail, transfer))
        .map(([fee, tax]) => fee + tax)
        .reduce((a, b) => (a > b ? a : b));
      const { amountPaise, feePaise, taxPaise, reservePaise, rail } = transfer;
      assert.equal(holdEntry(transfer).lines[0]!.amountPaise, amountPaise + most);
      assert.deepEqual([feePaise, taxPaise], published(rail, transfer));
      if (life.mode !== "banktransfer") assert.equal(reservePaise, 0n);
    }),
  );
});

test("a transfer that was told a lower price before fees followed the rail keeps it", () => {
  const told = {
    ...order({ ...OLD, amountPaise: 3_00_000_00n }),
    feePaise: 8_00n,
    taxPaise: 1_44n,
    reservePaise: 0n,
  };
  assert.deepEqual(priceBy(told, "imps"), { feePaise: 8_00n, taxPaise: 1_44n, reservePaise: 0n });
  const dearer = { ...order(OLD), feePaise: 8_00n, taxPaise: 1_44n, reservePaise: 0n };
  assert.deepEqual(priceBy(dearer, "neft"), { feePaise: 5_00n, taxPaise: 90n, reservePaise: 3_54n });
});

const OLD: Life = {
  mode: "banktransfer",
  amountPaise: 5_000_00n,
  originKind: null,
  end: "paid",
  failovers: [],
  first: 0,
};

test("every rail has a published price", () => {
  assert.deepEqual(Object.keys(PUBLISHED).toSorted(), [...RAILS, "phone"].toSorted());
});
