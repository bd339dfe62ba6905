import type { Context } from "#lib/context";
import type { Block } from "./block.ts";

/** A block with its history. */
export interface BlockedPayee extends Block {
  readonly blockedAt: Date;
  readonly blockedBy: string;
  /** Null: forever. */
  readonly expiresAt: Date | null;
  readonly expired: boolean;
}

export interface BlockedPage {
  /** 1 to 1,000; default 100. */
  readonly limit?: number;
  /** Only blocks older than this one. */
  readonly beforeBlockId?: string | null;
}

const LIMIT_MAX = 1_000;

/** A merchant's blocks, the newest first: those in force, and those that expired and were never ended. */
export async function listBlocked(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { limit = 100, beforeBlockId = null }: BlockedPage = {},
): Promise<BlockedPayee[]> {
  return ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<BlockedPayee>(LIST, [merchantId, tx.now, beforeBlockId, Math.min(limit, LIMIT_MAX)]),
  );
}

const LIST = `
  select block_id as "blockId", kind, shown, because, blocked_at as "blockedAt", blocked_by as "blockedBy",
    expires_at as "expiresAt", coalesce(expires_at <= $2, false) as expired
  from risk.blocked_payee
  where merchant_id = $1
    and unblocked_at is null
    and ($3::uuid is null or block_id < $3)
  order by block_id desc
  limit $4`;
