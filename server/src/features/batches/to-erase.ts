/** The rows of batches and drafts that may have details of payees: see `#lib/erase-rows`. */
import type { Tx } from "#lib/db";
import type { PartToErase } from "#lib/erase-rows";
import { hashErased, ROW_PURPOSE } from "./content.ts";
import { DRAFT_PURPOSE, FILE_PURPOSE } from "./draft.ts";

export const PARTS_TO_ERASE: readonly PartToErase[] = [
  {
    table: "batches.batch_row",
    key: { batch_id: "uuid", row_no: "smallint" },
    own: "transfer_id = any ($3::uuid[]) or beneficiary_id = any ($2::uuid[])",
    isAnywhere: true,
    // A row that is still to be paid must not change.
    busy: "status = 'open'",
    texts: ["because", "bene_id"],
    bytes: { sealed_fields: ROW_PURPOSE },
    proof: {
      column: "erased_hash",
      of: "sealed_fields",
      reads: "leaf_hash",
      make: (vault, merchantId, { before, text }) =>
        hashErased(vault, merchantId, { leafHash: before, text }),
    },
  },
  {
    table: "batches.draft_row",
    key: { draft_id: "uuid", row_no: "smallint" },
    own: "bene_id = any ($4::text[])",
    isAnywhere: true,
    // Its maker corrects and confirms it, or it is removed after some days. What was erased in it could not be paid.
    busy: "true",
    texts: ["bene_id"],
    bytes: { sealed_row: DRAFT_PURPOSE },
  },
];

/**
 * Removes the uploaded files of unconfirmed drafts that have details of a payee, as nothing can be erased in a file.
 * These are the drafts named, and others in which `hasDetails` finds some, or may overlook some. Returns their number.
 */
export async function dropFilesOfDrafts(
  tx: Tx,
  { draftIds, hasDetails }: { draftIds: readonly string[]; hasDetails: (text: string) => boolean },
): Promise<number> {
  const drafts = await tx.query<{ id: string; file: Buffer; hasRows: boolean }>(READ_FILES, [tx.merchantId]);
  const found = drafts.filter(({ id, file, hasRows }) => {
    if (draftIds.includes(id)) return true;
    const text = tx.openBytes(FILE_PURPOSE, file);
    // The cells of a sheet cannot be seen in its bytes. Those of a draft with rows are in its rows.
    return text.includes("\0") ? !hasRows : hasDetails(text);
  });
  return tx.execute(
    `update batches.draft
     set sealed_file = null
     where merchant_id = $1 and draft_id = any ($2::uuid[])`,
    [tx.merchantId, found.map(({ id }) => id)],
  );
}

const READ_FILES = `
  select draft_id as id, sealed_file as file,
    exists (
      select from batches.draft_row
      where draft_row.merchant_id = draft.merchant_id and draft_row.draft_id = draft.draft_id
    ) as "hasRows"
  from batches.draft
  where merchant_id = $1 and sealed_file is not null`;
