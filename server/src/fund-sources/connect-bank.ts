import { recordAudit, type Actor } from "#audit";
import { type Connection, UPSTREAMS } from "#banks";
import { clearingAccount, openAccounts, settlementAccount } from "#ledger";
import type { Context } from "#lib/context";
import { violates, type Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { sealSecrets } from "./bank-secrets.ts";
import { FundSourceError } from "./errors.ts";
import { lockNumbering } from "./lock-numbering.ts";
import { requirePublicBank } from "./require-public-bank.ts";

export interface BankToConnect extends Connection {
  /** True for a bank of the simulator. Sandbox merchants may only use those, live merchants none of them. */
  readonly simulated: boolean;
  readonly by?: Actor;
}

/**
 * Connects a merchant to a bank and opens the bank's ledger accounts. A connected bank takes the new address
 * and secrets, keeps its number, and stays switched on or off. Throws FundSourceError.mode_mismatch, and for
 * a bank that is not simulated bank_address_refused and secret_too_short.
 */
export async function connectBank(
  ctx: Pick<Context, "config" | "db" | "vault">,
  merchantId: string,
  input: BankToConnect,
): Promise<{ bankNo: number }> {
  if (!input.simulated) {
    requireLongSecrets(input);
    if (!isServicesOwn(input)) await requirePublicBank(ctx.config, input.baseUrl);
  }
  try {
    return await ctx.db.inMerchant(merchantId, async (tx) => {
      await lockNumbering(tx);
      const bankNo =
        (await replaceConnection(tx, ctx.vault, input)) ?? (await insertConnection(tx, ctx.vault, input));
      const { bankId } = input;
      await openAccounts(tx, [
        { accountNo: clearingAccount(bankNo), kind: "clearing", name: `Clearing, ${bankId}` },
        { accountNo: settlementAccount(bankNo), kind: "settlement", name: `Settlement, ${bankId}` },
      ]);
      const action = "fund-sources.bank_connected";
      const detail = { adapter: input.adapter, baseUrl: input.baseUrl, simulated: input.simulated };
      await recordAudit(tx, [{ actor: input.by ?? "system", action, subject: `bank:${bankId}`, detail }]);
      return { bankNo };
    });
  } catch (error) {
    if (!violates(error, "only_sandbox_merchants_use_simulated_banks")) throw error;
    throw FundSourceError.mode_mismatch({ bankId: input.bankId, simulated: input.simulated });
  }
}

const SECRET_LENGTH_MIN = 32;

/**
 * An upstream sets the length of its own keys; the business and its bank choose all other secrets. A folder
 * uses no secret.
 */
function requireLongSecrets({ adapter, baseUrl, apiKey, callbackSecret }: BankToConnect): void {
  if (baseUrl.startsWith("file:")) return;
  const isGiven = UPSTREAMS.some(({ id }) => id === adapter);
  for (const [name, secret] of Object.entries(isGiven ? { callbackSecret } : { apiKey, callbackSecret })) {
    if (secret.length < SECRET_LENGTH_MIN)
      throw FundSourceError.secret_too_short({ secret: name, lengthMin: SECRET_LENGTH_MIN });
  }
}

/** Returns true if the address is a known one of a service, so it was not typed in. */
const isServicesOwn = ({ adapter, baseUrl }: BankToConnect): boolean =>
  UPSTREAMS.some(({ id, baseUrls }) => id === adapter && Object.values(baseUrls).includes(baseUrl));

/** Gives a connection new secrets under the next version. Returns null if there is none. */
async function replaceConnection(tx: Tx, vault: Vault, input: BankToConnect): Promise<number | null> {
  const { bankId, adapter, baseUrl, debitAccount, simulated } = input;
  const [known] = await tx.query<{ bank_no: number; version: number; simulated: boolean }>(
    `select bank_no, version, simulated
     from fund_sources.bank_connection
     where merchant_id = $1
       and bank_id = $2
     for update`,
    [tx.merchantId, bankId],
  );
  if (known === undefined) return null;
  if (known.simulated !== simulated) throw FundSourceError.mode_mismatch({ bankId, simulated });
  const version = known.version + 1;
  const sealed = sealSecrets(vault, { merchantId: tx.merchantId, bankId, version }, input);
  await tx.execute(
    `update fund_sources.bank_connection
     set adapter = $3, base_url = $4, sealed_secrets = $5, debit_account_last4 = $6, version = $7
     where merchant_id = $1
       and bank_id = $2`,
    [tx.merchantId, bankId, adapter, baseUrl, sealed, debitAccount.slice(-4), version],
  );
  return known.bank_no;
}

/** The mode comes from the merchant itself, so that a caller cannot claim another. */
async function insertConnection(tx: Tx, vault: Vault, input: BankToConnect): Promise<number> {
  const { bankId, adapter, baseUrl, debitAccount, simulated } = input;
  const sealed = sealSecrets(vault, { merchantId: tx.merchantId, bankId, version: 1 }, input);
  const [made] = await tx.query<{ bank_no: number }>(
    `insert into fund_sources.bank_connection (
       merchant_id, bank_id, bank_no, adapter, base_url, sealed_secrets, debit_account_last4, simulated,
       merchant_mode, created_at
     )
     select $1, $2,
       (select coalesce(max(bank_no) + 1, 0) from fund_sources.bank_connection where merchant_id = $1),
       $3, $4, $5, $6, $7, merchant.mode, $8
     from access.merchant
     where merchant.merchant_id = $1
     returning bank_no`,
    [tx.merchantId, bankId, adapter, baseUrl, sealed, debitAccount.slice(-4), simulated, tx.now],
  );
  if (made === undefined) throw new Error(`merchant ${tx.merchantId} does not exist`);
  return made.bank_no;
}
