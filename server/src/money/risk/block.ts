/** The blocks of payees: those that concern a set of transfers, and the list of all. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { endsOf } from "#lib/mask-account";
import { type BankAccount, bankCodeOf } from "#rails";
import { accountsOf, type PayeeSeen } from "./destination.ts";
import { type BlockKind, keysOf } from "./payee-key.ts";

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

type BlockOfAccount = Block & { readonly key: string };

/** The longest account number that is accepted. */
const LENGTH_MAX = 40;

/**
 * Finds the block on each payee's account, if there is one. A bank finds an account by its number, whatever branch is
 * given, with or without leading zeros, and also after a merger. A block stores a keyed index instead of the number, so
 * the payee's number is indexed in every way in which it could have been written for the block. Older blocks are found
 * in the same way.
 */
async function findSameAccounts(tx: Tx, payees: readonly PayeeSeen[]): Promise<Map<string, BlockOfAccount>> {
  const accounts = payees.flatMap((payee) =>
    accountsOf(tx, payee).map(({ accountNumber, ifsc }) => {
      return { accountNumber: accountNumber.toUpperCase(), ifsc, beneficiaryId: payee.beneficiaryId };
    }),
  );
  if (accounts.length === 0) return new Map();
  const ends = [...new Set(accounts.flatMap(({ accountNumber }) => endsOf(accountNumber)))];
  const blocks = await tx.query<BlockOfAccount>(WITH_SAME_END, [tx.merchantId, tx.now, ends]);
  const found = new Map<string, BlockOfAccount>();
  for (const { beneficiaryId, ...account } of accounts) {
    const block = blocks.find((one) => isOf(tx, one, account));
    if (block !== undefined) found.set(beneficiaryId, block);
  }
  return found;
}

/** The shown text of a blocked account ends with its IFSC. */
function isOf(tx: Tx, { shown, key }: BlockOfAccount, { accountNumber, ifsc }: BankAccount): boolean {
  const blockedAt = shown.slice(-11);
  if (
    !endsOf(accountNumber).some((end) => shown.startsWith(`…${end} `)) ||
    bankCodeOf(blockedAt) !== bankCodeOf(ifsc)
  )
    return false;
  const number = accountNumber.replace(/^0+/, "");
  return Array.from(
    { length: LENGTH_MAX - number.length + 1 },
    (_, zeros) => "0".repeat(zeros) + number,
  ).some((written) => tx.indexOf("account", `${written}|${blockedAt}`).toString("hex") === key);
}

const WITH_SAME_END = `
  select block_id as "blockId", kind, key, shown, because
  from risk.blocked_payee
  where merchant_id = $1
    and kind = 'account'
    and split_part(substr(shown, 2), ' ', 1) = any ($3::text[])
    and unblocked_at is null
    and (expires_at is null or expires_at > $2)
  order by blocked_at`;
