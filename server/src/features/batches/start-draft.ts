import { requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { containsCardNumber } from "#rails";
import { type ReadInTurnOptions, readTableInTurn } from "#lib/read-table-in-turn";
import { TableError, type Table } from "@vitaran/spreadsheets";
import { keepAllRows } from "./clean-row.ts";
import { columnsOf, guessColumns, missingFields, namedColumnsOf } from "./column-titles.ts";
import {
  sealDraftFile,
  type ColumnMapping,
  type BatchDraft,
  insertDraftRows,
  makeDraftRows,
} from "./draft.ts";
import { BatchError } from "./errors.ts";
import { DRAFT_DAYS, type FieldName, type FormatName } from "./formats.ts";
import { hashFile, requireForPayees } from "./store-batch.ts";

/** An uploaded file that is reviewed before anything is paid. */
export interface FileToDraft {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly format: FormatName;
  readonly replacesBeneficiaries: boolean;
  /** The fund source that pays; null for the only one, or the wallet. */
  readonly fundSourceId: string | null;
  readonly by: Actor;
  /** Aborts if the sender has disconnected; then the file is not taken. */
  readonly gone?: AbortSignal | undefined;
}

/** The maximum number of open drafts of one person. */
const OPEN_DRAFTS_MAX = 20;

/**
 * Takes a file of up to 10,000 rows as a draft; nothing is paid before `confirmDraft`. Rows with unreadable
 * cells are kept for correction. If the titles do not identify the columns, the draft waits for `mapDraft`.
 * Throws TableError if the file is not a table, and BatchError.too_many_drafts, rows_missing, or
 * titles_missing for a file that begins with a payment.
 */
export async function startDraft(ctx: Context, merchantId: string, file: FileToDraft): Promise<string> {
  const { bytes, by, gone, ...head } = file;
  const remembered = await ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "initiate_bulk_transfer");
    await requireForPayees(tx, by, head);
    return readOwnColumns(tx, head.format, by);
  });
  const turn = { owner: merchantId, signal: gone };
  const read = await readByTitles(bytes, head.format, { remembered, turn });
  if (read.table?.rows.length === 0 && read.table.problems.length === 0) throw BatchError.rows_missing();
  const { format } = head;
  const { table, mapping, titles, columnsChosenAt } = read;
  const rows = table === null ? [] : await makeDraftRows(ctx.vault, merchantId, { format, table });
  const draft = {
    ...head,
    draftId: newId(),
    mapping,
    columnsChosenAt,
    titles,
    sealedFile: sealDraftFile(ctx.vault, merchantId, bytes),
    fileHash: hashFile(ctx.vault, merchantId, bytes),
  };
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await removeOld(tx);
    await insertDraft(tx, draft, by);
    await insertDraftRows(tx, draft.draftId, rows);
    // The review reveals which accounts are known, so a file of guesses must leave a trace.
    const subject = `batch-draft:${draft.draftId}`;
    const detail = { name: head.name, format, rows: table === null ? null : rows.length };
    await recordAudit(tx, [{ actor: by, action: "batches.draft_uploaded", subject, detail }]);
  });
  return draft.draftId;
}

/** The owner of the file, and a signal that aborts when it is no longer wanted. */
type Turn = Pick<ReadInTurnOptions, "owner" | "signal">;

interface ReadFile {
  /** Null if the columns are not recognised. */
  readonly table: Table | null;
  readonly mapping: ColumnMapping | null;
  readonly titles: readonly string[];
  /** The time when the maker chose the mapping, if it is an earlier one. */
  readonly columnsChosenAt: Date | null;
}

/** Reads a file by its titles or, if they are not recognised, by its maker's earlier mappings of such titles. */
async function readByTitles(
  bytes: Uint8Array,
  format: FormatName,
  { remembered: { mapping: remembered, chosenAt }, turn }: { remembered: OwnColumns; turn: Turn },
): Promise<ReadFile> {
  try {
    const table = await readTableInTurn(bytes, {
      columns: namedColumnsOf(format),
      ...keepAllRows(format),
      ...turn,
    });
    return { table, mapping: mappingOf(table), titles: table.columns, columnsChosenAt: null };
  } catch (error) {
    const titles = titlesOf(error);
    if (titles === null) throw error;
    const mapping = guessColumns(format, titles, remembered);
    const knowsNone = Object.values(mapping).every((field) => field === null);
    if ((knowsNone && titles.some(looksLikePayment)) || titles.some(containsCardNumber))
      throw BatchError.titles_missing();
    const isRecognised = titles.every((title) => Object.hasOwn(remembered, title) || mapping[title] !== null);
    if (!isRecognised || missingFields(format, mapping).length > 0)
      return { table: null, mapping: null, titles, columnsChosenAt: null };
    const isOwn = titles.some((title) => Object.hasOwn(remembered, title));
    const columnsChosenAt = isOwn ? chosenAt : null;
    return { table: await readMapped(bytes, format, { mapping, turn }), mapping, titles, columnsChosenAt };
  }
}

