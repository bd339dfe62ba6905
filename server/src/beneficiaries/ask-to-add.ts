import type { Tx } from "#lib/db";
import { askToChange, type ChangesToAsk } from "./ask-to-change.ts";

/**
 * Requests approval of beneficiaries that this transaction has added, if a policy says so. Returns the ids of
 * those that await it now.
 */
export async function askToAdd(tx: Tx, added: ChangesToAsk): Promise<ReadonlySet<string>> {
  if (added.beneficiaryIds.length === 0) return new Set();
  const awaiting = await askToChange(tx, "add", added);
  if (awaiting.size > 0) await tx.execute(AWAIT, [tx.merchantId, [...awaiting]]);
  return awaiting;
}

const AWAIT = `
  update beneficiaries.beneficiary
  set status = 'awaiting_approval'
  where merchant_id = $1
    and beneficiary_id = any ($2::uuid[])`;
