import { openAccounts, sourceAccounts } from "#ledger";
import type { Tx } from "#lib/db";
import { TRANSIT_ID, TRANSIT_NO } from "./fund-source.ts";

/** Opens transit with its ledger accounts; if it is open, it stays as it is. */
export async function openTransit(tx: Tx): Promise<void> {
  const { available, heldIn, heldOut } = sourceAccounts(TRANSIT_NO);
  await Promise.all([
    tx.execute(
      `insert into fund_sources.fund_source (merchant_id, fund_source_id, source_no, kind, name, opened_at)
       values ($1, $2, $3, 'transit', 'On its way out', $4)
       on conflict (merchant_id, fund_source_id) do nothing`,
      [tx.merchantId, TRANSIT_ID, TRANSIT_NO, tx.now],
    ),
    openAccounts(tx, [
      { accountNo: available, kind: "suspense", name: "On its way out" },
      { accountNo: heldIn, kind: "held_in", name: "On its way out, held by transfers" },
      { accountNo: heldOut, kind: "held_out", name: "On its way out, held by transfers, less outcomes" },
    ]),
  ]);
}
