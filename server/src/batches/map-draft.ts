import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { containsCardNumber } from "#rails";
import {
  lockDraft,
  openDraftFile,
  readDraft,
  readSealedFile,
  type ColumnMapping,
  type DraftName,
} from "./draft.ts";
import { missingFields } from "./column-titles.ts";
import { insertDraftRows, makeDraftRows } from "./draft-rows.ts";
import { BatchError } from "./errors.ts";
import type { FormatName } from "./formats.ts";
import { readMapped, removeDraftRows } from "./start-draft.ts";

/**
 * Maps the columns of a draft's file and reads its rows again; earlier corrections are lost. The merchant's
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
    await tx.execute("update batches.draft set mapping = $3 where merchant_id = $1 and draft_id = $2", [
      merchantId,
      name.draftId,
      JSON.stringify(mapping),
    ]);
    await insertDraftRows(tx, name.draftId, rows);
    await rememberColumns(tx, format, mapping);
  });
}

/** The last mapping of a title counts. */
async function rememberColumns(tx: Tx, format: FormatName, mapping: ColumnMapping): Promise<void> {
  await tx.execute(
    `insert into batches.column_names as known (merchant_id, format, mapping)
     values ($1, $2, $3)
     on conflict (merchant_id, format) do update
     set mapping = known.mapping || excluded.mapping`,
    [tx.merchantId, format, JSON.stringify(mapping)],
  );
}
