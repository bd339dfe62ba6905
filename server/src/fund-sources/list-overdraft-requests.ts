import type { Tx } from "#lib/db";
import { overdraftRequestColumns, type OverdraftRequest } from "./overdraft-request.ts";

const LIST_MAX = 100;

/** Lists a merchant's requests for overdraft limits, newest first, at most 100. */
export async function listOverdraftRequests(tx: Tx): Promise<OverdraftRequest[]> {
  return tx.query<OverdraftRequest>(
    `select ${overdraftRequestColumns}
     from fund_sources.overdraft_request
     where merchant_id = $1
     order by request_id desc
     limit ${LIST_MAX}`,
    [tx.merchantId],
  );
}
