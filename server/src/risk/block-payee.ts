import { memberOf, requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { RiskError } from "./errors.ts";
import { holdAcceptance } from "./hold-acceptance.ts";
import { keyToBlock, maskShown, type PayeeToBlock } from "./payee-key.ts";
import { asksOthers } from "./require-no-approval.ts";

export interface BlockToSet {
  readonly payee: PayeeToBlock;
  /** For people. */
  readonly because: string;
  /** By the merchant's clock; absent: forever. */
  readonly expiresAt?: Date | null;
  readonly by: Actor;
}

/**
 * Never pays them again, not even what waits, until unblocked or expired. Who is blocked already gets the new reason
 * and end. Throws RiskError.payee_invalid, reason_missing or expiry_invalid, block_lasts_longer where others are
 * asked about the end of a block and this would be an earlier one, and AccessError.not_permitted of a member who may
 * not manage limits.
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
  const { kind, key, shown, former } = found;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_limits");
    if (expiresAt !== null && !(expiresAt > tx.now)) throw RiskError.expiry_invalid({ expiresAt });
    await holdAcceptance(tx);
    // The version before looks for what it knows.
    const kept = tx.sealsDetails ? key : (former ?? key);
    if (kept !== former) await tx.execute(RENAME, [merchantId, kind, former ?? key, key]);
    if (memberOf(by) !== null && expiresAt !== null)
      await refuseEarlierEnd(tx, { kind, key: kept, expiresAt, by });
    const [row] = await tx.query<{ blockId: string }>(BLOCK, [
      merchantId,
      newId(),
      kind,
      kept,
      former === undefined ? shown : tx.seal(shown),
      reason,
      tx.now,
      by,
      expiresAt,
    ]);
    const { blockId } = row!;
    const detail = {
      kind,
      shown: maskShown(found),
      because: reason,
      expiresAt: expiresAt?.toISOString() ?? null,
    };
    await recordAudit(tx, [{ actor: by, action: "risk.payee_blocked", subject: `block:${blockId}`, detail }]);
    return { blockId };
  });
}

/** To renew a block is no way round those who are asked about its end. */
async function refuseEarlierEnd(
  tx: Tx,
  { kind, key, expiresAt, by }: { kind: string; key: string; expiresAt: Date; by: Actor },
): Promise<void> {
  const longer = await tx.query(LASTS_LONGER, [tx.merchantId, kind, key, expiresAt]);
  if (longer.length > 0 && (await asksOthers(tx, { by, loosens: true })))
    throw RiskError.block_lasts_longer();
}

const LASTS_LONGER = `
  select
  from risk.blocked_payee
  where merchant_id = $1
    and kind = $2
    and key = $3
    and unblocked_at is null
    and (expires_at is null or expires_at > $4)`;

// A block of the same payee that still waits to be sealed is renewed, not doubled.
const RENAME = `
  update risk.blocked_payee
  set key = $4
  where merchant_id = $1
    and kind = $2
    and key = $3
    and unblocked_at is null`;

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
