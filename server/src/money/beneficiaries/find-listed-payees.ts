import type { Tx } from "#lib/db";
import type { BankAccount } from "#rails";
import type { Vault } from "#lib/vault";
import type { PayeeFacts } from "./details.ts";
import { payeeFactsOf, selectPayeesByKey, type PayeeRow } from "./payee-rows.ts";
import { indexAccount } from "./account-number.ts";

/** The result for one bank account of a set. */
interface ListedPayee {
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

/** The part of a payee with a bank account that every member sees. */
interface PayeeAsShown {
  readonly name: string;
  /** The end of the account number that is shown. */
  readonly shown: string;
  /** The first four letters of the IFSC. */
  readonly bank: string;
}

/**
 * Finds all payees that look like one of a set where account numbers are masked, listed or not, removed or not,
 * each with its place in the set.
 */
export function findPayeesShownAs(
  tx: Tx,
  shown: readonly PayeeAsShown[],
): Promise<{ place: number; beneficiaryId: string; listed: boolean }[]> {
  return tx.query(SHOWN_AS, [
    tx.merchantId,
    shown.map(({ name }) => name),
    shown.map((one) => one.shown),
    shown.map(({ bank }) => bank),
  ]);
}

const plainName = (name: string): string => `lower(regexp_replace(btrim(${name}), '\\s+', ' ', 'g'))`;

const shownAs = (condition: string): string => `
  select place, payee.beneficiary_id as "beneficiaryId", payee.listed and payee.removed_at is null as listed
  from wanted
  join beneficiaries.beneficiary as payee
    on payee.merchant_id = $1
   and beneficiaries.shown_end(payee.account_last4, payee.sealed_account) = wanted.shown
   and left(payee.ifsc, 4) = wanted.bank
   and ${plainName("payee.name")} = wanted.name
  where ${condition}`;

/** Numbers that show four characters are found by the index of these. Short ones are few, and compared in one pass. */
const SHOWN_AS = `
  with wanted as (
    select place::int - 1 as place, ${plainName("name")} as name, shown, bank
    from unnest($2::text[], $3::text[], $4::text[]) with ordinality as given (name, shown, bank, place)
  )
  ${shownAs("length(wanted.shown) = 4 and payee.account_last4 = wanted.shown")}
  union all
  ${shownAs("length(wanted.shown) < 4")}`;
