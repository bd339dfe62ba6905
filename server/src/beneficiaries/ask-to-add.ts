import { memberOf, readMerchant } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { askToChange, type ChangesToAsk } from "./ask-to-change.ts";
import { formerOf } from "./read-named-payees.ts";

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

/**
 * Finds those of the added beneficiaries about which another person is asked, whatever the policies: in live, those of
 * a member whose ID stood for another account, UPI ID, phone or card before. Payments are ordered and approved by that
 * ID. A merchant's programs know what they replace.
 */
export async function findReplacing(
  tx: Tx,
  beneficiaryIds: readonly string[],
  by: Actor,
): Promise<ReadonlySet<string>> {
  if (beneficiaryIds.length === 0 || memberOf(by) === null) return new Set();
  if ((await readMerchant(tx)).mode !== "live") return new Set();
  const rows = await tx.query<{ beneficiaryId: string }>(FIND_REPLACING, [tx.merchantId, beneficiaryIds]);
  return new Set(rows.map(({ beneficiaryId }) => beneficiaryId));
}

const FIND_REPLACING = `
  select payee.beneficiary_id as "beneficiaryId"
  from beneficiaries.beneficiary as payee
  cross join lateral (${formerOf("payee")}) as former
  where payee.merchant_id = $1
    and payee.beneficiary_id = any ($2::uuid[])`;

const AWAIT = `
  update beneficiaries.beneficiary
  set status = 'awaiting_approval'
  where merchant_id = $1
    and beneficiary_id = any ($2::uuid[])`;
