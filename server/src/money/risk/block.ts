/** The blocks of payees: those that concern a set of transfers, and the list of all. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { PayeeSeen } from "./destination.ts";
import { type BlockKind, keysOf } from "./payee-key.ts";
import { findSameAccounts } from "./same-account.ts";

/** A block in force. */
export interface Block {
  readonly blockId: string;
  readonly kind: BlockKind;
  /** The part of the key that people may see. */
  readonly shown: string;
  readonly because: string;
}

/** Returns the block that stops payments to a beneficiary. Null if there is none. */
export type BlockOf = (beneficiaryId: string) => Block | null;

/** Finds the blocks of payees, by everything that is known of them, in two statements. */
export async function readBlocks(tx: Tx, payees: readonly PayeeSeen[]): Promise<BlockOf> {
  const keys = new Map(payees.flatMap(keysOf).map((one) => [nameOf(one), one]));
  const wanted = [...keys.values()];
  const [rows, sameAccounts] = await Promise.all([
    tx.query<Block & { key: string }>(READ, [
      tx.merchantId,
      tx.now,
      wanted.map(({ kind }) => kind),
      wanted.map(({ key }) => key),
    ]),
    findSameAccounts(tx, payees),
  ]);
  const blocks = new Map(rows.map((row) => [nameOf(row), row]));
  const keysById = new Map(payees.map((payee) => [payee.beneficiaryId, keysOf(payee)]));
  return (beneficiaryId) => {
    const found = keysById.get(beneficiaryId)?.find((one) => blocks.has(nameOf(one)));
    return found === undefined ? (sameAccounts.get(beneficiaryId) ?? null) : blocks.get(nameOf(found))!;
  };
}

function nameOf({ kind, key }: { kind: BlockKind; key: string }): string {
  return `${kind}:${key}`;
}

const READ = `
  select block.block_id as "blockId", block.kind, block.key, block.shown, block.because
  from unnest($3::text[], $4::text[]) as wanted (kind, key)
  join risk.blocked_payee as block
    on block.merchant_id = $1
   and block.kind = wanted.kind
   and block.key = wanted.key
   and block.unblocked_at is null
   and (block.expires_at is null or block.expires_at > $2)`;

/** A block with its history. */
interface BlockedPayee extends Block {
  readonly blockedAt: Date;
  readonly blockedBy: string;
  /** Null if the block lasts forever. */
  readonly expiresAt: Date | null;
  readonly expired: boolean;
}

interface BlockedPage {
  /** 1 to 1,000; default 100. */
  readonly limit?: number;
  /** The list has only blocks that are older than this one. */
  readonly beforeBlockId?: string | null;
}

const LIMIT_MAX = 1_000;

/** Lists a merchant's blocks, newest first: those in force, and those that expired and were never ended. */
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
