import { recordAudit, type Actor } from "#audit";
import { containsCardNumber, isName } from "#rails";
import type { Context } from "#lib/context";
import { FundSourceError } from "./errors.ts";
import { lockNumbering } from "./lock-numbering.ts";
import { openTransit } from "./open-transit.ts";
import { readRegisteredAccount, REGISTERED_PURPOSE, type RegisteredAccount } from "./registered-account.ts";
import { indexAccount, requirePayable } from "./seal-account.ts";

export interface AccountToRegister {
  readonly holderName: string;
  readonly accountNumber: string;
  readonly ifsc: string;
  readonly by: Actor;
}

/**
 * Registers the business's own bank account in place of the previous one: from now on only it may recharge,
 * and withdrawals only go to it; earlier withdrawals still go to the account of their time. Throws
 * FundSourceError.holder_invalid, account_invalid or ifsc_invalid.
 */
export async function setRegisteredAccount(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  input: AccountToRegister,
): Promise<RegisteredAccount> {
  const holderName = input.holderName.trim();
  const accountNumber = input.accountNumber.trim();
  const ifsc = input.ifsc.trim().toUpperCase();
  if (!isName(holderName) || containsCardNumber(holderName)) throw FundSourceError.holder_invalid();
  requirePayable({ accountNumber, ifsc });
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await lockNumbering(tx);
    await openTransit(tx);
    const version = ((await readRegisteredAccount(tx))?.version ?? 0) + 1;
    await tx.execute(INSERT, [
      merchantId,
      version,
      holderName,
      ctx.vault.seal({ merchantId, purpose: REGISTERED_PURPOSE }, accountNumber),
      accountNumber.slice(-4),
      indexAccount(ctx.vault, merchantId, { accountNumber, ifsc }),
      ifsc,
      tx.now,
      input.by,
    ]);
    await recordAudit(tx, [
      {
        actor: input.by,
        action: "fund-sources.account_registered",
        subject: `merchant:${merchantId}`,
        detail: { version, accountLast4: accountNumber.slice(-4), ifsc },
      },
    ]);
    return (await readRegisteredAccount(tx)) as RegisteredAccount;
  });
}

const INSERT = `
  insert into fund_sources.registered_account (
    merchant_id, version, holder_name, sealed_account, account_last4, account_index, ifsc, registered_at,
    registered_by
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
