/** Transfers that need approval are released once by a quorum and by nothing else, whatever races with it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decideRequests,
  setPolicies,
  workApprovals,
  type DecisionOutcome,
  type ApproverVerdict,
} from "#approvals";
import type { Context } from "#lib/context";
import {
  acceptTransfers,
  cancelTransfers,
  runtimeOf,
  TransferError,
  workTransfers,
  type Transfer,
  type TransferOrder,
} from "#transfers";
import { makeMembers } from "../make-members.ts";
import { makeDice } from "./dice.ts";
import { advance, assertSound, makeFaultWorld, orderTo, tiered, type Payer } from "./fault-world.ts";

const RACES = tiered({ deep: 120, nightly: 2_000 });
const DAY_MS = 86_400_000;

const seed = process.env.FAULT_SEED ?? "vitaran-15";
const dice = makeDice(seed);
const world = await makeFaultWorld();

interface Office extends Payer {
  readonly asha: string;
  readonly vikram: string;
  readonly meera: string;
}

/** Makes a merchant whose transfers from 50.00 on need this many approvers. */
async function makeOffice(approvers: number, balancePaise?: bigint): Promise<Office> {
  const merchant = await world.makePayer(balancePaise === undefined ? {} : { balancePaise });
  const people = { asha: "approver", vikram: "approver", meera: "initiator" } as const;
  const members = await makeMembers(world.ctx, merchant.organizationId, people);
  const level = { approvers, permission: "approve_quick_transfer", memberIds: null } as const;
  const conditions = { toPaise: null, rails: null, fundSourceIds: null, creators: null };
  await setPolicies(world.ctx, merchant.merchantId, {
    subjectKind: "transfer",
    policies: [{ name: "From 50.00 on", fromPaise: 50_00n, ...conditions, levels: [level] }],
    expireAfterMinutes: 24 * 60,
    by: "system",
  });
  return { ...merchant, ...members };
}

let nextKey = 0;

async function ask(
  office: Office,
  changes: Partial<TransferOrder> = {},
  maker = "api-key:test",
): Promise<Transfer> {
  nextKey += 1;
  const createdBy = { maker: maker as `api-key:${string}`, creator: "api" } as const;
  const order = { ...orderTo(`approve_${nextKey}`), createdBy, ...changes };
  const [answer] = await acceptTransfers(world.ctx, office.merchantId, [order]);
  assert.ok(answer?.kind === "accepted");
  return answer.transfer;
}

function decide(
  ctx: Context,
  { merchantId }: Office,
  {
    transfer,
    memberId,
    verdict = "approve",
  }: { transfer: Transfer; memberId: string; verdict?: ApproverVerdict },
): Promise<DecisionOutcome> {
  const request = { subjectKind: "transfer", subjectId: transfer.transferId } as const;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const decision = { request, memberId, verdict, contentHash: transfer.contentHash };
    return (await decideRequests(tx, [decision]))[0]!;
  });
}

async function statusOf({ merchantId, transferId }: Transfer): Promise<string> {
  const [row] = await world.look<{ status: string }>(
    "select status from transfers.transfer where merchant_id = $1 and transfer_id = $2",
    [merchantId, transferId],
  );
  return row!.status;
}

async function eventsOf({ merchantId, transferId }: Transfer): Promise<string[]> {
  const rows = await world.look<{ type: string }>(
    "select type from webhooks.event where merchant_id = $1 and subject_id = $2 order by seq",
    [merchantId, transferId],
  );
  return rows.map(({ type }) => type);
}

async function work(office: Office): Promise<void> {
  await workTransfers(world.ctx, office.merchantId);
  await runtimeOf(world.ctx).idle();
}

