/** Metrics of transfers and banks move when payments do what they name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setPolicies } from "#approvals";
import type { Outcome } from "#banks";
import { listBankConnections, setBankEnabled } from "#fund-sources";
import { LIVE, watchBanks } from "#health";
import { beginRecovery } from "#reconciliation";
import {
  acceptTransfers,
  cancelTransfers,
  receiveNews,
  recordNews,
  runtimeOf,
  type TransferOrder,
  workTransfers,
} from "#transfers";
import { advance, makeFaultWorld, orderTo, settle, type Payer } from "#test/faults/fault-world";
import { readMetrics, type Scraped } from "./test/scrape.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const HOUR_MS = 3_600_000;

const PAID: Outcome = { kind: "succeeded", code: "00", text: "paid", utr: "632512000001", credited: true };
const REFUSED: Outcome = {
  kind: "failed",
  code: "M1",
  text: "no such account",
  reason: "INVALID_ACCOUNT_FAIL",
  otherBank: false,
};

async function order({ merchantId }: Payer, key: string, more: Partial<TransferOrder> = {}): Promise<string> {
  const [answer] = await acceptTransfers(ctx, merchantId, [{ ...orderTo(key), ...more }]);
  assert.ok(answer !== undefined && "transfer" in answer, JSON.stringify(answer?.kind));
  await runtimeOf(ctx).idle();
  return answer.transfer.transferId;
}

/** Enough calls of a bank for a share. */
async function orderMany({ merchantId }: Payer, key: string): Promise<void> {
  const orders = Array.from({ length: 40 }, (_, number) => orderTo(`${key} ${number}`));
  await acceptTransfers(ctx, merchantId, orders);
  await runtimeOf(ctx).idle();
}

/** Makes the bank take instructions and say nothing. */
async function silence({ debitAccount }: Payer, bankId: string): Promise<void> {
  const mishap = { kind: "cut", posted: false };
  const mishaps = [
    { chance: 1, mishap },
    { chance: 1, operation: "enquire", mishap },
  ];
  await world.simulator.control("PUT", `/sim/banks/${bankId}/manner`, { debitAccount, mishaps });
}

const say = ({ merchantId }: Payer, transferId: string, outcome: Outcome) =>
  recordNews(ctx, merchantId, [{ transferId, attempt: 1, source: "callback", outcome }]);

const outcomeOf = (seen: Scraped, outcome: string): number =>
  seen.sum("vitaran_transfers_total", { mode: "sandbox", rail: "imps", outcome }) ?? 0;

test("a payment that is paid counts as accepted and paid, with its set and the bank's answer", async () => {
  const merchant = await world.makePayer();
  const before = await readMetrics(world);
  await order(merchant, "paid");
  await settle(world, ctx, merchant);
  const after = await readMetrics(world);
  for (const outcome of ["accepted", "paid"])
    assert.equal(outcomeOf(after, outcome) - outcomeOf(before, outcome), 1, outcome);
  const grown = (name: string, labels = {}): number =>
    (after.sum(name, labels) ?? 0) - (before.sum(name, labels) ?? 0);
  for (const set of ["accept", "record"]) {
    assert.ok(grown("vitaran_sets_total", { set }) >= 1, set);
    assert.ok(grown("vitaran_set_items_total", { set }) >= 1, set);
  }
  const call = { bank: "meghdoot", rail: "imps", operation: "pay" };
  assert.equal(grown("vitaran_bank_call_duration_seconds_count", call), 1);
});

test("a payment without an answer is open, unknown, and grows old; then it is in review", async () => {
  const merchant = await world.makePayer({ bankIds: ["purvasagar"] });
  await silence(merchant, "purvasagar");
  await order(merchant, "silent");
  const withBank = { mode: "sandbox", state: "with_bank", rail: "imps", bank: "purvasagar" };
  const fresh = await readMetrics(world);
  assert.equal(fresh.sum("vitaran_transfers_open", withBank), 1);
  await advance(world, merchant, HOUR_MS);
  await workTransfers(ctx, merchant.merchantId);
  const later = await readMetrics(world);
  assert.equal(later.sum("vitaran_transfers_open", withBank), 1);
  const age = later.sum("vitaran_transfers_oldest_seconds", withBank)!;
  assert.ok(age >= 3_600 && age < 7_200, String(age));
  await settle(world, ctx, merchant);
  const last = await readMetrics(world);
  assert.equal(last.sum("vitaran_transfers_open", withBank), null);
  assert.equal(last.sum("vitaran_transfers_open", { ...withBank, state: "under_review" }), 1);
  assert.equal(outcomeOf(last, "review"), 1);
  const asked = { bank: "purvasagar", operation: "enquire", outcome: "not_found" };
  assert.ok(last.sum("vitaran_bank_call_duration_seconds_count", asked)! >= 1);
});

test("failed, cancelled, rejected and returned payments count as that", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const before = await readMetrics(world);
  await world.simulator.control("PUT", "/sim/banks/meghdoot/manner", {
    debitAccount: merchant.debitAccount,
    mishaps: [{ chance: 1, mishap: { kind: "cut", posted: false } }],
  });
  await say(merchant, await order(merchant, "refused"), REFUSED);
  const later = new Date(Date.now() + 24 * HOUR_MS);
  const waiting = await order(merchant, "cancelled", { processOn: later });
  const seen = await readMetrics(world);
  const scheduled = { mode: "sandbox", state: "scheduled" };
  assert.equal(seen.sum("vitaran_transfers_open", scheduled), 1);
  assert.equal(seen.sum("vitaran_transfers_oldest_seconds", scheduled), 0);
  await cancelTransfers(ctx, merchantId, { transferIds: [waiting], because: "test" });
  const returned = await order(merchant, "returned");
  await say(merchant, returned, PAID);
  const reason = "RETURNED_FROM_BENEFICIARY";
  await say(merchant, returned, { kind: "returned", code: "", text: "", utr: "", reason });
  const after = await readMetrics(world);
  const grown = (outcome: string): number => outcomeOf(after, outcome) - outcomeOf(before, outcome);
  assert.deepEqual(
    ["accepted", "failed", "cancelled", "paid", "returned"].map((outcome) => [outcome, grown(outcome)]),
    [
      ["accepted", 3],
      ["failed", 1],
      ["cancelled", 1],
      ["paid", 1],
      ["returned", 1],
    ],
  );
});

