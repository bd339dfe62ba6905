import { requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { RiskError } from "./errors.ts";
import { maskShown } from "./payee-key.ts";

export interface BlockToEnd {
  readonly blockId: string;
  /** For people. */
  readonly because: string;
  readonly by: Actor;
}

/**
 * Ends a block; the record of it stays. Throws RiskError.reason_missing or block_not_found, or
 * AccessError.not_permitted of a member who may not manage limits.
 */
export async function unblockPayee(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { blockId, because, by }: BlockToEnd,
): Promise<void> {
  const reason = because.trim();
  if (reason === "") throw RiskError.reason_missing();
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_limits");
    const [row] = await tx.query<{ kind: string; shown: string }>(UNBLOCK, [merchantId, blockId, tx.now, by]);
    if (row === undefined) throw RiskError.block_not_found({ blockId });
    const detail = { kind: row.kind, shown: maskShown(row), because: reason };
    await recordAudit(tx, [
      { actor: by, action: "risk.payee_unblocked", subject: `block:${blockId}`, detail },
    ]);
  });
}

const UNBLOCK = `
  update risk.blocked_payee
  set unblocked_at = $3, unblocked_by = $4
  where merchant_id = $1
    and block_id = $2
    and unblocked_at is null
  returning kind, shown`;