/** Recognises an account number, an amount, an IFSC or a UPI ID, none of which is a column title. */
const looksLikePayment = (title: string): boolean =>
  /^(?:\d{6,}|\d[\d,]*\.\d{1,2}|[A-Z]{4}0[A-Z0-9]{6}|[\w.-]+@[a-z]+)$/i.test(title.trim());

/** Reads a file by the mapping of its titles. Throws TableError. */
export function readMapped(
  bytes: Uint8Array,
  format: FormatName,
  { mapping, turn }: { mapping: ColumnMapping; turn: Turn },
): Promise<Table> {
  return readTableInTurn(bytes, { columns: columnsOf(format), mapping, ...keepAllRows(format), ...turn });
}

const mappingOf = ({ columns }: Table): ColumnMapping =>
  Object.fromEntries(columns.map((name) => [name, name as FieldName]));

const NOT_RECOGNISED = ["missing_columns", "unknown_columns", "duplicate_columns"] as const;

function titlesOf(error: unknown): string[] | null {
  const isNotRecognised = NOT_RECOGNISED.some((code) => TableError.is(error, code));
  if (!isNotRecognised) return null;
  return ((error as TableError).details["titles"] as string[]).filter((title) => title !== "");
}

interface OwnColumns {
  readonly mapping: ColumnMapping;
  readonly chosenAt: Date | null;
}

/** Reads how a member has mapped the titles of a format. */
async function readOwnColumns(tx: Tx, format: FormatName, by: Actor): Promise<OwnColumns> {
  const [row] = await tx.query<OwnColumns>(
    `select mapping, chosen_at as "chosenAt"
     from batches.own_columns
     where merchant_id = $1 and format = $2 and chosen_by = $3`,
    [tx.merchantId, format, by],
  );
  return row ?? { mapping: {}, chosenAt: null };
}

type DraftToStore = Pick<
  BatchDraft,
  | "draftId"
  | "name"
  | "format"
  | "replacesBeneficiaries"
  | "fundSourceId"
  | "mapping"
  | "columnsChosenAt"
  | "titles"
  | "fileHash"
> & { readonly sealedFile: Buffer };

async function insertDraft(tx: Tx, draft: DraftToStore, by: Actor): Promise<void> {
  const inserted = await tx.execute(
    `insert into batches.draft (
       merchant_id, draft_id, name, format, replaces_beneficiaries, fund_source_id, sealed_file, file_hash,
       mapping, titles, made_by, made_at, columns_chosen_at
     )
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $14
     where (
       select count(*) from batches.draft where merchant_id = $1 and made_by = $11 and batch_id is null
     ) < $13::int`,
    [
      tx.merchantId,
      draft.draftId,
      draft.name,
      draft.format,
      draft.replacesBeneficiaries,
      draft.fundSourceId,
      draft.sealedFile,
      draft.fileHash,
      draft.mapping === null ? null : JSON.stringify(draft.mapping),
      JSON.stringify(draft.titles),
      by,
      tx.now,
      OPEN_DRAFTS_MAX,
      draft.columnsChosenAt,
    ],
  );
  if (inserted === 0) throw BatchError.too_many_drafts({ max: OPEN_DRAFTS_MAX });
}

async function removeOld(tx: Tx): Promise<void> {
  const old = await tx.query<{ draftId: string }>(
    `delete from batches.draft
     where merchant_id = $1
       and batch_id is null
       and made_at < $2::timestamptz - $3::int * interval '1 day'
     returning draft_id as "draftId"`,
    [tx.merchantId, tx.now, DRAFT_DAYS],
  );
  await removeDraftRows(
    tx,
    old.map(({ draftId }) => draftId),
  );
}

export async function removeDraftRows(tx: Tx, draftIds: readonly string[]): Promise<void> {
  if (draftIds.length === 0) return;
  await tx.execute("delete from batches.draft_row where merchant_id = $1 and draft_id = any ($2::uuid[])", [
    tx.merchantId,
    draftIds,
  ]);
}
