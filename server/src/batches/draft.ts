/** An uploaded file before it becomes a batch: it is corrected, reviewed, then confirmed or discarded. */
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { BatchError } from "./errors.ts";
import type { FieldName, FormatName, RowFields } from "./formats.ts";

/** The meaning of each title of a file; null if the column is not needed. */
export type ColumnMapping = Readonly<Record<string, FieldName | null>>;

/** One draft. Its rows are stored separately. */
export interface Draft {
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
export interface Fault {
  readonly field: FieldName | null;
  readonly code: string;
  readonly text: string;
}

/** The content of a draft row, with the cells of its file that could not be read. */
export interface DraftContent {
  readonly fields: RowFields;
  readonly unread: readonly Fault[];
}

const PURPOSE = "batch.draft";
const FILE_PURPOSE = "batch.draft_file";

export const sealDraftRow = (vault: Vault, merchantId: string, content: DraftContent): Buffer =>
  vault.seal({ merchantId, purpose: PURPOSE }, JSON.stringify(content));

export const openDraftRow = (vault: Vault, merchantId: string, sealed: Buffer): DraftContent =>
  JSON.parse(vault.open({ merchantId, purpose: PURPOSE }, sealed).toString()) as DraftContent;

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
export async function readDraft(tx: Tx, { draftId, by }: DraftName): Promise<Draft> {
  const [draft] = await tx.query<Draft>(
    `select ${draftColumns} from batches.draft where merchant_id = $1 and draft_id = $2 and made_by = $3`,
    [tx.merchantId, draftId, by],
  );
  if (draft === undefined) throw BatchError.draft_not_found({ draftId });
  return draft;
}

/** Reads a draft and locks it until the transaction ends. Also throws BatchError.draft_confirmed. */
export async function lockDraft(tx: Tx, { draftId, by }: DraftName): Promise<Draft> {
  const draft = await lockAnyDraft(tx, { draftId, by });
  if (draft.batchId !== null) throw BatchError.draft_confirmed({ batchId: draft.batchId });
  return draft;
}

/** Locks a draft, confirmed or not. */
export async function lockAnyDraft(tx: Tx, { draftId, by }: DraftName): Promise<Draft> {
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
