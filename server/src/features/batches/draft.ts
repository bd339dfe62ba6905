/**
 * An uploaded file before it becomes a batch: it is corrected, reviewed, then confirmed or discarded. Its rows are
 * made from a file's table or a person's keyboard, and are stored sealed.
 */
import type { KeptRow, Table } from "@vitaran/spreadsheets";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { mapInTurns } from "#lib/in-slices";
import type { Vault } from "#lib/vault";
import { checkAmountText, findFaults } from "./check-row.ts";
import { withCleanTexts } from "./clean-row.ts";
import { BatchError } from "./errors.ts";
import { type FieldName, type FormatName, type RowFields, FORMATS } from "./formats.ts";
import { CARD_REMOVED, NOT_TEXT, readFields } from "./read-fields.ts";
import { destinationOf } from "./review.ts";

/** The meaning of each title of a file; null if the column is not needed. */
export type ColumnMapping = Readonly<Record<string, FieldName | null>>;

/** One draft. Its rows are stored separately. */
export interface BatchDraft {
  readonly draftId: string;
  readonly name: string;
  readonly format: FormatName;
  readonly replacesBeneficiaries: boolean;
  readonly fundSourceId: string | null;
  readonly fileHash: Buffer;
  /** Null until the meaning of the columns is known. */
  readonly mapping: ColumnMapping | null;
  /** The time when its maker chose the earlier mapping that the file was read by; null if it was read by its titles. */
  readonly columnsChosenAt: Date | null;
  /** The header row of the file. */
  readonly titles: readonly string[];
  readonly madeBy: Actor;
  readonly madeAt: Date;
  /** The batch that was made from it. */
  readonly batchId: string | null;
}

/** The columns of a draft under the names of the interface above. */
export const draftColumns = `
  draft_id as "draftId", name, format, replaces_beneficiaries as "replacesBeneficiaries",
  fund_source_id as "fundSourceId", file_hash as "fileHash", mapping, columns_chosen_at as "columnsChosenAt",
  titles, made_by as "madeBy",
  made_at as "madeAt", batch_id as "batchId"`;

/** A fault in one field of a row, or, if the field is null, in the row as a whole. */
export interface DraftFault {
  readonly field: FieldName | null;
  readonly code: string;
  readonly text: string;
}

/** The content of a draft row, with the cells of its file that could not be read. */
export interface DraftContent {
  readonly fields: RowFields;
  readonly unread: readonly DraftFault[];
}

export const DRAFT_PURPOSE = "batch.draft";
export const FILE_PURPOSE = "batch.draft_file";

const sealDraftRow = (vault: Vault, merchantId: string, content: DraftContent): Buffer =>
  vault.seal({ merchantId, purpose: DRAFT_PURPOSE }, JSON.stringify(content));

export const openDraftRow = (vault: Vault, merchantId: string, sealed: Buffer): DraftContent =>
  JSON.parse(vault.open({ merchantId, purpose: DRAFT_PURPOSE }, sealed).toString()) as DraftContent;

export const sealDraftFile = (vault: Vault, merchantId: string, bytes: Uint8Array): Buffer =>
  vault.seal({ merchantId, purpose: FILE_PURPOSE }, bytes);

export const openDraftFile = (vault: Vault, merchantId: string, sealed: Buffer): Buffer =>
  vault.open({ merchantId, purpose: FILE_PURPOSE }, sealed);

/** Names a draft and the member who requests it, because only its maker may see it. */
export interface DraftName {
  readonly draftId: string;
  readonly by: Actor;
}

/** Reads a draft of its maker. Throws BatchError.draft_not_found. */
export async function readDraft(tx: Tx, { draftId, by }: DraftName): Promise<BatchDraft> {
  const [draft] = await tx.query<BatchDraft>(
    `select ${draftColumns} from batches.draft where merchant_id = $1 and draft_id = $2 and made_by = $3`,
    [tx.merchantId, draftId, by],
  );
  if (draft === undefined) throw BatchError.draft_not_found({ draftId });
  return draft;
}

/** Reads a draft and locks it until the transaction ends. Also throws BatchError.draft_confirmed. */
export async function lockDraft(tx: Tx, { draftId, by }: DraftName): Promise<BatchDraft> {
  const draft = await lockAnyDraft(tx, { draftId, by });
  if (draft.batchId !== null) throw BatchError.draft_confirmed({ batchId: draft.batchId });
  return draft;
}

/** Locks a draft, confirmed or not. */
export async function lockAnyDraft(tx: Tx, { draftId, by }: DraftName): Promise<BatchDraft> {
  await tx.query("select from batches.draft where merchant_id = $1 and draft_id = $2 for update", [
    tx.merchantId,
    draftId,
  ]);
  return readDraft(tx, { draftId, by });
}

/** Returns the sealed file of a draft; null once it is confirmed. */
export async function readSealedFile(tx: Tx, draftId: string): Promise<Buffer | null> {
  const [row] = await tx.query<{ sealedFile: Buffer | null }>(
    `select sealed_file as "sealedFile" from batches.draft where merchant_id = $1 and draft_id = $2`,
    [tx.merchantId, draftId],
  );
  return row?.sealedFile ?? null;
}

/** Writing the parameters of many more rows at once would delay other work. */
const ROWS_A_STATEMENT = 250;

/** A row of a draft, ready to be stored. */
interface DraftRowToStore {
  readonly rowNo: number;
  readonly line: number;
  readonly sealedRow: Buffer;
  readonly rowKey: string | null;
  readonly beneId: string | null;
  /** Equal for rows that pay the beneficiary whom they name to the same account or UPI ID. */
  readonly accountIndex: Buffer | null;
  readonly amountPaise: bigint | null;
  readonly faults: number;
}

