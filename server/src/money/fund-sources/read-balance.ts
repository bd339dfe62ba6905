import type { Tx } from "#lib/db";
import { FundSourceError } from "./errors.ts";
import { readSourceBalances, type Balance } from "./read-source-balances.ts";

/** Reads the current balance of one fund source, in paise. Throws FundSourceError.not_found. */
export async function readBalance(tx: Tx, fundSourceId: string): Promise<Balance> {
  const balance = (await readSourceBalances(tx, [fundSourceId])).get(fundSourceId);
  if (balance === undefined) throw FundSourceError.not_found({ fundSourceId });
  return balance;
}