test("who must agree is waited for, nothing is held; with the last approval the transfer goes", async () => {
  const office = await makeOffice(2);
  const transfer = await ask(office);
  const small = await ask(office, { amountPaise: 10_00n });
  await work(office);
  assert.deepEqual([transfer.status, await statusOf(transfer)], ["awaiting_approval", "awaiting_approval"]);
  assert.equal(await statusOf(small), "succeeded");
  await assertSound(world, [office]);
  assert.equal((await decide(world.ctx, office, { transfer, memberId: office.meera })).kind, "refused");
  assert.equal((await decide(world.ctx, office, { transfer, memberId: office.asha })).kind, "pending");
  assert.equal(await statusOf(transfer), "awaiting_approval");
  assert.equal((await decide(world.ctx, office, { transfer, memberId: office.vikram })).kind, "approved");
  await work(office);
  assert.equal(await statusOf(transfer), "succeeded");
  assert.deepEqual(await eventsOf(transfer), ["TRANSFER_APPROVED", "TRANSFER_SUCCESS"]);
  const [told] = await world.look<{ data: Record<string, string> }>(
    "select data from webhooks.event where subject_id = $1 and type = 'TRANSFER_APPROVED'",
    [transfer.transferId],
  );
  assert.equal(told!.data.transferId, transfer.transferKey);
  assert.match(told!.data.approvedBy!, /asha.*vikram|vikram.*asha/);
  assert.match(told!.data.approvedAt!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await assertSound(world, [office]);
});

test("makers cannot approve their own requests", async () => {
  const office = await makeOffice(1);
  const transfer = await ask(office, {}, `member:${office.asha}`);
  assert.equal((await decide(world.ctx, office, { transfer, memberId: office.asha })).kind, "refused");
  assert.equal((await decide(world.ctx, office, { transfer, memberId: office.vikram })).kind, "approved");
});

test("rejected, expired and cancelled ones end without money, and are announced once", async () => {
  const office = await makeOffice(1);
  const [rejected, expired, cancelled] = [await ask(office), await ask(office), await ask(office)];
  const verdict = { transfer: rejected, memberId: office.asha, verdict: "reject" } as const;
  assert.equal((await decide(world.ctx, office, verdict)).kind, "rejected");
  await cancelTransfers(world.ctx, office.merchantId, {
    transferIds: [cancelled.transferId],
    because: "no longer wanted",
  });
  await advance(world, office, DAY_MS);
  await workApprovals(world.ctx, office.merchantId);
  assert.deepEqual(
    [await statusOf(rejected), await statusOf(expired), await statusOf(cancelled)],
    ["rejected", "rejected", "cancelled"],
  );
  for (const one of [rejected, expired, cancelled])
    assert.deepEqual(await eventsOf(one), ["TRANSFER_REJECTED"]);
  await assertSound(world, [office]);
});

test("what is approved without funds fails, and a scheduled one waits for its time", async () => {
  const office = await makeOffice(1, 1n);
  const poor = await ask(office);
  await decide(world.ctx, office, { transfer: poor, memberId: office.asha });
  assert.equal(await statusOf(poor), "failed");
  assert.deepEqual(await eventsOf(poor), ["TRANSFER_APPROVED", "TRANSFER_FAILED"]);
  const later = await ask(office, { processOn: new Date(Date.now() + 7 * DAY_MS) });
  await decide(world.ctx, office, { transfer: later, memberId: office.asha });
  assert.equal(await statusOf(later), "waiting");
  await assertSound(world, [office]);
});

/**
 * The answers that a merchant may have received, by the final status: an approved transfer can still be cancelled
 * before it is sent.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  awaiting_approval: [""],
  ready: ["TRANSFER_APPROVED"],
  rejected: ["TRANSFER_REJECTED"],
  cancelled: ["TRANSFER_REJECTED", "TRANSFER_APPROVED TRANSFER_REJECTED"],
};

test(`${RACES} races of approvals, rejections and cancellations end each transfer once`, async (context) => {
  const office = await makeOffice(2);
  const engines = [world.openContext(), world.openContext()];
  const ends = new Map<string, number>();
  for (let race = 0; race < RACES; race += 1) {
    const transfer = await ask(office);
    const acts = [
      () => decide(engines[0]!, office, { transfer, memberId: office.asha }),
      () => decide(engines[1]!, office, { transfer, memberId: office.vikram }),
      () => decide(engines[0]!, office, { transfer, memberId: office.vikram, verdict: "reject" }),
      () => cancelQuietly(engines[1]!, transfer),
    ].filter(() => dice() < 0.8);
    await Promise.all(acts.map((act) => act()));
    const status = await statusOf(transfer);
    ends.set(status, (ends.get(status) ?? 0) + 1);
    assert.ok(
      ALLOWED[status]?.includes((await eventsOf(transfer)).join(" ")),
      `${status}: ${await eventsOf(transfer)}`,
    );
    if (status === "ready") await assertQuorum(transfer);
  }
  await work(office);
  await assertSound(world, [office]);
  for (const status of ["ready", "rejected", "cancelled"])
    assert.ok(ends.has(status), JSON.stringify([...ends]));
  context.diagnostic(`seed ${seed}: ${[...ends].map(([status, count]) => `${status} ${count}`).join(", ")}`);
});

async function cancelQuietly(ctx: Context, { merchantId, transferId }: Transfer): Promise<void> {
  await cancelTransfers(ctx, merchantId, { transferIds: [transferId], because: "race" }).catch((error) =>
    assert.ok(TransferError.is(error, "not_cancellable"), String(error)),
  );
}

async function assertQuorum({ merchantId, transferId }: Transfer): Promise<void> {
  const [request] = await world.look<{ approvals: number }>(
    `select cardinality(approver_ids) as approvals
     from approvals.request
     where merchant_id = $1 and subject_id = $2 and status = 'approved'`,
    [merchantId, transferId],
  );
  assert.ok(request!.approvals >= 2, "released without a quorum");
}
