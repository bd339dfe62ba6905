import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { acceptRows, type RowToPay } from "./accept-rows.ts";
import { checkPayment, type Payment } from "./check-row.ts";
import { markRows } from "./mark-rows.ts";
import { openChunk, type Chunk } from "./open-chunk.ts";
import { resolvePayees } from "./resolve-payees.ts";

/** Pays the open rows of one chunk; false when its rows are not those that the batch was made of. */
export async function payChunk(ctx: Context, merchantId: string, chunk: Chunk): Promise<boolean> {
  const { batch } = chunk;
  const rows = await ctx.db.inMerchant(merchantId, (tx) => prepareRows(ctx, tx, chunk));
  if (rows === null) return false;
  crashPoint("batches.process.prepared");
  const decisions = await acceptRows(ctx, merchantId, { batch, rows });
  crashPoint("batches.process.accepted");
  await ctx.db.inMerchant(merchantId, (tx) => markRows(tx, batch.batchId, decisions));
  return true;
}

/** Finds or makes the beneficiaries of a chunk's open rows; answers the rows that may be paid. */
async function prepareRows(ctx: Context, tx: Tx, chunk: Chunk): Promise<RowToPay[] | null> {
  const opened = await openChunk(ctx, tx, chunk);
  if (opened === null) return null;
  const { batchId, format } = chunk.batch;
  // What is open was sound when it came, and has not changed since.
  const rows = opened.map(({ fields, ...row }) => ({
    ...row,
    payment: checkPayment(format, fields) as Payment,
  }));
  const unknown = rows.filter((row) => row.beneId === null);
  if (unknown.length === 0) return rows as RowToPay[];
  const { beneIds, decisions } = await resolvePayees(tx, ctx.vault, { batch: chunk.batch, rows: unknown });
  await Promise.all([setBeneIds(tx, batchId, beneIds), markRows(tx, batchId, decisions)]);
  return rows.flatMap((row) => {
    const beneId = row.beneId ?? beneIds.get(row.rowNo);
    return beneId === undefined ? [] : [{ ...row, beneId }];
  });
}

async function setBeneIds(tx: Tx, batchId: string, beneIds: ReadonlyMap<number, string>): Promise<void> {
  await tx.execute(
    `update batches.batch_row as row
     set bene_id = resolved.bene_id
     from unnest($3::smallint[], $4::text[]) as resolved (row_no, bene_id)
     where row.merchant_id = $1
       and row.batch_id = $2
       and row.row_no = resolved.row_no`,
    [tx.merchantId, batchId, [...beneIds.keys()], [...beneIds.values()]],
  );
}
