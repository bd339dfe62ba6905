/** Hands orders of our own to the transfer engine, and hears whether it took them. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import {
  acceptGuarded,
  readTransfersByOrigin,
  type Acceptance,
  type Transfer,
  type TransferOrder,
} from "#transfers";
import { assertFresh, holdLeased, type Lease } from "./lease.ts";

/** `placed`: a transfer is under way. `unpaid`: none is, and none will be under that key. */
export type Placement = { readonly kind: "placed" } | { readonly kind: "unpaid"; readonly reason: string };

/** Ends of a transfer after which its money is back where it came from. */
const UNPAID: ReadonlySet<string> = new Set(["rejected", "failed", "cancelled", "reversed"]);

/**
 * Places a set of orders under a lease on what they come from; placing one again is hearing of it again. Throws, and
 * places nothing, when the lease has passed to another process: that is asked where the orders are accepted.
 */
export async function placeOrders(
  ctx: Context,
  merchantId: string,
  {
    orders,
    lease,
    table,
  }: { orders: readonly TransferOrder[]; lease: Lease; table: "withdrawal" | "refund" },
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
 * Looks once more for the transfers of what was not placed: one that may pay after all counts as placed. For the
 * transaction that notes it, behind the locks of its rows.
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
