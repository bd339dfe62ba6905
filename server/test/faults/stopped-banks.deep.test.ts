/**
 * A statement has stopped a bank: transfers that were accepted before wait for it, and new ones are refused with the
 * reason.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decideRequests, setPolicies } from "#approvals";
import { setBankEnabled, stopBank } from "#fund-sources";
import { readStory } from "#stories";
import {
  acceptTransfers,
  cancelTransfers,
  runtimeOf,
  setQueuingTime,
  workTransfers,
  type TransferOrder,
} from "#transfers";
import { makeMembers } from "../make-members.ts";
import { advance, assertSound, makeFaultWorld, orderTo, settle, type Payer } from "./fault-world.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

// This is a Monday at noon in India.
const world = await makeFaultWorld({ start: new Date("2027-01-04T12:00:00+05:30") });

async function accept(merchant: Payer, ...orders: TransferOrder[]): Promise<void> {
  for (const answer of await acceptTransfers(world.ctx, merchant.merchantId, orders)) {
    assert.equal(answer.kind, "accepted");
  }
}

/** Accepts without sending, because every place for an instruction is taken. */
async function acceptOnly(merchant: Payer, ...orders: TransferOrder[]): Promise<void> {
  const { payers } = runtimeOf(world.ctx);
  const taken = payers.take(merchant.merchantId, 1_000);
  await accept(merchant, ...orders);
  payers.free(merchant.merchantId, taken);
}

async function work(merchant: Payer, aheadMs = 0): Promise<void> {
  if (aheadMs > 0) await advance(world, merchant, aheadMs);
  await workTransfers(world.ctx, merchant.merchantId);
  await runtimeOf(world.ctx).idle();
}

async function read(merchant: Payer, key: string): Promise<string> {
  const [row] = await world.look<{ status: string; waitingFor: string | null }>(
    `select status, waiting_for as "waitingFor"
     from transfers.transfer
     where merchant_id = $1
       and transfer_key = $2`,
    [merchant.merchantId, key],
  );
  return row!.waitingFor === null ? row!.status : `${row!.status} for ${row!.waitingFor}`;
}

const switchBank = (merchant: Payer, enabled: boolean, bankId = merchant.bankId): Promise<void> =>
  setBankEnabled(world.ctx, merchant.merchantId, { bankId, enabled, by: "system" });

async function nowOf(merchant: Payer): Promise<Date> {
  const [clock] = await world.look<{ now: Date }>("select lib.now_of($1) as now", [merchant.merchantId]);
  return clock!.now;
}

const stop = (merchant: Payer, bankId = merchant.bankId): Promise<boolean> =>
  world.ctx.db.inMerchant(merchant.merchantId, (tx) => stopBank(tx, { bankId, because: "an unknown debit" }));

test("what was accepted waits while its bank is stopped, can be cancelled, and goes on by itself", async () => {
  const merchant = await world.makePayer({ balancePaise: 50_00_000_00n });
  const { merchantId } = merchant;
  const { asha } = await makeMembers(world.ctx, merchant.organizationId, { asha: "approver" });
  const level = { approvers: 1, permission: "approve_quick_transfer", memberIds: null } as const;
  const any = { toPaise: null, rails: null, fundSourceIds: null, creators: null };
  const policies = [{ name: "Large", fromPaise: 4_00_000_00n, ...any, levels: [level] }];
  await setPolicies(world.ctx, merchantId, { subjectKind: "transfer", policies, by: "system" });
  await setQueuingTime(world.ctx, merchantId, { hours: 2, by: "system" });
  await acceptOnly(merchant, { ...orderTo("approved"), amountPaise: 4_00_000_00n });
  await setPolicies(world.ctx, merchantId, { subjectKind: "transfer", policies: [], by: "system" });
  const inAnHour = new Date((await nowOf(merchant)).getTime() + HOUR_MS);
  await acceptOnly(
    merchant,
    { ...orderTo("scheduled"), processOn: inAnHour },
    { ...orderTo("cancelled") },
    { ...orderTo("ready") },
    { ...orderTo("all", { mode: "rtgs" }), amountPaise: 49_00_000_00n },
    { ...orderTo("queued"), amountPaise: 3_00_000_00n },
  );
  assert.equal(await read(merchant, "queued"), "waiting for funds");
  await stop(merchant);
  const find = async (transferKey: string): Promise<{ transferId: string; contentHash: Buffer }> => {
    const [found] = await world.look<{ transferId: string; contentHash: Buffer }>(
      `select transfer_id as "transferId", content_hash as "contentHash"
       from transfers.transfer where merchant_id = $1 and transfer_key = $2`,
      [merchantId, transferKey],
    );
    return found!;
  };
  const { transferId, contentHash } = await find("approved");
  const request = { subjectKind: "transfer", subjectId: transferId } as const;
  await world.ctx.db.inMerchant(merchantId, (tx) =>
    decideRequests(tx, [{ request, memberId: asha!, verdict: "approve", contentHash }]),
  );
  const cancel = async (transferKey: string): Promise<unknown> => {
    const { transferId } = await find(transferKey);
    return cancelTransfers(world.ctx, merchantId, { transferIds: [transferId], because: "no longer needed" });
  };
  await cancel("all");
  await work(merchant);
  await work(merchant, HOUR_MS + 1_000);
  await cancel("cancelled");
  const waiting = ["approved", "scheduled", "ready", "queued"];
  for (const key of waiting) assert.equal(await read(merchant, key), "waiting for downtime", key);
  const { explanation } = await readStory(world.ctx, merchantId, { transferKey: "ready" });
  assert.match(explanation.where.text, /paused, because a bank statement does not agree with the books/);
  assert.match(explanation.next.text, /after your operator switches the bank on again/);
  await switchBank(merchant, true);
  await work(merchant, 2 * MINUTE_MS);
  for (const key of waiting) assert.equal(await read(merchant, key), "succeeded", key);
  assert.equal(await read(merchant, "cancelled"), "cancelled");
  await assertSound(world, [merchant]);
});

