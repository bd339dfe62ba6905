import type { Tx } from "#lib/db";
import { removeChunks } from "./claim-report.ts";

/** Removes the files of reports that have expired; the reports remain listed. Returns how many. */
export async function expireReports(tx: Tx): Promise<number> {
  const expired = await tx.query<{ report_id: string }>(EXPIRE, [tx.merchantId, tx.now]);
  await removeChunks(
    tx,
    expired.map((row) => row.report_id),
  );
  return expired.length;
}

const EXPIRE = `
  update reports.report
  set status = 'expired'
  where merchant_id = $1
    and status = 'ready'
    and expires_at <= $2
  returning report_id`;
