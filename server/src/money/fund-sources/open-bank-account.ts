import { readBusinessType } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { FundSourceError } from "./errors.ts";
import { type FundSource, readFundSources } from "./fund-source.ts";
import { lockNumbering, openFundSource } from "./open-fund-source.ts";
import { requireBusinessType } from "./require-business-type.ts";
import { indexAccount, requirePayable } from "./seal-account.ts";

interface BankAccountToOpen {
  /** A bank that was connected with `connectBank`; only this bank pays from the account. */
  readonly bankId: string;
  readonly name: string;
  readonly accountNumber: string;
  readonly ifsc: string;
  readonly overdraftLimitPaise?: bigint;
  readonly by: Actor;
}

/**
 * Makes a connected bank account a fund source next to the wallet, with the id "BANK_1", "BANK_2" ... If it
 * already is one, returns it as it is. Throws FundSourceError.bank_not_connected, account_invalid,
 * ifsc_invalid, account_taken, and business_type_unknown or business_type_not_served if the bank only takes
 * some kinds of business.
 */
export async function openBankAccount(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  input: BankAccountToOpen,
): Promise<FundSource> {
  const { bankId, name, overdraftLimitPaise = 0n } = input;
  const accountNumber = input.accountNumber.trim();
  const ifsc = input.ifsc.trim().toUpperCase();
  requirePayable({ accountNumber, ifsc });
  if (overdraftLimitPaise < 0n) throw FundSourceError.limit_invalid({ overdraftLimitPaise });
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await lockNumbering(tx);
    const [facts] = await tx.query<{ connected: boolean; known_id: string | null; next_no: number }>(
      READ_FACTS,
      [merchantId, bankId, indexAccount(ctx.vault, merchantId, { accountNumber, ifsc })],
    );
    if (!facts!.connected) throw FundSourceError.bank_not_connected({ bankId });
    const fundSourceId = facts!.known_id ?? `BANK_${facts!.next_no}`;
    if (facts!.known_id === null) {
      requireBusinessType(bankId, await readBusinessType(tx));
      const opened = { fundSourceId, name, accountNumber, ifsc, bankId, overdraftLimitPaise };
      await openFundSource(tx, ctx.vault, { ...opened, sourceNo: facts!.next_no, kind: "bank_account" });
      await recordAudit(tx, [
        {
          actor: input.by,
          action: "fund-sources.bank_account_opened",
          subject: `fund-source:${fundSourceId}`,
          detail: { bankId, overdraftLimitPaise: overdraftLimitPaise.toString() },
        },
      ]);
    }
    const source = (await readFundSources(tx)).find((one) => one.fundSourceId === fundSourceId) as FundSource;
    if (source.bankId !== bankId) throw FundSourceError.account_taken({ fundSourceId });
    return source;
  });
}

// Number 0 is reserved for the wallet, even if that is not open yet.
const READ_FACTS = `
  select exists (
      select from fund_sources.bank_connection where merchant_id = $1 and bank_id = $2
    ) as connected,
    (
      select fund_source_id from fund_sources.fund_source where merchant_id = $1 and account_index = $3
    ) as known_id,
    (
      select coalesce(max(source_no), 0) + 1
      from fund_sources.fund_source
      where merchant_id = $1
        and kind in ('wallet', 'bank_account')
    ) as next_no`;
