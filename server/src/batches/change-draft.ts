/** Corrects a draft: changes a row's fields or removes rows. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { changeContent, makeDraftRow, updateDraftRows } from "./draft-rows.ts";
import { type DraftName, lockDraft, openDraftRow } from "./draft.ts";
import { BatchError } from "./errors.ts";
import { failureOf, type RowProblem } from "./failures.ts";
import type { FieldName, RowFields } from "./formats.ts";
import { markRows } from "./mark-rows.ts";
import type { Decision, OpenRow } from "./process-batch.ts";
import { type DraftRow, findDraftRows } from "./read-draft-rows.ts";

/** An open row with what its fields request. */
export type CheckedRow<T> = Omit<OpenRow, "fields"> & { readonly asked: T };

/**
 * Reads what open rows request. Each was valid when it came; one that is not valid any more, because a rule
 * became stricter while it waited, is rejected now.
 */
export async function checkAgain<T extends object>(
  tx: Tx,
  batchId: string,
  { rows, check }: { rows: readonly OpenRow[]; check: (fields: RowFields) => T | RowProblem },
): Promise<CheckedRow<T>[]> {
  const sound: CheckedRow<T>[] = [];
  const refused: Decision[] = [];
  for (const { fields, ...row } of rows) {
    const asked = check(fields);
    if (typeof asked === "object") sound.push({ ...row, asked });
    else refused.push({ rowNo: row.rowNo, kind: "rejected", failure: failureOf(asked), transfer: null });
  }
  await markRows(tx, batchId, refused);
  return sound;
}

export interface RowChange extends DraftName {
  readonly rowNo: number;
  /** New values; "" empties a field. Absent fields stay as they are. */
  readonly fields: Readonly<Partial<Record<FieldName, string>>>;
}

/**
 * Changes fields of one row, checks it again and returns it. Throws BatchError.draft_not_found,
 * draft_confirmed or row_not_found.
 */
export async function changeDraftRow(
  ctx: Context,
  merchantId: string,
  { rowNo, fields, ...name }: RowChange,
): Promise<DraftRow> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const draft = await lockDraft(tx, name);
    const { format } = draft;
    const { line, sealedRow } = await readSealed(tx, name.draftId, rowNo);
    const content = changeContent(format, openDraftRow(ctx.vault, merchantId, sealedRow), fields);
    const row = makeDraftRow(ctx.vault, merchantId, { format, rowNo, line, content });
    await updateDraftRows(tx, name.draftId, [row]);
    const [changed] = await findDraftRows(tx, ctx.vault, { draft, rowNos: [rowNo] });
    return changed!;
  });
}

async function readSealed(
  tx: Tx,
  draftId: string,
  rowNo: number,
): Promise<{ line: number; sealedRow: Buffer }> {
  const [row] = await tx.query<{ line: number; sealedRow: Buffer }>(
    `select line, sealed_row as "sealedRow"
     from batches.draft_row
     where merchant_id = $1
       and draft_id = $2
       and row_no = $3`,
    [tx.merchantId, draftId, rowNo],
  );
  if (row === undefined) throw BatchError.row_not_found({ rowNo });
  return row;
}

/** Removes rows from a draft, and counts them. Throws BatchError.draft_not_found or draft_confirmed. */
export async function removeRowsOfDraft(
  ctx: Context,
  merchantId: string,
  { rowNos, ...name }: DraftName & { rowNos: readonly number[] },
): Promise<number> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await lockDraft(tx, name);
    return tx.execute(
      `delete from batches.draft_row
       where merchant_id = $1
         and draft_id = $2
         and row_no = any ($3::int[])`,
      [merchantId, name.draftId, rowNos],
    );
  });
}

/** Discards a draft, with its rows and its file. Throws BatchError.draft_not_found or draft_confirmed. */
export async function discardDraft(ctx: Context, merchantId: string, name: DraftName): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await lockDraft(tx, name);
    for (const table of ["draft_row", "draft"]) {
      await tx.execute(`delete from batches.${table} where merchant_id = $1 and draft_id = $2`, [
        merchantId,
        name.draftId,
      ]);
    }
  });
}