test("a payment after a refusal is a contradiction; a report of an unknown reference is unmatched", async () => {
  const merchant = await world.makePayer();
  await silence(merchant, "meghdoot");
  const kind = { mode: "sandbox", kind: "late_success" };
  assert.equal((await readMetrics(world)).sum("vitaran_contradictions_total", kind), null);
  const transferId = await order(merchant, "late");
  await say(merchant, transferId, REFUSED);
  await say(merchant, transferId, PAID);
  const [connection] = await ctx.db.inMerchant(merchant.merchantId, (tx) => listBankConnections(ctx, tx));
  await receiveNews(ctx, merchant.merchantId, {
    connection: connection!,
    news: [{ kind: "payment", reference: "NOT-OURS", factId: "1", outcome: PAID, amountPaise: 100_00n }],
  });
  const seen = await readMetrics(world);
  assert.equal(seen.sum("vitaran_contradictions_total", kind), 1);
  assert.equal(seen.sum("vitaran_bank_reports_unmatched", { mode: "sandbox", bank: "meghdoot" }), 1);
});

test("what waits for approval is shown with its age", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const any = { toPaise: null, rails: null, fundSourceIds: null, creators: null };
  const levels = [{ approvers: 1, permission: "approve_quick_transfer", memberIds: null }] as const;
  const policies = [{ name: "All", fromPaise: 1n, ...any, levels }];
  await setPolicies(ctx, merchantId, { subjectKind: "transfer", policies, by: "system" });
  await order(merchant, "to approve", { createdBy: { maker: "api-key:one", creator: "api" } });
  await advance(world, merchant, HOUR_MS);
  const seen = await readMetrics(world);
  const subject = { mode: "sandbox", subject: "transfer" };
  assert.equal(seen.sum("vitaran_approvals_waiting", subject), 1);
  const age = seen.sum("vitaran_approvals_oldest_seconds", subject)!;
  assert.ok(age >= 3_600 && age < 7_200, String(age));
});

test("a bank that answers badly changes its state and its share; connections show what is switched", async () => {
  const merchant = await world.makePayer({ bankIds: ["himshikhar"] });
  const { merchantId } = merchant;
  await orderMany(merchant, "good");
  await watchBanks(ctx, merchantId);
  const bank = { mode: "sandbox", bank: "himshikhar" };
  const healthy = await readMetrics(world);
  assert.equal(healthy.sum("vitaran_bank_state", { ...bank, rail: "imps", state: "healthy" }), 1);
  assert.ok(healthy.sum("vitaran_bank_success_ratio", { ...bank, rail: "imps" })! > 0.9);
  assert.equal(healthy.sum("vitaran_bank_connections", { ...bank, state: "on" }), 1);
  await silence(merchant, "himshikhar");
  await orderMany(merchant, "bad");
  await watchBanks(ctx, merchantId);
  const ill = await readMetrics(world);
  assert.equal(ill.sum("vitaran_bank_state", { ...bank, rail: "imps", state: "healthy" }), null);
  assert.ok(ill.sum("vitaran_bank_success_ratio", { ...bank, rail: "imps" })! < 0.9);
  await beginRecovery(ctx, merchantId, { since: new Date(), by: "system" });
  assert.equal(
    (await readMetrics(world)).sum("vitaran_bank_connections", { ...bank, state: "recovering" }),
    1,
  );
  const other = await world.makePayer({ bankIds: ["himshikhar"] });
  await setBankEnabled(ctx, other.merchantId, { bankId: "himshikhar", enabled: false, by: "system" });
  assert.equal((await readMetrics(world)).sum("vitaran_bank_connections", { ...bank, state: "off" }), 1);
});

test("what live merchants do has its own mode, and the health of their banks is one for all of them", async () => {
  const { simulator } = world;
  const live = { mode: "live" } as const;
  for (const key of ["one", "two"]) {
    const merchant = await world.makeMerchant({ ...live, balancePaise: 1_000_00n, simulator });
    await acceptTransfers(ctx, merchant.merchantId, [orderTo(key)]);
  }
  await runtimeOf(ctx).idle();
  await watchBanks(ctx, LIVE);
  const seen = await readMetrics(world);
  for (const outcome of ["accepted", "paid"])
    assert.equal(seen.sum("vitaran_transfers_total", { ...live, rail: "imps", outcome }), 2, outcome);
  const bank = { ...live, home: "first", bank: "meghdoot", rail: "imps" };
  assert.equal(seen.sum("vitaran_bank_state", { ...bank, state: "healthy" }), 1);
  assert.equal(seen.sum("vitaran_bank_connections", { ...live, bank: "meghdoot", state: "on" }), 2);
});

test("a payment that the bank has not answered is in progress in this process", async () => {
  const merchant = await world.makePayer();
  const answered = runtimeOf(ctx).atBanks.begin(merchant.merchantId);
  assert.equal((await readMetrics(world)).sum("vitaran_payments_in_progress"), 1);
  answered();
  assert.equal((await readMetrics(world)).sum("vitaran_payments_in_progress"), 0);
});