/** Makes the rows of a table in the order of the file. Yields in between: ten thousand rows take a while. */
export async function makeDraftRows(
  vault: Vault,
  merchantId: string,
  { format, table }: { format: FormatName; table: Table },
): Promise<DraftRowToStore[]> {
  const rows = [
    ...table.rows.map(({ rowNumber: line, values }) => ({ line, kept: { values, faults: [] } as KeptRow })),
    ...table.problems.map(({ rowNumber: line, kept }) => ({ line, kept: kept! })),
  ].sort((a, b) => a.line - b.line);
  return mapInTurns(rows, ({ line, kept }, index) =>
    makeDraftRow(vault, merchantId, { format, rowNo: index + 1, line, content: contentOf(kept) }),
  );
}

/** Makes one row from its content. */
export function makeDraftRow(
  vault: Vault,
  merchantId: string,
  row: { format: FormatName; rowNo: number; line: number; content: DraftContent },
): DraftRowToStore {
  const { format, rowNo, line, content } = row;
  const { fields } = content;
  const isPayment = FORMATS[format].kind === "transfers";
  const amount = checkAmountText(fields.amount);
  const faults = findFaults(format, content);
  const beneId = textOf(fields.beneId);
  return {
    rowNo,
    line,
    sealedRow: sealDraftRow(vault, merchantId, content),
    rowKey: isPayment ? textOf(fields.transferId) : beneId,
    beneId,
    accountIndex: isPayment && beneId !== null ? indexAccount(vault, merchantId, { fields, faults }) : null,
    amountPaise: typeof amount === "bigint" ? amount : null,
    faults: faults.length,
  };
}

const ACCOUNT_FIELDS: readonly (FieldName | null)[] = ["bankAccount", "ifsc", "vpa"];

/** Returns null if the row has no account, or a wrong one, which is reported by itself. */
function indexAccount(
  vault: Vault,
  merchantId: string,
  { fields, faults }: { fields: RowFields; faults: readonly DraftFault[] },
): Buffer | null {
  if (fields.bankAccount === undefined && fields.vpa === undefined) return null;
  if (faults.some(({ field }) => ACCOUNT_FIELDS.includes(field))) return null;
  return vault.hmac("batches.draft_account", JSON.stringify([merchantId, destinationOf({ fields })]));
}

/** The values are as `cleanRow` has left them. */
function contentOf({ values, faults }: KeptRow): DraftContent {
  const unread = faults.map(({ name, code, text }): DraftFault => ({
    field: name as FieldName | null,
    code,
    text,
  }));
  return { fields: values, unread };
}

/** A value that is not text, or contained a card number, names nothing. */
const textOf = (value: string | undefined): string | null =>
  value === undefined || value === NOT_TEXT || value === CARD_REMOVED ? null : value;

/** Changes some fields of a row; unreadable cells of those fields are dropped. "" empties a field. */
export function changeContent(
  format: FormatName,
  { fields, unread }: DraftContent,
  changes: Readonly<Partial<Record<FieldName, string>>>,
): DraftContent {
  const read = readFields(format, { ...fields, ...withCleanTexts(changes) });
  return {
    fields: read as RowFields,
    unread: unread.filter(({ field }) => field !== null && !(field in changes)),
  };
}

export async function insertDraftRows(
  tx: Tx,
  draftId: string,
  rows: readonly DraftRowToStore[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await insertSome(tx, draftId, rows.slice(from, from + ROWS_A_STATEMENT));
}

async function insertSome(tx: Tx, draftId: string, rows: readonly DraftRowToStore[]): Promise<void> {
  await tx.execute(
    `insert into batches.draft_row (
       merchant_id, draft_id, row_no, line, sealed_row, row_key, bene_id, account_index, amount_paise, faults
     )
     select $1, $2, row_no, line, sealed_row, row_key, bene_id, account_index, amount_paise, faults
     from unnest($3::smallint[], $4::integer[], $5::bytea[], $6::text[], $7::text[], $8::bytea[],
       $9::bigint[], $10::smallint[])
       as given (row_no, line, sealed_row, row_key, bene_id, account_index, amount_paise, faults)`,
    [tx.merchantId, draftId, ...columnsOf(rows)],
  );
}

export async function updateDraftRows(
  tx: Tx,
  draftId: string,
  rows: readonly DraftRowToStore[],
): Promise<void> {
  await tx.execute(
    `update batches.draft_row as row
     set sealed_row = given.sealed_row,
         row_key = given.row_key,
         bene_id = given.bene_id,
         account_index = given.account_index,
         amount_paise = given.amount_paise,
         faults = given.faults
     from unnest($3::smallint[], $4::integer[], $5::bytea[], $6::text[], $7::text[], $8::bytea[],
       $9::bigint[], $10::smallint[])
       as given (row_no, line, sealed_row, row_key, bene_id, account_index, amount_paise, faults)
     where row.merchant_id = $1
       and row.draft_id = $2
       and row.row_no = given.row_no`,
    [tx.merchantId, draftId, ...columnsOf(rows)],
  );
}

const columnsOf = (rows: readonly DraftRowToStore[]): unknown[][] => [
  rows.map(({ rowNo }) => rowNo),
  rows.map(({ line }) => line),
  rows.map(({ sealedRow }) => sealedRow),
  rows.map(({ rowKey }) => rowKey),
  rows.map(({ beneId }) => beneId),
  rows.map(({ accountIndex }) => accountIndex),
  rows.map(({ amountPaise }) => amountPaise),
  rows.map(({ faults }) => faults),
];
