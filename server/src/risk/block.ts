/** Payees that are never to be paid, as far as a set of transfers needs to know. */
import type { Tx } from "#lib/db";
import type { PayeeSeen } from "./destination.ts";
import { keysOf, type BlockKind } from "./payee-key.ts";
import { findSameAccounts } from "./same-account.ts";

/** A block in force. */
export interface Block {
  readonly blockId: string;
  readonly kind: BlockKind;
  /** What people may see of the key. */
  readonly shown: string;
  readonly because: string;
}

/** The block that keeps a beneficiary from being paid; null: none. */
export type BlockOf = (beneficiaryId: string) => Block | null;

/** Looks the payees up, by everything that is known of them, in two statements. */
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