test("a stop that is lifted too late leaves what it held back failed, with its money released", async () => {
  const merchant = await world.makePayer();
  await acceptOnly(merchant, orderTo("too_late"));
  await stop(merchant);
  await work(merchant);
  await work(merchant, 73 * HOUR_MS);
  assert.equal(await read(merchant, "too_late"), "failed");
  await switchBank(merchant, true);
  await work(merchant, HOUR_MS);
  assert.equal(await read(merchant, "too_late"), "failed");
  await assertSound(world, [merchant]);
});

test("what its first bank refused waits for the one that is stopped, and is paid by it afterwards", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "himshikhar"] });
  await world.simulator.control("PUT", "/sim/banks/meghdoot/manner", {
    debitAccount: merchant.debitAccount,
    mishaps: [{ chance: 1, mishap: { kind: "maintenance" } }],
  });
  await acceptOnly(merchant, orderTo("moves_on"));
  await stop(merchant, "himshikhar");
  for (let round = 0; round < 5; round += 1) await work(merchant, 2 * MINUTE_MS);
  assert.equal(await read(merchant, "moves_on"), "waiting for downtime");
  await switchBank(merchant, true, "himshikhar");
  await work(merchant, 2 * MINUTE_MS);
  await settle(world, world.ctx, merchant);
  assert.equal(await read(merchant, "moves_on"), "succeeded");
  await assertSound(world, [merchant]);
});

test("an order of what was taken before its bank was stopped waits; one of what came later is refused", async () => {
  const merchant = await world.makePayer({ bankIds: ["meghdoot", "himshikhar"] });
  const { merchantId } = merchant;
  const before = await nowOf(merchant);
  await advance(world, merchant, MINUTE_MS);
  let orders = 0;
  const answerTo = async (takenAt: Date | null, more: Partial<TransferOrder> = {}): Promise<string> => {
    orders += 1;
    const order = { ...orderTo(`taken_${orders}`), takenAt, ...more };
    const [answer] = await acceptTransfers(world.ctx, merchantId, [order]);
    if (answer!.kind === "refused") return answer!.code;
    await runtimeOf(world.ctx).idle();
    return read(merchant, order.transferKey);
  };
  await stop(merchant, "himshikhar");
  assert.equal(await answerTo(before), "succeeded", "the other bank carries it");
  await stop(merchant);
  const after = new Date((await nowOf(merchant)).getTime() + 1);
  assert.equal(await answerTo(before), "waiting for downtime");
  assert.equal(await answerTo(before, { mode: "paytm" }), "mode_not_valid_for_beneficiary");
  assert.equal(await answerTo(before, { mode: "rtgs" }), "amount_below_minimum");
  assert.equal(await answerTo(after), "fund_source_stopped");
  assert.equal(await answerTo(null), "fund_source_stopped");
  // Stops that are older than the column `stopped_at` have no time.
  await world.look("update fund_sources.bank_connection set stopped_at = null where merchant_id = $1", [
    merchantId,
  ]);
  assert.equal(await answerTo(before), "waiting for downtime");
  await switchBank(merchant, false);
  await switchBank(merchant, false, "himshikhar");
  assert.equal(await answerTo(before), "mode_not_enabled", "a person has switched the banks off");
  await switchBank(merchant, true);
  await work(merchant, 2 * MINUTE_MS);
  assert.equal(await read(merchant, "taken_2"), "succeeded");
  await assertSound(world, [merchant]);
});
