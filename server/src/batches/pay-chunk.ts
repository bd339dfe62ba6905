import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { acceptRows, type RowToPay } from "./accept-rows.ts";
import { checkPayment, type Payment } from "./check-row.ts";
import { RowsDecidedError } from "./hold-rows.ts";
import { markRows } from "./mark-rows.ts";
import { openChunk, type Chunk, type Worked } from "./open-chunk.ts";
import { resolvePayees } from "./resolve-payees.ts";
import type { RowPayee } from "./rows-to-work.ts";

/** Pays the open rows of one chunk. What another worker decides meanwhile is left as it is. */
export async function payChunk(ctx: Context, merchantId: string, chunk: Chunk): Promise<Worked> {
  const { batch } = chunk;
  const rows = await ctx.db.inMerchant(merchantId, (tx) => prepareRows(ctx, tx, chunk));
  if (typeof rows === "string") return rows;
  crashPoint("batches.process.prepared");
  try {
    const decisions = await acceptRows(ctx, merchantId, { batch, rows });
    crashPoint("batches.process.accepted");
    await ctx.db.inMerchant(merchantId, (tx) => markRows(tx, batch.batchId, decisions));
  } catch (error) {
    if (!(error instanceof RowsDecidedError)) throw error;
    ctx.log.info(
      { batchId: batch.batchId, chunk: chunk.chunk },
      "two workers have met at a chunk of a batch",
    );
  }
  return "done";
}

/** Finds or makes the beneficiaries of a chunk's open rows; answers the rows that may be paid, or why none may. */
async function prepareRows(ctx: Context, tx: Tx, chunk: Chunk): Promise<RowToPay[] | Worked> {
  const [{ settings }, opened] = await Promise.all([readMerchant(tx), openChunk(ctx, tx, chunk)]);
  if (opened === null) return "changed";
  if (!settings.payoutsEnabled) return "postponed";
  const { batchId, format } = chunk.batch;
  // What is open was sound when it came, and has not changed since.
  const rows = opened.map(({ fields, rowNo, payee }) => {
    const payment = checkPayment(format, fields) as Payment;
    // The id that the row itself gives is proved by its leaf; the one that is stored beside it is not.
    const isGiven = payee !== null && payment.details === null && payment.beneId !== null;
    return { rowNo, payment, payee: isGiven ? { ...payee, beneId: payment.beneId! } : payee };
  });
  const unknown = rows.filter((row) => row.payee === null);
  if (unknown.length === 0) return rows as RowToPay[];
  const { payees, decisions } = await resolvePayees(tx, ctx.vault, { batch: chunk.batch, rows: unknown });
  await Promise.all([setPayees(tx, batchId, payees), markRows(tx, batchId, decisions)]);
  return rows.flatMap((row) => {
    const payee = row.payee ?? payees.get(row.rowNo);
    return payee === undefined ? [] : [{ ...row, payee }];
  });
}

async function setPayees(tx: Tx, batchId: string, payees: ReadonlyMap<number, RowPayee>): Promise<void> {
  const rows = [...payees.values()];
  await tx.execute(
    `update batches.batch_row as row
     set bene_id = resolved.bene_id,
         beneficiary_id = resolved.beneficiary_id
     from unnest($3::smallint[], $4::text[], $5::uuid[]) as resolved (row_no, bene_id, beneficiary_id)
     where row.merchant_id = $1
       and row.batch_id = $2
       and row.row_no = resolved.row_no
       and row.status = 'open'`,
    [
      tx.merchantId,
      batchId,
      [...payees.keys()],
      rows.map(({ beneId }) => beneId),
      rows.map(({ beneficiaryId }) => beneficiaryId),
    ],
  );
}
