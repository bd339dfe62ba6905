import { openSenders, type Sender, TRANSIT_ID } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { istDate } from "#lib/ist";
import { isIfsc, isInlineAccountNumber, isName, nextOpening } from "#rails";
import type { TransferOrder } from "#transfers";
import {
  confirmUnpaid,
  newLease,
  type Placement,
  placeOrders,
  type WithdrawalLease,
} from "./place-withdrawals.ts";
import { type Refund, REFUND, REFUND_WORKING_DAYS, refundKeyOf } from "./refund.ts";

// The due dates of refunds and of their next tries. Pure, by India's working days.

const DAY_MS = 86_400_000;

/** The morning of the seventh working day after an arrival. */
export function refundBy(arrivedAt: Date): Date {
  let day = arrivedAt;
  for (let count = 0; count < REFUND_WORKING_DAYS; count += 1) day = nextMorning(day);
  return day;
}

/** The morning of the first working day after that of `at`, when a refund that was not paid is tried again. */
export function nextMorning(at: Date): Date {
  const midnight = new Date(Date.parse(`${istDate(at)}T00:00:00+05:30`) + DAY_MS);
  // Withdrawals begin in the morning of working days, so their first hour is the time that is needed.
  return nextOpening("withdrawal", midnight);
}

const SET_MAX = 100;

/**
 * Makes the transfers that pay due refunds back to their senders, and returns how many refunds were due. If the bank
 * did not report the sender's account, a person must find it. Refunds that another process is placing are left to it.
 */
export async function placeRefunds(ctx: Context, merchantId: string): Promise<number> {
  const lease = newLease();
  const due = await ctx.db.inMerchant(merchantId, (tx) => takeDue(ctx, tx, lease));
  crashPoint("withdrawals.refunds.leased");
  if (due.length === 0) return 0;
  const payable = due.filter((one): one is Payable => one.order !== null);
  const orders = payable.map(({ order }) => order);
  const placements = await placeOrders(ctx, merchantId, { orders, lease, table: "refund" });
  crashPoint("withdrawals.refunds.accepted");
  await ctx.db.inMerchant(merchantId, (tx) => note(tx, lease, { due, payable, placements }));
  crashPoint("withdrawals.refunds.noted");
  return due.length;
}

interface Due {
  readonly refund: Refund;
  /** Null if the sender's account is unknown. */
  readonly order: TransferOrder | null;
}

interface Payable extends Due {
  readonly order: TransferOrder;
}

/** Takes the lease on due refunds. It is committed before anything is placed. */
async function takeDue(ctx: Context, tx: Tx, { leaseId }: WithdrawalLease): Promise<Due[]> {
  const refunds = await tx.query<Refund>(TAKE_DUE, [tx.merchantId, tx.now, SET_MAX, leaseId]);
  if (refunds.length === 0) return [];
  const senders = await openSenders(
    tx,
    ctx.vault,
    refunds.map(({ topUpId }) => topUpId),
  );
  return refunds.map((refund) => ({ refund, order: orderOf(refund, senders.get(refund.topUpId)!) }));
}

/** The order that pays a refund; null if the sender's account is unknown. */
function orderOf({ topUpId, tries, amountPaise }: Refund, sender: Sender): TransferOrder | null {
  const { name = "", accountNumber = "", ifsc = "" } = sender;
  if (!isInlineAccountNumber(accountNumber) || !isIfsc(ifsc.toUpperCase())) return null;
  return {
    transferKey: refundKeyOf(topUpId, tries + 1),
    payee: { inline: { name: isName(name) ? name : "Sender", accountNumber, ifsc } },
    amountPaise,
    mode: "banktransfer",
    remarks: "Refund of a recharge",
    fundSourceId: TRANSIT_ID,
    origin: { kind: "refund", id: topUpId },
  };
}

interface Placed {
  readonly due: readonly Due[];
  readonly payable: readonly Payable[];
  /** The results for the payable refunds. */
  readonly placements: readonly Placement[];
}

/**
 * Records the outcome of those whose lease is still ours. Changes in the meantime were reported by the engine already
 * and stay.
 */
async function note(
  tx: Tx,
  { leaseId }: WithdrawalLease,
  { due, payable, placements }: Placed,
): Promise<void> {
  const ids = due.map(({ refund }) => refund.topUpId);
  const ours = await tx.query<{ topUpId: string }>(RELEASE, [tx.merchantId, ids, leaseId]);
  const held = new Set(ours.map(({ topUpId }) => topUpId));
  const orders = payable.map(({ order }) => order);
  const confirmed = await confirmUnpaid(tx, orders, placements);
  const placed = new Map(payable.map(({ refund }, index) => [refund.topUpId, confirmed[index]!]));
  const notes = due.flatMap(({ refund }) =>
    held.has(refund.topUpId) ? [noteOf(refund, placed.get(refund.topUpId), nextMorning(tx.now))] : [],
  );
  await tx.execute(NOTE, [
    tx.merchantId,
    notes.map(({ topUpId }) => topUpId),
    notes.map(({ tries }) => tries),
    notes.map(({ status }) => status),
    notes.map(({ reason }) => reason),
    notes.map(({ dueAt }) => dueAt),
    notes.map(({ tried }) => tried),
  ]);
}

interface Note extends Pick<Refund, "topUpId" | "tries" | "status" | "reason" | "dueAt"> {
  /** The number of transfers that were tried now. */
  readonly tried: number;
}

function noteOf({ topUpId, tries, refundBy }: Refund, placement: Placement | undefined, again: Date): Note {
  const own = { topUpId, tries, reason: null, dueAt: null };
  if (placement === undefined) return { ...own, status: "stuck", reason: "SENDER_UNKNOWN", tried: 0 };
  if (placement.kind === "placed") return { ...own, status: "processing", tried: 1 };
  const { reason } = placement;
  return again <= refundBy
    ? { ...own, status: "waiting", reason, dueAt: again, tried: 1 }
    : { ...own, status: "stuck", reason, tried: 1 };
}

const TAKE_DUE = `
  with due as materialized (
    select top_up_id
    from withdrawals.refund
    where merchant_id = $1
      and due_at <= $2
      and status = 'waiting'
      and (leased_until is null or leased_until <= clock_timestamp())
    order by due_at, top_up_id
    limit $3
    for update skip locked
  ),
  taken as (
    update withdrawals.refund
    set lease_id = $4, leased_until = clock_timestamp() + interval '60 s'
    from due
    where refund.merchant_id = $1
      and refund.top_up_id = due.top_up_id
    returning refund.*
  )
  select ${REFUND.columns}
  from taken as refund
  order by due_at, top_up_id`;

// It locks the rows as well, so that later statements read behind their locks.
const RELEASE = `
  update withdrawals.refund
  set lease_id = null, leased_until = null
  where merchant_id = $1
    and top_up_id = any ($2::uuid[])
    and lease_id = $3
  returning top_up_id as "topUpId"`;

const NOTE = `
  update withdrawals.refund as refund
  set status = noted.status,
    reason = noted.reason,
    due_at = noted.due_at,
    tries = noted.tries + noted.tried
  from unnest($2::uuid[], $3::smallint[], $4::text[], $5::text[], $6::timestamptz[], $7::smallint[])
    as noted (top_up_id, tries, status, reason, due_at, tried)
  where refund.merchant_id = $1
    and refund.top_up_id = noted.top_up_id
    and refund.tries = noted.tries
    and refund.status = 'waiting'`;
