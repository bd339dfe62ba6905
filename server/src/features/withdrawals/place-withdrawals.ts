import { memberOf, type Merchant, readMerchant } from "#access";
import type { Actor } from "#audit";
import { openRegisteredAccounts, TRANSIT_ID } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { nextOpening } from "#rails";
import {
  type Acceptance,
  acceptGuarded,
  readTransfersByOrigin,
  TAKEN_UNASKED,
  type Transfer,
  type TransferOrder,
} from "#transfers";
import { endColumns, tellEnds, type WithdrawalEnd } from "./withdrawal.ts";

/**
 * A lease on orders that one process places with the transfer engine. An order that the engine refuses leaves nothing
 * behind, so "refused" is true only as long as no other process places the same order. The holder of the lease is the
 * only one that does. The rows store the end of the lease by the database's clock, 60 seconds after it was taken.
 */
export interface WithdrawalLease {
  readonly leaseId: string;
  /** The time when it was taken, by this process's clock that never jumps, in milliseconds. */
  readonly takenAt: number;
}

/**
 * Together with the 5 seconds for a connection and the 30 that a transaction may last, this ends before the lease does.
 */
const PLACE_WITHIN_MS = 20_000;

/** Makes a lease before its rows are taken, so that it seems older than it is and never younger. */
export const newLease = (): WithdrawalLease => ({ leaseId: newId(), takenAt: performance.now() });

/** Throws if so much time was lost that the lease may end, and another process begin, before orders are placed. */
function assertFresh({ takenAt }: WithdrawalLease): void {
  if (performance.now() - takenAt > PLACE_WITHIN_MS)
    throw new Error("the lease grew old before anything was placed; what is due is found again after it");
}

/**
 * Throws unless the lease on all these rows is still ours. The transaction that accepts their orders calls it: until it
 * ends no other process can take a lease on them, and an earlier holder is detected.
 */
async function holdLeased(
  tx: Tx,
  { leaseId }: WithdrawalLease,
  { table, ids }: { table: keyof typeof LEASED; ids: readonly string[] },
): Promise<void> {
  const held = await tx.query(LEASED[table], [tx.merchantId, ids, leaseId]);
  if (held.length < ids.length)
    throw new Error("the lease has passed to another process; it places what is due");
}

const LEASED = {
  withdrawal: `
    select withdrawal_id
    from withdrawals.withdrawal
    where merchant_id = $1
      and withdrawal_id = any ($2::uuid[])
      and lease_id = $3
      and status = 'waiting'
    order by withdrawal_id
    for share`,
  refund: `
    select top_up_id
    from withdrawals.refund
    where merchant_id = $1
      and top_up_id = any ($2::uuid[])
      and lease_id = $3
      and status = 'waiting'
    order by top_up_id
    for share`,
} as const;

// Places our own orders with the transfer engine, and learns whether it accepted them.

/** `placed`: a transfer is under way. `unpaid`: none is, and none will be under that key. */
export type Placement = { readonly kind: "placed" } | { readonly kind: "unpaid"; readonly reason: string };

/** The final statuses of a transfer after which its money is back where it came from. */
const UNPAID: ReadonlySet<string> = new Set(["rejected", "failed", "cancelled", "reversed"]);

/**
 * Places a set of orders under a lease on the rows they come from. Placing an order again returns its present result.
 * Throws, and places nothing, if the lease has passed to another process, which is checked where the orders are
 * accepted.
 */
export async function placeOrders(
  ctx: Context,
  merchantId: string,
  {
    orders,
    lease,
    table,
  }: { orders: readonly TransferOrder[]; lease: WithdrawalLease; table: "withdrawal" | "refund" },
): Promise<Placement[]> {
  if (orders.length === 0) return [];
  assertFresh(lease);
  const ids = orders.map(({ origin }) => origin!.id);
  const acceptances = await acceptGuarded(ctx, merchantId, {
    orders,
    guard: (tx) => holdLeased(tx, lease, { table, ids }),
  });
  return acceptances.map((acceptance, index) => placementOf(acceptance, orders[index]!));
}

/**
 * Looks once more for the transfers of orders that were not placed. One that may still pay counts as placed. The
 * transaction that records the result calls it, behind the locks of its rows.
 */
