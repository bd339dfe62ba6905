import type { UntimedTx, Tx } from "#lib/db";
import type { PayeeFacts } from "./details.ts";
import { payeeFactsOf, selectPayeesByKey, type PayeeRow } from "./payee-rows.ts";

/**
 * The payees to read: by the merchant's own ids (without removed ones) or by ours (with removed ones, which
 * the history needs).
 */
type PayeeChoice = { readonly beneIds: readonly string[] } | { readonly beneficiaryIds: readonly string[] };

/**
 * Reads facts about a set of payees in one statement, in no particular order; those that do not exist are
 * left out. Account numbers stay sealed.
 */
export async function readPayees(tx: Tx, choice: PayeeChoice): Promise<PayeeFacts[]> {
  return (await askForPayees(tx, choice)).map((row) => payeeFactsOf(tx, row));
}

/** Requests the same with the transaction's begin; `payeeFactsOf` makes facts of each row. */
export function askForPayees(ask: UntimedTx, choice: PayeeChoice): Promise<PayeeRow[]> {
  return "beneIds" in choice
    ? ask.query<PayeeRow>(BY_BENE_ID, [ask.merchantId, choice.beneIds])
    : ask.query<PayeeRow>(BY_BENEFICIARY_ID, [ask.merchantId, choice.beneficiaryIds]);
}

const BY_BENE_ID = selectPayeesByKey({
  column: "bene_id",
  type: "text",
  where: "bene_id is not null and removed_at is null",
});

const BY_BENEFICIARY_ID = selectPayeesByKey({ column: "beneficiary_id", type: "uuid", where: "true" });
