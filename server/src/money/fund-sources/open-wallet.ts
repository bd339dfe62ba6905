import { recordAudit, type Actor } from "#audit";
import { FEES, openAccounts, RECEIVABLE, SUSPENSE, TAX } from "#ledger";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { FundSourceError } from "./errors.ts";
import { SELECT_FUND_SOURCE, WALLET_ID, type FundSource } from "./fund-source.ts";
import { lockNumbering, openFundSource } from "./open-fund-source.ts";
import { takeVirtualAccount } from "./virtual-accounts.ts";

/**
 * Opens the wallet that every merchant has, with its own virtual account and the ledger accounts of the
 * merchant's books. Returns an existing wallet as it is. `overdraftLimitPaise` is 0 if not given.
 */
export async function openWallet(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { overdraftLimitPaise = 0n, by = "system" }: { overdraftLimitPaise?: bigint; by?: Actor } = {},
): Promise<FundSource> {
  if (overdraftLimitPaise < 0n) throw FundSourceError.limit_invalid({ overdraftLimitPaise });
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await lockNumbering(tx);
    const known = await readWallet(tx);
    if (known !== undefined) return known;
    const { accountNumber, ifsc } = await takeVirtualAccount(tx, ctx.vault, WALLET_ID);
    await openFundSource(tx, ctx.vault, {
      fundSourceId: WALLET_ID,
      sourceNo: 0,
      kind: "wallet",
      name: "Wallet",
      accountNumber,
      ifsc,
      bankId: null,
      overdraftLimitPaise,
    });
    await openAccounts(tx, [
      { accountNo: FEES, kind: "fees", name: "Fees" },
      { accountNo: TAX, kind: "tax", name: "Tax on fees" },
      { accountNo: SUSPENSE, kind: "suspense", name: "Suspense" },
      { accountNo: RECEIVABLE, kind: "receivable", name: "Owed by the merchant" },
    ]);
    await recordAudit(tx, [
      {
        actor: by,
        action: "fund-sources.wallet_opened",
        subject: `fund-source:${WALLET_ID}`,
        detail: { overdraftLimitPaise: overdraftLimitPaise.toString() },
      },
    ]);
    return (await readWallet(tx)) as FundSource;
  });
}

async function readWallet(tx: Tx): Promise<FundSource | undefined> {
  const [wallet] = await tx.query<FundSource>(READ_WALLET, [tx.merchantId, WALLET_ID]);
  return wallet;
}

const READ_WALLET = `${SELECT_FUND_SOURCE}
  where merchant_id = $1
    and fund_source_id = $2`;
