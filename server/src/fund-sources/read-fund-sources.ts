import type { Asking } from "#lib/db";
import { SELECT_FUND_SOURCE, type FundSource } from "./fund-source.ts";

/** Reads all fund sources of a merchant, the wallet first. Nothing is decrypted. */
export async function readFundSources(tx: Asking): Promise<FundSource[]> {
  return tx.query<FundSource>(READ, [tx.merchantId]);
}

const READ = `${SELECT_FUND_SOURCE}
  where merchant_id = $1
  order by source_no`;