export async function confirmUnpaid(
  tx: Tx,
  orders: readonly TransferOrder[],
  placements: readonly Placement[],
): Promise<Placement[]> {
  const unpaid = orders.filter((_, index) => placements[index]!.kind === "unpaid");
  if (unpaid.length === 0) return [...placements];
  const transfers = await readTransfersByOrigin(
    tx,
    unpaid.map(({ origin }) => origin!.id),
  );
  const paying = new Set(transfers.filter(mayPay).map(({ transferKey }) => transferKey));
  return placements.map((placement, index) =>
    paying.has(orders[index]!.transferKey) ? { kind: "placed" } : placement,
  );
}

const mayPay = ({ status }: Transfer): boolean => !UNPAID.has(status);

function placementOf(acceptance: Acceptance, order: TransferOrder): Placement {
  switch (acceptance.kind) {
    case "accepted":
      return { kind: "placed" };
    case "repeated": {
      const { transfer } = acceptance;
      if (transfer.originId !== order.origin?.id)
        throw new Error(`${order.transferKey} is another's transfer`);
      return mayPay(transfer) ? { kind: "placed" } : { kind: "unpaid", reason: transfer.reason ?? "FAILED" };
    }
    case "rejected":
    case "failed":
      return { kind: "unpaid", reason: acceptance.transfer.reason ?? acceptance.code };
    case "refused":
      return { kind: "unpaid", reason: acceptance.code };
    default:
      return acceptance satisfies never;
  }
}

const SET_MAX = 100;
/** While the merchant's payouts are switched off, the withdrawal is looked at again after this time. */
const POSTPONED_MS = 15_000;

/**
 * Places the due withdrawals with the transfer engine, to be paid by NEFT, and returns how many there were. Withdrawals
 * that another process is placing are left to it.
 */
export async function placeWithdrawals(ctx: Context, merchantId: string): Promise<number> {
  const lease = newLease();
  const due = await ctx.db.inMerchant(merchantId, (tx) => takeDue(ctx, tx, lease));
  crashPoint("withdrawals.place.leased");
  if (due.length === 0) return 0;
  const orders = due.map(({ order }) => order);
  const placements = await placeOrders(ctx, merchantId, { orders, lease, table: "withdrawal" });
  crashPoint("withdrawals.place.accepted");
  await ctx.db.inMerchant(merchantId, (tx) => note(tx, lease, { due, placements }));
  crashPoint("withdrawals.place.noted");
  return due.length;
}

interface Due {
  readonly withdrawalId: string;
  readonly order: TransferOrder;
}

/** Takes the lease on due withdrawals. It is committed before anything is placed. */
async function takeDue(ctx: Context, tx: Tx, { leaseId }: WithdrawalLease): Promise<Due[]> {
  const merchant = await readMerchant(tx);
  const opensAt = nextOpening("withdrawal", tx.now);
  const isClosed = opensAt > tx.now;
  if (!merchant.settings.payoutsEnabled) {
    const postponedTo = isClosed ? opensAt : new Date(tx.now.getTime() + POSTPONED_MS);
    await tx.execute(POSTPONE, [tx.merchantId, tx.now, postponedTo, false]);
    return [];
  }
  if (isClosed) await tx.execute(POSTPONE, [tx.merchantId, tx.now, opensAt, merchant.mode === "live"]);
  const rows = await tx.query<DueRow>(TAKE_DUE, [tx.merchantId, tx.now, SET_MAX, leaseId]);
  if (rows.length === 0) return [];
  const accounts = await openRegisteredAccounts(tx, ctx.vault, [
    ...new Set(rows.map(({ accountVersion }) => accountVersion)),
  ]);
  return rows.map(({ withdrawalId, transferKey, accountVersion, amountPaise, remarks, madeBy }) => {
    const { holderName, accountNumber, ifsc } = accounts.get(accountVersion)!;
    const order: TransferOrder = {
      transferKey,
      payee: { inline: { name: holderName, accountNumber, ifsc } },
      amountPaise,
      mode: "neft",
      remarks,
      fundSourceId: TRANSIT_ID,
      origin: { kind: "withdrawal", id: withdrawalId },
      takenAt: TAKEN_UNASKED,
      // A member's withdrawal is approved like a payment of that member from the wallet, and paid in its hours.
      ...(isByMember(merchant, madeBy) && {
        createdBy: { maker: madeBy, creator: "member" },
        processOn: isClosed ? opensAt : null,
      }),
    };
    return { withdrawalId, order };
  });
}

