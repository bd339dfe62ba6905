/** Removes stored files because a payee in them is erased. */
import type { Tx } from "#lib/db";
import { removeChunks } from "./claim-report.ts";

/**
 * Lets all files of reports expire, whatever they contain: anyone who needs one makes it again. Returns how many files
 * were removed, and how many reports are being made, which may still contain what was there before.
 */
export async function forgetReports(tx: Tx): Promise<{ removed: number; busy: number }> {
  const ready = await tx.query<{ id: string }>(FORGET, [tx.merchantId, tx.now]);
  await removeChunks(
    tx,
    ready.map(({ id }) => id),
  );
  const [row] = await tx.query<{ busy: number }>(COUNT_BUSY, [tx.merchantId]);
  return { removed: ready.length, busy: row!.busy };
}

const FORGET = `
  update reports.report
  set status = 'expired', expires_at = least(expires_at, $2)
  where merchant_id = $1 and status = 'ready'
  returning report_id as id`;

const COUNT_BUSY = `
  select count(*)::int as busy
  from reports.report
  where merchant_id = $1 and status = 'running'`;
