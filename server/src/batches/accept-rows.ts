/** Hands the payments of a chunk to transfers. A row that makes the others fail is found and left out. */
import type { Context } from "#lib/context";
import { isDatabaseAnswer, isFaultOfWork } from "#lib/db-errors";
import { acceptGuarded, type Acceptance, type TransferOrder } from "#transfers";
import { creatorOfBatch, wayOf, type Batch } from "./batch.ts";
import type { Payment } from "./check-row.ts";
import { failureOf, NO_REASON, TRANSFER_REJECTED } from "./failures.ts";
import { holdOpenRows } from "./hold-rows.ts";
import type { Decision } from "./process-batch.ts";

/** A row that may be paid. */
export interface RowToPay {
  readonly rowNo: number;
  readonly payment: Payment;
  readonly payee: TransferOrder["payee"];
}

/**
 * Accepts rows as transfers of the batch; a repeated row counts as accepted now if this batch made its
 * transfer. Throws RowsDecidedError if another worker has decided some of them; the rest are still open then.
 */
export async function acceptRows(
  ctx: Context,
  merchantId: string,
  { batch, rows }: { batch: Batch; rows: readonly RowToPay[] },
): Promise<Decision[]> {
  if (rows.length === 0) return [];
  const decisions = await acceptByHalves(ctx, merchantId, { batch, rows });
  if (decisions.some(({ kind }) => kind !== "tried")) return decisions;
  // If not one row gets through, the cause is not in what the rows say.
  return decisions.map(({ rowNo }) => ({ rowNo, kind: "tried", hopeless: false }));
}

async function acceptByHalves(
  ctx: Context,
  merchantId: string,
  { batch, rows }: { batch: Batch; rows: readonly RowToPay[] },
): Promise<Decision[]> {
  const orders = rows.map((row) => orderOf(batch, row));
  const rowNos = rows.map(({ rowNo }) => rowNo);
  try {
    const acceptances = await acceptGuarded(ctx, merchantId, {
      orders,
      guard: (tx) => holdOpenRows(tx, batch.batchId, rowNos),
    });
    return acceptances.map((acceptance, index) => decide(batch, rows[index]!.rowNo, acceptance));
  } catch (error) {
    // If the database is gone, or the commit may have happened, nothing is known about any row.
    if (!isFaultOfWork(error) && !isDatabaseAnswer(error)) throw error;
    if (rows.length === 1) {
      const { rowNo } = rows[0]!;
      ctx.log.error({ batchId: batch.batchId, rowNo, err: error }, "a row of a batch could not be worked on");
      return [{ rowNo, kind: "tried", hopeless: isFaultOfWork(error) }];
    }
    const half = Math.ceil(rows.length / 2);
    const first = await acceptByHalves(ctx, merchantId, { batch, rows: rows.slice(0, half) });
    return [...first, ...(await acceptByHalves(ctx, merchantId, { batch, rows: rows.slice(half) }))];
  }
}

function orderOf(batch: Batch, { payment, payee }: RowToPay): TransferOrder {
  const { transferKey, amountPaise, mode, remarks } = payment;
  const { batchId, createdBy: maker, createdAt: takenAt, secretShownTo } = batch;
  const fundSourceId = payment.fundSourceId ?? batch.fundSourceId;
  const origin = { kind: "batch", id: batchId } as const;
  const createdBy = { maker, creator: creatorOfBatch(batch), secretShownTo };
  return {
    transferKey,
    payee,
    amountPaise,
    mode,
    remarks,
    fundSourceId,
    origin,
    takenAt,
    createdBy,
    way: wayOf(batch),
  };
}

function decide({ batchId }: Batch, rowNo: number, acceptance: Acceptance): Decision {
  switch (acceptance.kind) {
    case "refused": {
      // The beneficiary existed when it was assigned to the row.
      const isGone = acceptance.code === "beneficiary_not_found";
      const failure = failureOf(isGone ? "beneficiary_changed" : acceptance.code, acceptance.details);
      return { rowNo, kind: "rejected", failure, transfer: null };
    }
    case "accepted":
    case "rejected":
    case "failed":
    case "repeated": {
      const { transferId, referenceId, status, reason, originId } = acceptance.transfer;
      // Another call of the merchant has used the id, so the transfer is not this batch's.
      if (originId !== batchId) {
        return { rowNo, kind: "rejected", failure: failureOf("transfer_id_exists"), transfer: null };
      }
      const transfer = { transferId, referenceId };
      if (status !== "rejected") return { rowNo, kind: "accepted", transfer };
      return { rowNo, kind: "rejected", failure: rejectionOf(reason), transfer };
    }
    default:
      return acceptance satisfies never;
  }
}

/** Gives the reason of a stored rejection in the contract's word, the same each time. */
function rejectionOf(reason: string | null): { failure: string; because: string } {
  return { failure: TRANSFER_REJECTED, because: reason ?? NO_REASON };
}
