/** Blocks of a payee's bank account whose number or branch was written in another way. */
import type { Tx } from "#lib/db";
import { endsOf } from "#lib/mask-account";
import { type BankAccount, bankCodeOf } from "#rails";
import type { PayeeSeen } from "./destination.ts";
import type { Block } from "./block.ts";
import { accountsOf } from "./same-destination.ts";

type BlockOfAccount = Block & { readonly key: string };

/** The longest account number that is accepted. */
const LENGTH_MAX = 40;

/**
 * Finds a block of an account of each payee. A bank finds an account by its number, whatever branch is given, with or
 * without leading zeros, and also after a merger. A block has no number but a keyed index, so the payee's number is
 * indexed in every way in which it could have been written for the block. Older blocks are found in the same way.
 */
export async function findSameAccounts(
  tx: Tx,
  payees: readonly PayeeSeen[],
): Promise<Map<string, BlockOfAccount>> {
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
