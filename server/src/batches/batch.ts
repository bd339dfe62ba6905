/** A batch and its rows as the database holds them. */
import { creatorOf, type CreatorKind, type Way } from "#approvals";
import type { Actor } from "#audit";
import type { FormatName } from "./formats.ts";

/** How far a batch is. `finished`: every row is accepted or rejected; its transfers may still be under way. */
export type Stage = "uploaded" | "validating" | "awaiting_approval" | "processing" | "finished" | "rejected";

/** Something that a person should look at, though nothing is wrong for certain. */
export interface Warning {
  /** The same file was taken before, or rows of this batch pay the same to the same. */
  readonly kind: "same_file" | "same_payment" | "paid_before" | "two_names" | "lost_zeros" | "split_amount";
  readonly text: string;
  /** Lines of the file (of a call, positions in its list), the first few. */
  readonly lines: readonly number[];
}

/** One batch. Amounts in paise, times by the merchant's clock. */
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
  /** Of the rows whose amount can be read. */
  readonly sumPaise: bigint;
  /** Over everything that the batch says: an approval is given for it. */
  readonly contentHash: Buffer;
  readonly chunkHashes: Buffer;
  readonly warnings: readonly Warning[];
  readonly stage: Stage;
  /** Why the whole was rejected. */
  readonly because: string | null;
  readonly createdBy: Actor;
  readonly createdAt: Date;
  /** When the last row was decided. */
  readonly finishedAt: Date | null;
}

/** The columns of a batch under the names of the interface above. */
export const batchColumns = `
  batch_id as "batchId", reference_id as "referenceId", batch_key as "batchKey", name, format,
  cloned_from as "clonedFrom", replaces_beneficiaries as "replacesBeneficiaries",
  fund_source_id as "fundSourceId", row_count as "rowCount", sum_paise as "sumPaise",
  content_hash as "contentHash", chunk_hashes as "chunkHashes", warnings, stage, because,
  created_by as "createdBy", created_at as "createdAt", finished_at as "finishedAt"`;

/** A row as it is worked on. */
export interface StoredRow {
  readonly rowNo: number;
  readonly sealedFields: Buffer;
  /** Its card's token, while it is open. */
  readonly sealedCard: Buffer | null;
  /** Null: it names no card. */
  readonly cardHash: Buffer | null;
  readonly leafHash: Buffer;
  readonly status: "open" | "accepted" | "rejected";
  /** Whom it pays, once that is known. */
  readonly beneId: string | null;
  /** Our id of exactly that one; null: not known yet, or it pays no one. */
  readonly beneficiaryId: string | null;
}

/** The columns of a row under the names of the interface above. */
export const rowColumns = `
  row_no as "rowNo", sealed_fields as "sealedFields", sealed_card as "sealedCard",
  card_hash as "cardHash", leaf_hash as "leafHash", status, bene_id as "beneId",
  beneficiary_id as "beneficiaryId"`;

/** Rows are worked on in sets of so many. */
export const CHUNK_ROWS = 500;

/** How a batch came about. A call has a key; what came without one is a file or made of one. */
export function creatorOfBatch({ createdBy, batchKey }: Pick<Batch, "createdBy" | "batchKey">): CreatorKind {
  const creator = creatorOf(createdBy);
  return creator === "api" && batchKey === null ? "batch" : creator;
}

/** The way in of its rows. */
export function wayOf({ batchKey }: Pick<Batch, "batchKey">): Way {
  return batchKey === null ? "batch_file" : "batch_call";
}
