/** Corrects a draft: maps its columns, changes a row's fields, removes rows, or discards it. */
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { containsCardNumber } from "#rails";
import { isAccountAsText, missingFields } from "./column-titles.ts";
import {
  changeContent,
  makeDraftRow,
  updateDraftRows,
  type DraftName,
  lockDraft,
  openDraftRow,
  openDraftFile,
  readDraft,
  readSealedFile,
  type ColumnMapping,
  insertDraftRows,
  makeDraftRows,
} from "./draft.ts";
import { BatchError } from "./errors.ts";
import type { FieldName, FormatName } from "./formats.ts";
import { type DraftRow, findDraftRows } from "./read-drafts.ts";
import { readMapped, removeDraftRows } from "./start-draft.ts";

interface RowChange extends DraftName {
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

/**
 * Maps the columns of a draft's file and reads its rows again; earlier corrections are lost. The same member's
 * later files with the same titles are mapped automatically. Throws BatchError.columns_missing,
 * titles_missing, draft_not_found or draft_confirmed, and TableError.
 */
export async function mapDraft(
  ctx: Context,
  merchantId: string,
  { mapping, ...name }: DraftName & { mapping: ColumnMapping },
): Promise<void> {
  const { format, sealedFile } = await ctx.db.inMerchant(merchantId, async (tx) => {
    const draft = await readDraft(tx, name);
    return { ...draft, sealedFile: await readSealedFile(tx, name.draftId) };
  });
  if (Object.keys(mapping).some(containsCardNumber)) throw BatchError.titles_missing();
  const missing = missingFields(format, mapping);
  if (missing.length > 0) throw BatchError.columns_missing({ fields: missing });
  if (sealedFile === null) throw BatchError.draft_confirmed();
  const bytes = openDraftFile(ctx.vault, merchantId, sealedFile);
  const table = await readMapped(bytes, format, { mapping, turn: { owner: merchantId } });
  if (table.rows.length + table.problems.length === 0) throw BatchError.rows_missing();
  const rows = await makeDraftRows(ctx.vault, merchantId, { format, table });
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await lockDraft(tx, name);
    await removeDraftRows(tx, [name.draftId]);
    await tx.execute(
      "update batches.draft set mapping = $3, columns_chosen_at = null where merchant_id = $1 and draft_id = $2",
      [merchantId, name.draftId, JSON.stringify(mapping)],
    );
    await insertDraftRows(tx, name.draftId, rows);
    await rememberColumns(tx, { format, mapping, by: name.by });
    await recordAudit(tx, [
      {
        actor: name.by,
        action: "batches.columns_mapped",
        subject: `batch-draft:${name.draftId}`,
        detail: { format, columns: columnsByField(mapping) },
      },
    ]);
  });
}

/** The title of each field, without numbers: a title may be a cell of a payment. */
const columnsByField = (mapping: ColumnMapping): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([title, field]) =>
      field === null ? [] : [[field, title.slice(0, 100).replaceAll(/\d{5,}/g, "••••")]],
    ),
  );

interface OwnColumns {
  readonly format: FormatName;
  readonly mapping: ColumnMapping;
  readonly by: Actor;
}

/** Remembers a mapping for the member who made it. The last mapping of a title counts. */
async function rememberColumns(tx: Tx, { format, mapping, by }: OwnColumns): Promise<void> {
  const titles = Object.entries(mapping).filter(([title, field]) => !isAccountAsText(title, field));
  await tx.execute(
    `insert into batches.own_columns as known (merchant_id, format, chosen_by, chosen_at, mapping)
     values ($1, $2, $3, $4, $5)
     on conflict (merchant_id, format, chosen_by) do update
     set mapping = (known.mapping - $6::text[]) || excluded.mapping,
         chosen_at = excluded.chosen_at`,
    [tx.merchantId, format, by, tx.now, JSON.stringify(Object.fromEntries(titles)), Object.keys(mapping)],
  );
}
