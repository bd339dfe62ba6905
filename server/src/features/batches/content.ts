/**
 * Seals and hashes what a batch says. Rows make leaves, 500 leaves a chunk, and the chunks and the head the
 * whole, so workers prove chunk by chunk that they process what was approved. A card's token is sealed apart,
 * because the row may not keep it; its hash is in the leaf, so that the batch can be proved without it.
 */
import { createHash } from "node:crypto";
import { VaultError, type SealedFor, type Vault } from "#lib/vault";
import { CHUNK_ROWS, type Batch, type StoredRow } from "./batch.ts";
import type { DraftName } from "./draft.ts";
import { splitFields, type RowFields } from "./formats.ts";

const HASH_BYTES = 32;
export const ROW_PURPOSE = "batch.row";
const ERASED_PURPOSE = "batch.row_erased";
const CARD_PURPOSE = "batch.card";

/** A row's fields as they are kept. */
export interface SealedRow {
  readonly sealedFields: Buffer;
  /** The card's token; null if the row names no card. */
  readonly sealedCard: Buffer | null;
  readonly cardHash: Buffer | null;
  readonly leafHash: Buffer;
}

/** Seals a row. The hashes are keyed, because a bank account could be guessed from a plain hash. */
export function sealRow(
  vault: Vault,
  merchantId: string,
  { rowNo, fields }: { rowNo: number; fields: RowFields },
): SealedRow {
  const { kept, card } = splitFields(fields);
  const text = JSON.stringify(kept);
  const cardText = card === null ? null : JSON.stringify(card);
  const cardHash = cardText === null ? null : hashCard(vault, merchantId, { rowNo, text: cardText });
  return {
    sealedFields: vault.seal({ merchantId, purpose: ROW_PURPOSE }, text),
    sealedCard: cardText === null ? null : vault.seal({ merchantId, purpose: CARD_PURPOSE }, cardText),
    cardHash,
    leafHash: hashLeaf(vault, merchantId, { rowNo, text, cardHash }),
  };
}

/**
 * Opens what a row keeps. Returns null if its leaf was made of something else, unless it is what an erasure left of
 * the row.
 */
export function openRow(vault: Vault, merchantId: string, row: StoredRow): RowFields | null {
  const { rowNo, cardHash, leafHash, erasedHash } = row;
  const text = openText(vault, { merchantId, purpose: ROW_PURPOSE }, row.sealedFields);
  if (text === null) return null;
  const isProved =
    erasedHash === null
      ? hashLeaf(vault, merchantId, { rowNo, text, cardHash }).equals(leafHash)
      : hashErased(vault, merchantId, { leafHash, text }).equals(erasedHash);
  return isProved ? (JSON.parse(text) as RowFields) : null;
}

/** Proves what an erasure leaves of a row. Leaves are of one row, so the proof is of no use for another row. */
export const hashErased = (
  vault: Vault,
  merchantId: string,
  { leafHash, text }: { leafHash: Buffer; text: string },
): Buffer => vault.hmac(ERASED_PURPOSE, `${merchantId} ${leafHash.toString("hex")} ${text}`);

/**
 * Decrypts the whole content of an open row, so that it can be paid. Returns null if the content does not match the
 * row's stored hash.
 */
export function openWholeRow(vault: Vault, merchantId: string, row: StoredRow): RowFields | null {
  // An open row is never erased, and what an erasure left is never paid.
  if (row.erasedHash !== null) return null;
  const kept = openRow(vault, merchantId, row);
  const { rowNo, sealedCard, cardHash } = row;
  if (kept === null || cardHash === null) return kept;
  if (sealedCard === null) return null;
  const text = openText(vault, { merchantId, purpose: CARD_PURPOSE }, sealedCard);
  if (text === null) return null;
  const isSame = hashCard(vault, merchantId, { rowNo, text }).equals(cardHash);
  return isSame ? { ...kept, ...(JSON.parse(text) as RowFields) } : null;
}

/** Returns null if the text is damaged. Throws if the master key is missing, which is not damage. */
function openText(vault: Vault, owner: SealedFor, sealed: Buffer): string | null {
  try {
    return vault.open(owner, sealed).toString();
  } catch (error) {
    if (error instanceof VaultError && error.code !== "unknown_master_key") return null;
    throw error;
  }
}

interface RowText {
  readonly rowNo: number;
  readonly text: string;
}

function hashLeaf(
  vault: Vault,
  merchantId: string,
  { rowNo, text, cardHash }: RowText & { cardHash: Buffer | null },
): Buffer {
  const card = cardHash === null ? "" : ` ${cardHash.toString("hex")}`;
  return vault.hmac(ROW_PURPOSE, `${merchantId} ${rowNo} ${text}${card}`);
}

const hashCard = (vault: Vault, merchantId: string, { rowNo, text }: RowText): Buffer =>
  vault.hmac(CARD_PURPOSE, `${merchantId} ${rowNo} ${text}`);

/** Returns the hashes of all chunks, concatenated, from all leaves in order. */
export function hashChunks(leaves: readonly Buffer[]): Buffer {
  const chunks: Buffer[] = [];
  for (let from = 0; from < leaves.length; from += CHUNK_ROWS) {
    chunks.push(hashOf(leaves.slice(from, from + CHUNK_ROWS)));
  }
  return Buffer.concat(chunks);
}

/** Returns true if the leaves of a chunk (0, 1 ...) are those that the batch was made of. */
export function isChunk(
  batch: Pick<Batch, "chunkHashes">,
  chunk: number,
  leaves: readonly Buffer[],
): boolean {
  const expected = batch.chunkHashes.subarray(chunk * HASH_BYTES, (chunk + 1) * HASH_BYTES);
  return hashOf(leaves).equals(expected);
}

export type BatchHead = Pick<Batch, "format" | "replacesBeneficiaries" | "fundSourceId" | "rowCount">;

/** Returns the hash over all that a batch says. */
export function hashContent(head: BatchHead, chunkHashes: Buffer): Buffer {
  const { format, replacesBeneficiaries, fundSourceId, rowCount } = head;
  const text = JSON.stringify([format, replacesBeneficiaries, fundSourceId, rowCount]);
  return hashOf([Buffer.from(text), chunkHashes]);
}

/**
 * Returns the hash that the maker of a draft is shown and confirms. It is of no use for another draft or member:
 * otherwise members could compare guessed account numbers in a draft of theirs with a batch of someone else.
 */
export function hashForMaker(
  vault: Vault,
  merchantId: string,
  { draftId, by, contentHash }: DraftName & { readonly contentHash: Buffer },
): Buffer {
  const text = JSON.stringify([merchantId, draftId, by, contentHash.toString("hex")]);
  return vault.hmac("batch.draft", text).subarray(-HASH_BYTES);
}

function hashOf(parts: readonly Buffer[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
