import type { Tx } from "#lib/db";
import { lockAccounts, setOverdraftLimit, sourceAccounts } from "#ledger";

/** Sets the limit as near to the wanted one as present use allows, under the lock of every debit. */
export async function applyOverdraftLimit(tx: Tx, sourceNo: number, wantedPaise: bigint): Promise<bigint> {
  const { available } = sourceAccounts(sourceNo);
  const used = -((await lockAccounts(tx, [available])).get(available)?.balancePaise ?? 0n);
  const limitPaise = used > wantedPaise ? used : wantedPaise;
  await setOverdraftLimit(tx, available, limitPaise);
  await tx.execute(
    `update fund_sources.fund_source
     set overdraft_target_paise = $3
     where merchant_id = $1
       and source_no = $2`,
    [tx.merchantId, sourceNo, limitPaise === wantedPaise ? null : wantedPaise],
  );
  return limitPaise;
}
