import { requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { RiskError } from "./errors.ts";
import { holdAcceptance } from "./hold-acceptance.ts";
import { keyToBlock, type PayeeToBlock } from "./payee-key.ts";

export interface BlockToSet {
  readonly payee: PayeeToBlock;
  /** For people. */
  readonly because: string;
  /** By the merchant's clock; absent: for ever. */
  readonly expiresAt?: Date | null;
  readonly by: Actor;
}

/**
 * Never pays them again, not even what waits, until unblocked or expired. Who is blocked already gets the new reason
 * and end. Throws RiskError.payee_invalid, reason_missing or expiry_invalid; AccessError.not_permitted of a member who
 * may not manage limits.
 */
export async function blockPayee(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { payee, because, expiresAt = null, by }: BlockToSet,
): Promise<{ blockId: string }> {
  const reason = because.trim();
  if (reason === "") throw RiskError.reason_missing();
  const found = keyToBlock(ctx.vault, merchantId, payee);
  if (found === null) throw RiskError.payee_invalid({ kind: payee.kind });
  const { kind, key, shown } = found;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_limits");
    if (expiresAt !== null && !(expiresAt > tx.now)) throw RiskError.expiry_invalid({ expiresAt });
    await holdAcceptance(tx);
    const [row] = await tx.query<{ blockId: string }>(BLOCK, [
      merchantId,
      newId(),
      kind,
      key,
      shown,
      reason,
      tx.now,
      by,
      expiresAt,
    ]);
    const { blockId } = row!;
    const detail = { kind, shown, because: reason, expiresAt: expiresAt?.toISOString() ?? null };
    await recordAudit(tx, [{ actor: by, action: "risk.payee_blocked", subject: `block:${blockId}`, detail }]);
    return { blockId };
  });
}

const BLOCK = `
  insert into risk.blocked_payee (
    merchant_id, block_id, kind, key, shown, because, blocked_at, blocked_by, expires_at
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (merchant_id, kind, key) where unblocked_at is null do update
  set because = excluded.because,
      blocked_at = excluded.blocked_at,
      blocked_by = excluded.blocked_by,
      expires_at = excluded.expires_at
  returning block_id as "blockId"`;
