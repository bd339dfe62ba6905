/** A batch and its rows as the database holds them. */
import { creatorOf, type CreatorKind, type ExemptWay } from "#approvals";
import type { Actor } from "#audit";
import type { FormatName } from "./formats.ts";

/** The progress of a batch. `finished`: every row is accepted or rejected; transfers may still be open. */
type BatchStage = "uploaded" | "validating" | "awaiting_approval" | "processing" | "finished" | "rejected";

/** Something that a person should look at, although it may be right. */
export interface Warning {
  /** The same file was taken before, or rows of this batch pay the same amount to the same payee. */
  readonly kind:
    | "same_file"
    | "same_payment"
    | "paid_before"
    | "two_names"
    | "two_accounts"
    | "lost_zeros"
    | "split_amount"
    | "account_replaced";
  readonly text: string;
  /** The first few lines of the file; for a call, positions in its list. */
  readonly lines: readonly number[];
}

/** One batch. Amounts are in paise, times by the merchant's clock. */
export interface Batch {
  readonly batchId: string;
  /** Our number, digits only, within 32 bits. */
  readonly referenceId: number;
  /** The merchant's own id; null for a file or a clone. */
  readonly batchKey: string | null;
  readonly name: string;
  readonly format: FormatName;
  /** The batch whose failed rows these are. */
  readonly clonedFrom: string | null;
  readonly replacesBeneficiaries: boolean;
  readonly fundSourceId: string | null;
  readonly rowCount: number;
  /** The sum of the rows whose amount can be read. */
  readonly sumPaise: bigint;
  /** The hash over all content of the batch. An approval is given for this hash. */
  readonly contentHash: Buffer;
  readonly chunkHashes: Buffer;
  readonly warnings: readonly Warning[];
  readonly stage: BatchStage;
  /** The reason why the whole batch was rejected. */
  readonly because: string | null;
  readonly createdBy: Actor;
  /** The member who was shown the secret that the batch was made with; null if there is none. */
  readonly secretShownTo: string | null;
  /** The members who made its rows besides its maker: those of the batch that it was cloned from. */
  readonly otherMakers: readonly string[];
  readonly createdAt: Date;
  /** The time when the last row was decided. */
  readonly finishedAt: Date | null;
}

/** The columns of a batch under the names of the interface above. */
export const batchColumns = `
  batch_id as "batchId", reference_id as "referenceId", batch_key as "batchKey", name, format,
  cloned_from as "clonedFrom", replaces_beneficiaries as "replacesBeneficiaries",
  fund_source_id as "fundSourceId", row_count as "rowCount", sum_paise as "sumPaise",
  content_hash as "contentHash", chunk_hashes as "chunkHashes", warnings, stage, because,
  created_by as "createdBy", secret_shown_to as "secretShownTo", other_makers as "otherMakers",
  created_at as "createdAt",
  finished_at as "finishedAt"`;

/** A row as workers read it. */
export interface StoredRow {
  readonly rowNo: number;
  readonly sealedFields: Buffer;
  /** The token of its card, while the row is open. */
  readonly sealedCard: Buffer | null;
  /** Null if the row names no card. */
  readonly cardHash: Buffer | null;
  readonly leafHash: Buffer;
  /** Proves what is left of a row from which a payee was erased. Null if nothing was erased. */
  readonly erasedHash: Buffer | null;
  readonly status: "open" | "accepted" | "rejected";
  /** The beneficiary that it pays, once that is known. */
  readonly beneId: string | null;
  /** Our id of exactly that beneficiary; null if it is not known yet, or the row pays no beneficiary. */
  readonly beneficiaryId: string | null;
}

/** The columns of a row under the names of the interface above. */
export const rowColumns = `
  row_no as "rowNo", sealed_fields as "sealedFields", sealed_card as "sealedCard",
  card_hash as "cardHash", leaf_hash as "leafHash", erased_hash as "erasedHash", status,
  bene_id as "beneId", beneficiary_id as "beneficiaryId"`;

/** The number of rows that are worked on together. */
export const CHUNK_ROWS = 500;

/** Returns how a batch was created. A call has a key; without one it is a file, or made from one. */
export function creatorOfBatch({ createdBy, batchKey }: Pick<Batch, "createdBy" | "batchKey">): CreatorKind {
  return batchKey === null ? "batch" : creatorOf(createdBy);
}

/** Returns the way by which its rows came in. */
export function wayOf({ batchKey }: Pick<Batch, "batchKey">): ExemptWay {
  return batchKey === null ? "batch_file" : "batch_call";
}
