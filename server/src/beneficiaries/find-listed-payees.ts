import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import type { PayeeFacts } from "./details.ts";
import { payeeFactsOf, selectPayeesByKey, type PayeeRow } from "./payee-rows.ts";
import { indexAccount } from "./seal-account.ts";

export interface BankAccount {
  readonly accountNumber: string;
  readonly ifsc: string;
}

/** The result for one bank account of a set. */
export interface ListedPayee {
  /** Equal for equal bank accounts of the merchant. */
  readonly accountKey: string;
  /** The listed beneficiary with this bank account; undefined if there is none. */
  readonly payee: PayeeFacts | undefined;
}

/**
 * Finds the listed beneficiary of each bank account of a set, in the given order and in one statement. If the
 * merchant lists an account several times, it is any of them, but one that awaits approval only if all do.
 */
export async function findListedPayees(
  tx: Tx,
  vault: Vault,
  accounts: readonly BankAccount[],
): Promise<ListedPayee[]> {
  const indexes = accounts.map((account) => indexAccount(vault, tx.merchantId, account));
  const wanted = new Map(indexes.map((index) => [index.toString("hex"), index]));
  const rows = await tx.query<PayeeRow>(BY_ACCOUNT, [tx.merchantId, [...wanted.values()]]);
  const found = new Map(rows.map((row) => [row.account_index!.toString("hex"), payeeFactsOf(tx, row)]));
  return indexes.map((index) => {
    const accountKey = index.toString("hex");
    return { accountKey, payee: found.get(accountKey) };
  });
}

const BY_ACCOUNT = selectPayeesByKey({
  column: "account_index",
  type: "bytea",
  where: "listed and removed_at is null",
  order: "status = 'awaiting_approval'",
});
