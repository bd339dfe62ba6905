import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { Agreement } from "./agreement.ts";

/** The part of an agreement that people decide about. */
export type Terms = Omit<Agreement, "version" | "agreedAt">;

/** Makes agreements of one merchant come one after the other, until the transaction ends. */
export async function lockAgreements(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('lending.' || $1::text, 0))", [
    tx.merchantId,
  ]);
}

/** Writes the next version of the agreement, with its audit record. The caller holds `lockAgreements`. */
export async function writeAgreement(
  tx: Tx,
  { terms, version, by }: { terms: Terms; version: number; by: Actor },
): Promise<Agreement> {
  const { lenderName, lenderPercent, originatorPercent, enabled } = terms;
  await tx.execute(
    `insert into lending.agreement (
       merchant_id, version, lender_name, lender_percent, originator_percent, enabled, agreed_at, agreed_by
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.merchantId, version, lenderName, lenderPercent, originatorPercent, enabled, tx.now, by],
  );
  const action = enabled ? "lending.agreement_set" : "lending.agreement_ended";
  const subject = `merchant:${tx.merchantId}`;
  const detail = { version, lenderName, lenderPercent, originatorPercent };
  await recordAudit(tx, [{ actor: by, action, subject, detail }]);
  return { ...terms, version, agreedAt: tx.now };
}
