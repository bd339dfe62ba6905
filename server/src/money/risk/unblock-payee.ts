import { requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { RiskError } from "./errors.ts";
import { maskShown } from "./payee-key.ts";

export interface BlockToEnd {
  readonly blockId: string;
  /** The reason in words. */
  readonly because: string;
  readonly by: Actor;
}

/**
 * Ends a block without approval, for the operator. Members use `requestUnblocking`. The record of the block stays.
 * Throws RiskError.reason_missing or block_not_found, and AccessError.not_permitted if the member may not manage
 * limits.
 */
export async function unblockPayee(
  ctx: Pick<Context, "db">,
  merchantId: string,
  block: BlockToEnd,
): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) => unblockWithin(tx, block));
}

/** Ends a block in the caller's transaction. With `blockedAt`, only if it has not been renewed since then. */
export async function unblockWithin(
  tx: Tx,
  { blockId, because, by, blockedAt = null }: BlockToEnd & { readonly blockedAt?: string | null },
): Promise<void> {
  const reason = because.trim();
  if (reason === "") throw RiskError.reason_missing();
  await requirePermission(tx, by, "manage_limits");
  const values = [tx.merchantId, blockId, tx.now, by, blockedAt];
  const [row] = await tx.query<{ kind: string; shown: string }>(UNBLOCK, values);
  if (row === undefined) throw RiskError.block_not_found({ blockId });
  const detail = { kind: row.kind, shown: maskShown(row), because: reason };
  await recordAudit(tx, [{ actor: by, action: "risk.payee_unblocked", subject: `block:${blockId}`, detail }]);
}

const UNBLOCK = `
  update risk.blocked_payee
  set unblocked_at = $3, unblocked_by = $4
  where merchant_id = $1
    and block_id = $2
    and unblocked_at is null
    and ($5::timestamptz is null or date_trunc('milliseconds', blocked_at) = $5)
  returning kind, shown`;
