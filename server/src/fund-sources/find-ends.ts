/** Finds the two fund sources of an internal transfer: the merchant's own, never a lender's. */
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { SELECT_FUND_SOURCE, type FundSource } from "./fund-source.ts";
import type { InternalTransferOrder, InternalTransferRefusal } from "./internal-transfer.ts";
import { indexAccount } from "./seal-account.ts";

export interface Ends {
  readonly from: FundSource;
  readonly to: FundSource;
}

/** Returns the two fund sources, even if switched off, or the reason why there are none. */
export async function findEnds(
  tx: Tx,
  vault: Vault,
  { fromId, to: wanted }: Pick<InternalTransferOrder, "fromId" | "to">,
): Promise<Ends | InternalTransferRefusal> {
  const sources = await tx.query<FundSource>(READ, [tx.merchantId]);
  const from = sources.find((one) => one.fundSourceId === fromId);
  if (from === undefined) return "fund_source_not_available";
  const isNumber = "accountNumber" in wanted;
  const toId = isNumber ? await findByNumber(tx, vault, { sources, ...wanted }) : wanted.fundSourceId;
  const to = sources.find((one) => one.fundSourceId === toId);
  if (to === undefined) return isNumber ? "recharge_account_not_found" : "fund_source_not_available";
  return to === from ? "not_movable" : { from, to };
}

/** Finds a fund source by account number alone: the number is indexed with the IFSC of each fund source. */
async function findByNumber(
  tx: Tx,
  vault: Vault,
  { sources, accountNumber }: { sources: readonly FundSource[]; accountNumber: string },
): Promise<string | undefined> {
  const indexes = sources.map(({ ifsc }) =>
    indexAccount(vault, tx.merchantId, { accountNumber, ifsc: ifsc! }),
  );
  const [found] = await tx.query<{ fund_source_id: string }>(
    `select fund_source_id
     from fund_sources.fund_source
     where merchant_id = $1
       and account_index = any ($2::bytea[])
     order by source_no
     limit 1`,
    [tx.merchantId, indexes],
  );
  return found?.fund_source_id;
}

const READ = `${SELECT_FUND_SOURCE}
  where merchant_id = $1
    and kind in ('wallet', 'bank_account', 'originator')`;
