import {
  AccessError,
  memberOf,
  PROOF_MINUTES,
  requirePayouts,
  requirePermission,
  type Session,
} from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { idAt } from "#lib/ids";
import { acceptGuarded } from "./accept-transfers.ts";
import { UNPROVED_MAX_PAISE, type Acceptance, type TransferOrder } from "./order.ts";
import type { Transfer } from "../transfer.ts";

interface MembersOrder {
  readonly order: Omit<TransferOrder, "createdBy" | "way" | "origin">;
  readonly by: Actor;
  readonly session: Pick<Session, "provedAt" | "secondFactor">;
}

/**
 * Accepts the order of a member who may initiate quick transfers. That member is the maker for the merchant's
 * policies, and cannot approve it. An order under the key of another's transfer is never the same: the answer
 * would tell whether its account is. Throws AccessError.not_permitted, payouts_disabled or step_up_required.
 */
export async function orderByMember(
  ctx: Context,
  merchantId: string,
  { order, by, session }: MembersOrder,
): Promise<Acceptance> {
  if (memberOf(by) === null) throw new Error("only a member orders so");
  const [acceptance] = await acceptGuarded(ctx, merchantId, {
    orders: [{ ...order, createdBy: { maker: by, creator: "member" } }],
    guard: async (tx) => {
      await requirePermission(tx, by, "initiate_quick_transfer");
      await requirePayouts(tx, by);
      await requireProofFor(tx, { order, by, session });
    },
    conclude: async (tx, [made]) => {
      if (made === undefined || made.kind === "repeated" || made.kind === "refused") return;
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
  if (acceptance!.kind !== "repeated" || (await isMadeBy(ctx, acceptance!.transfer, by))) return acceptance!;
  return { ...acceptance!, sameContent: false };
}

const isMadeBy = ({ db }: Context, { merchantId, transferId }: Transfer, by: Actor): Promise<boolean> =>
  db.inMerchant(merchantId, async (tx) => {
    const found = await tx.query(
      "select from transfers.maker where merchant_id = $1 and transfer_id = $2 and member_id = $3",
      [merchantId, transferId, memberOf(by)],
    );
    return found.length > 0;
  });

/** Requires a new proof once the orders since the last one reach the limit. Repeated orders do not count. */
async function requireProofFor(tx: Tx, { order, by, session }: MembersOrder): Promise<void> {
  const { provedAt, secondFactor } = session;
  if (Date.now() - provedAt.getTime() < PROOF_MINUTES * 60_000) return;
  const [row] = await tx.query<{ paise: bigint; isRepeat: boolean }>(ORDERED_SINCE, [
    tx.merchantId,
    memberOf(by),
    idAt(provedAt),
    order.transferKey,
  ]);
  if (!row!.isRepeat && row!.paise + order.amountPaise >= UNPROVED_MAX_PAISE)
    throw AccessError.step_up_required({ secondFactor });
}

const ORDERED_SINCE = `
  select coalesce(sum(amount_paise), 0)::bigint as paise,
    exists (
      select from transfers.transfer where merchant_id = $1 and transfer_key = $4
    ) as "isRepeat"
  from transfers.maker
  join transfers.transfer
    on transfer.merchant_id = maker.merchant_id
   and transfer.transfer_id = maker.transfer_id
  where maker.merchant_id = $1
    and maker.member_id = $2
    and maker.transfer_id >= $3`;
