import type { Tx } from "#lib/db";
import { openBooks, sourceAccounts } from "#ledger";
import type { AdmissionFacts } from "./decide-admissions.ts";
import type { Transfer } from "./transfer.ts";

/** Reads what admitting a set of locked transfers needs, and locks their fund sources. */
export async function readAdmissionFacts(tx: Tx, waiting: readonly Transfer[]): Promise<AdmissionFacts> {
  const sources = [...new Set(waiting.map(({ sourceNo }) => sourceNo))];
  const [books, queueSeconds, queued] = await Promise.all([
    openBooks(
      tx,
      sources.flatMap((sourceNo) => [sourceAccounts(sourceNo).available, sourceAccounts(sourceNo).heldIn]),
    ),
    readQueueSeconds(tx),
    readQueuedSources(tx, sources),
  ]);
  const available = (sourceNo: number): bigint => books.available(sourceAccounts(sourceNo).available);
  return { now: tx.now, available, queueSeconds, queued };
}

async function readQueueSeconds(tx: Tx): Promise<number | null> {
  const [counter] = await tx.query<{ seconds: number | null }>(
    "select queue_seconds as seconds from transfers.counter where merchant_id = $1",
    [tx.merchantId],
  );
  return counter?.seconds ?? null;
}

/** Returns those fund sources that have transfers waiting for money. */
async function readQueuedSources(tx: Tx, sources: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ sourceNo: number }>(
    `select source_no as "sourceNo"
     from unnest($3::smallint[]) as asked (source_no)
     where exists (
       select from transfers.transfer
       where merchant_id = $1
         and transfer.source_no = asked.source_no
         and waiting_for = 'funds'
         and due_at > $2
     )`,
    [tx.merchantId, tx.now, sources],
  );
  return rows.map(({ sourceNo }) => sourceNo);
}
