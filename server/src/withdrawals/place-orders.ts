/** Hands orders of our own to the transfer engine, and hears whether it took them. */
import type { Context } from "#lib/context";
import { acceptTransfers, type Acceptance, type TransferOrder } from "#transfers";

/** `placed`: a transfer is under way. `unpaid`: none is, and none will be under that key. */
export type Placement = { readonly kind: "placed" } | { readonly kind: "unpaid"; readonly reason: string };

/** Ends of a transfer after which its money is back where it came from. */
const UNPAID: ReadonlySet<string> = new Set(["rejected", "failed", "cancelled", "reversed"]);

/** Places a set of orders; placing one again is hearing of it again. */
export async function placeOrders(
  ctx: Context,
  merchantId: string,
  orders: readonly TransferOrder[],
): Promise<Placement[]> {
  const acceptances = await acceptTransfers(ctx, merchantId, orders);
  return acceptances.map((acceptance, index) => placementOf(acceptance, orders[index]!));
}

function placementOf(acceptance: Acceptance, order: TransferOrder): Placement {
  switch (acceptance.kind) {
    case "accepted":
      return { kind: "placed" };
    case "repeated": {
      const { transfer } = acceptance;
      if (transfer.originId !== order.origin?.id)
        throw new Error(`${order.transferKey} is another's transfer`);
      return UNPAID.has(transfer.status)
        ? { kind: "unpaid", reason: transfer.reason ?? "FAILED" }
        : { kind: "placed" };
    }
    case "rejected":
      return { kind: "unpaid", reason: acceptance.transfer.reason ?? acceptance.code };
    case "refused":
      return { kind: "unpaid", reason: acceptance.code };
    default:
      return acceptance satisfies never;
  }
}
