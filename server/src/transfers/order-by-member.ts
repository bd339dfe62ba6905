import { memberOf, requirePayouts, requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { acceptGuarded } from "./accept-transfers.ts";
import type { Acceptance, TransferOrder } from "./order.ts";

/**
 * Takes the order of a member who may initiate quick transfers. The merchant's policies are asked with that member as
 * its maker, who cannot approve it. Throws AccessError.not_permitted or payouts_disabled.
 */
export async function orderByMember(
  ctx: Context,
  merchantId: string,
  { order, by }: { order: Omit<TransferOrder, "createdBy" | "way" | "origin">; by: Actor },
): Promise<Acceptance> {
  if (memberOf(by) === null) throw new Error("only a member orders so");
  const [acceptance] = await acceptGuarded(ctx, merchantId, {
    orders: [{ ...order, createdBy: { maker: by, creator: "member" } }],
    guard: async (tx) => {
      await requirePermission(tx, by, "initiate_quick_transfer");
      await requirePayouts(tx, by);
    },
    conclude: async (tx, [made]) => {
      if (made?.kind !== "accepted" && made?.kind !== "rejected") return;
      const { transferId, transferKey, amountPaise, mode } = made.transfer;
      await recordAudit(tx, [
        {
          actor: by,
          action: "transfers.ordered",
          subject: `transfer:${transferId}`,
          detail: { transferKey, amountPaise: String(amountPaise), mode, kind: made.kind },
        },
      ]);
    },
  });
  return acceptance!;
}
