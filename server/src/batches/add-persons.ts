import { addBeneficiaries, noteAddedNumbers, type BeneficiaryInput } from "#beneficiaries";
import type { Context } from "#lib/context";
import { isDatabaseAnswer, isFaultOfWork } from "#lib/db-errors";
import type { Batch } from "./batch.ts";
import { checkAgain, type CheckedRow } from "./change-draft.ts";
import { checkPerson } from "./check-row.ts";
import { markRows } from "./mark-rows.ts";
import { openChunk, type Chunk, type Worked } from "./open-chunk.ts";

/** Adds the beneficiaries of one chunk, and records the outcome of each row. */
export async function addPersons(ctx: Context, merchantId: string, { batch, chunk }: Chunk): Promise<Worked> {
  const rows = await ctx.db.inMerchant(merchantId, async (tx) => {
    const opened = await openChunk(ctx, tx, { batch, chunk });
    return opened && checkAgain(tx, batch.batchId, { rows: opened, check: checkPerson });
  });
  if (rows === null) return "changed";
  await addRows(ctx, merchantId, { batch, rows });
  return "done";
}

interface RowsToAdd {
  readonly batch: Batch;
  readonly rows: readonly CheckedRow<BeneficiaryInput>[];
}

async function addRows(ctx: Context, merchantId: string, { batch, rows }: RowsToAdd): Promise<void> {
  if (rows.length === 0) return;
  try {
    await addTogether(ctx, merchantId, { batch, rows });
  } catch (error) {
    if (!isFaultOfWork(error) && !isDatabaseAnswer(error)) throw error;
    if (rows.length > 1) {
      // One row may make the others fail; halving finds it.
      const half = Math.ceil(rows.length / 2);
      await addRows(ctx, merchantId, { batch, rows: rows.slice(0, half) });
      return addRows(ctx, merchantId, { batch, rows: rows.slice(half) });
    }
    const { rowNo } = rows[0]!;
    ctx.log.error({ batchId: batch.batchId, rowNo, err: error }, "a row of a batch could not be worked on");
    const tried = { rowNo, kind: "tried", hopeless: false } as const;
    await ctx.db.inMerchant(merchantId, (tx) => markRows(tx, batch.batchId, [tried]));
  }
}

async function addTogether(ctx: Context, merchantId: string, { batch, rows }: RowsToAdd): Promise<void> {
  const beneficiaries = rows.map((row) => row.asked);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const outcomes = await addBeneficiaries(tx, ctx.vault, { beneficiaries, by: batch.createdBy });
    const decisions = outcomes.map((outcome, index) => {
      const { rowNo } = rows[index]!;
      if (outcome.kind === "added") return { rowNo, kind: "accepted", transfer: null } as const;
      const failure = { failure: outcome.error.code, because: outcome.error.message };
      return { rowNo, kind: "rejected", failure, transfer: null } as const;
    });
    await markRows(tx, batch.batchId, decisions);
  });
  await noteAddedNumbers(ctx, merchantId, { by: batch.createdBy, beneficiaries });
}