/** True of withdrawals that others may have to approve: those by members of a live merchant. */
export const isByMember = ({ mode }: Merchant, madeBy: Actor): boolean =>
  mode === "live" && memberOf(madeBy) !== null;

interface DueRow {
  readonly withdrawalId: string;
  readonly transferKey: string;
  readonly accountVersion: number;
  readonly amountPaise: bigint;
  readonly remarks: string;
  readonly madeBy: Actor;
}

/**
 * Records the outcome of those whose lease is still ours. Changes in the meantime were reported by the engine already
 * and stay.
 */
async function note(
  tx: Tx,
  { leaseId }: WithdrawalLease,
  { due, placements }: { due: readonly Due[]; placements: readonly Placement[] },
): Promise<void> {
  const ids = due.map(({ withdrawalId }) => withdrawalId);
  const ours = await tx.query<{ withdrawalId: string }>(RELEASE, [tx.merchantId, ids, leaseId]);
  const held = new Set(ours.map(({ withdrawalId }) => withdrawalId));
  const orders = due.map(({ order }) => order);
  const confirmed = await confirmUnpaid(tx, orders, placements);
  const notes = due.flatMap(({ withdrawalId }, index) => {
    const placement = confirmed[index]!;
    const reason = placement.kind === "unpaid" ? placement.reason : null;
    return held.has(withdrawalId) ? [{ withdrawalId, reason }] : [];
  });
  const noted = await tx.query<WithdrawalEnd | { readonly status: "processing" }>(NOTE, [
    tx.merchantId,
    tx.now,
    notes.map(({ withdrawalId }) => withdrawalId),
    notes.map(({ reason }) => reason),
  ]);
  await tellEnds(
    tx,
    noted.filter((one) => one.status !== "processing"),
  );
}

const TAKE_DUE = `
  with due as materialized (
    select withdrawal_id
    from withdrawals.withdrawal
    where merchant_id = $1
      and due_at <= $2
      and status = 'waiting'
      and (leased_until is null or leased_until <= clock_timestamp())
    order by due_at, withdrawal_id
    limit $3
    for update skip locked
  ),
  taken as (
    update withdrawals.withdrawal
    set lease_id = $4, leased_until = clock_timestamp() + interval '60 s'
    from due
    where withdrawal.merchant_id = $1
      and withdrawal.withdrawal_id = due.withdrawal_id
    returning withdrawal.*
  )
  select withdrawal_id as "withdrawalId", transfer_key as "transferKey", account_version as "accountVersion",
    amount_paise as "amountPaise", remarks, made_by as "madeBy"
  from taken
  order by due_at, withdrawal_id`;

// It locks the rows as well, so that later statements read behind their locks.
const RELEASE = `
  update withdrawals.withdrawal
  set lease_id = null, leased_until = null
  where merchant_id = $1
    and withdrawal_id = any ($2::uuid[])
    and lease_id = $3
  returning withdrawal_id as "withdrawalId"`;

const POSTPONE = `
  update withdrawals.withdrawal
  set due_at = $3
  where merchant_id = $1
    and due_at <= $2
    and status = 'waiting'
    and not ($4 and starts_with(made_by, 'member:'))`;

const NOTE = `
  update withdrawals.withdrawal as withdrawal
  set status = case when noted.reason is null then 'processing' else 'failed' end,
    reason = noted.reason,
    due_at = case when noted.reason is null then null else $2::timestamptz end,
    finished_at = case when noted.reason is null then null else $2::timestamptz end
  from unnest($3::uuid[], $4::text[]) as noted (withdrawal_id, reason)
  where withdrawal.merchant_id = $1
    and withdrawal.withdrawal_id = noted.withdrawal_id
    and withdrawal.status = 'waiting'
  returning ${endColumns}`;
