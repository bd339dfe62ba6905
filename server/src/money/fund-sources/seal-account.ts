/** Stores account numbers of fund sources and senders sealed, like those of beneficiaries. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { type BankAccount, explainIfsc, isInlineAccountNumber } from "#rails";
import { FundSourceError } from "./errors.ts";
import type { Sender } from "./read-arrivals.ts";

export const ACCOUNT_PURPOSE = "fund-source.account";
export const SENDER_PURPOSE = "top-up.account";

/** Throws FundSourceError.account_invalid or ifsc_invalid unless a bank can pay to this account. */
export function requirePayable({ accountNumber, ifsc }: BankAccount): void {
  if (!isInlineAccountNumber(accountNumber)) throw FundSourceError.account_invalid();
  const says = explainIfsc(ifsc);
  if (says !== null) throw FundSourceError.ifsc_invalid({ says });
}

/**
 * Returns the index of a merchant's bank account. Beneficiaries index the same text, so that the two can be compared.
 */
export function indexAccount(vault: Vault, merchantId: string, { accountNumber, ifsc }: BankAccount): Buffer {
  return vault.blindIndex(merchantId, `${accountNumber.trim().toUpperCase()}|${ifsc.trim().toUpperCase()}`);
}

/** Returns the hash by which a virtual account's merchant is found if only the number is known. */
export function hashVirtualAccount(vault: Vault, accountNumber: string): Buffer {
  return vault.hmac("fund-source.virtual-account", accountNumber.trim());
}

/** Returns the clear account number and IFSC to send money to. Throws FundSourceError.not_found. */
export async function revealFundSourceAccount(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  fundSourceId: string,
): Promise<{ accountNumber: string; ifsc: string }> {
  const [row] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ sealed_account: Buffer; ifsc: string }>(
      `select sealed_account, ifsc
       from fund_sources.fund_source
       where merchant_id = $1
         and fund_source_id = $2
         and kind not in ('transit', 'intermediate')`,
      [merchantId, fundSourceId],
    ),
  );
  if (row === undefined) throw FundSourceError.not_found({ fundSourceId });
  const clear = ctx.vault.open({ merchantId, purpose: ACCOUNT_PURPOSE }, row.sealed_account);
  return { accountNumber: clear.toString(), ifsc: row.ifsc };
}

/** Returns the senders of some top-ups with clear account numbers, as far as the bank reported them. */
export async function openSenders(
  tx: Tx,
  vault: Vault,
  topUpIds: readonly string[],
): Promise<Map<string, Sender>> {
  const rows = await tx.query<Row>(
    `select top_up_id, from_name, from_ifsc, sealed_from_account
     from fund_sources.top_up
     where merchant_id = $1
       and top_up_id = any ($2::uuid[])`,
    [tx.merchantId, topUpIds],
  );
  const owner = { merchantId: tx.merchantId, purpose: SENDER_PURPOSE };
  return new Map(
    rows.map((row) => [
      row.top_up_id,
      {
        ...(row.from_name === null ? {} : { name: row.from_name }),
        ...(row.from_ifsc === null ? {} : { ifsc: row.from_ifsc }),
        ...(row.sealed_from_account === null
          ? {}
          : { accountNumber: vault.open(owner, row.sealed_from_account).toString() }),
      },
    ]),
  );
}

interface Row {
  readonly top_up_id: string;
  readonly from_name: string | null;
  readonly from_ifsc: string | null;
  readonly sealed_from_account: Buffer | null;
}
