/** Writes a batch with all its rows, in the caller's transaction. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { requireOfMember, secretShownTo } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { Vault } from "#lib/vault";
import { readFundSources } from "#fund-sources";
import { wakeWorker } from "#lib/worker";
import { mostChargesFor } from "#transfers";
import { batchColumns, type Batch, type Warning } from "./batch.ts";
import type { BatchHead } from "./content.ts";
import { BatchError } from "./errors.ts";
import { FORMATS } from "./formats.ts";
import type { PreparedContent, PreparedRow } from "./prepare-rows.ts";

/** A batch that is not stored yet. */
export interface NewBatch {
  readonly batchKey: string | null;
  readonly name: string;
  /** The keyed hash of its file, if it came as one. */
  readonly fileHash?: Buffer;
  readonly clonedFrom?: string;
  readonly content: PreparedContent;
  readonly by: Actor;
}

/**
 * Stores a batch and wakes the workers. Returns null if the merchant has used its key before. Throws
 * BatchError.fund_source_not_available, and for a member AccessError.not_permitted as `requireForPayees` does.
 */
export async function storeBatch(tx: Tx, batch: NewBatch): Promise<Batch | null> {
  const { fundSourceId } = batch.content.head;
  await requireForPayees(tx, batch.by, batch.content.head);
  if (fundSourceId !== null) await checkFundSource(tx, fundSourceId);
  const sameFile = batch.fileHash === undefined ? [] : await findSameFile(tx, batch.fileHash);
  const warnings = [...sameFile, ...batch.content.warnings];
  const stored = await insertBatch(tx, { ...batch, warnings });
  if (stored === null) return null;
  await Promise.all([insertRows(tx, stored.batchId, batch.content.rows), wakeWorker(tx, "batches")]);
  return stored;
}

/**
 * Requires that a member may manage beneficiaries if a batch replaces listed ones, or does nothing but add some.
 * Otherwise a member who may only pay could redirect the payments of others. Throws AccessError.not_permitted.
 */
export async function requireForPayees(
  tx: Tx,
  by: Actor,
  { format, replacesBeneficiaries }: Pick<BatchHead, "format" | "replacesBeneficiaries">,
): Promise<void> {
  if (replacesBeneficiaries || FORMATS[format].kind === "beneficiaries")
    await requireOfMember(tx, by, "manage_beneficiaries");
}

async function checkFundSource(tx: Tx, fundSourceId: string): Promise<void> {
  const sources = await readFundSources(tx);
  const found = sources.some((source) => source.active && source.fundSourceId === fundSourceId);
  if (!found) throw BatchError.fund_source_not_available({ fundSourceId });
}

/**
 * Returns the hash by which a merchant's file is recognised, whether it is paid at once or reviewed first. It is keyed,
 * because a plain one would confirm a guess of a short file, and no other merchant can make it.
 */
export function hashFile(vault: Vault, merchantId: string, bytes: Uint8Array): Buffer {
  const digest = createHash("sha256").update(bytes).digest("hex");
  return vault.hmac("batch.file", `${merchantId} ${digest}`);
}

async function findSameFile(tx: Tx, fileHash: Buffer): Promise<Warning[]> {
  const [earlier] = await tx.query<{ referenceId: number }>(
    `select reference_id as "referenceId"
     from batches.batch
     where merchant_id = $1
       and file_hash = $2
       and file_hash is not null
     order by reference_id desc
     limit 1`,
    [tx.merchantId, fileHash],
  );
  if (earlier === undefined) return [];
  return [{ kind: "same_file", text: `The same file was taken as batch ${earlier.referenceId}`, lines: [] }];
}

/**
 * The members who made the rows of the batch that this one is cloned from. They chose the accounts, so they do not
 * approve these rows after a colleague or a program has tried them again.
 */
const MAKERS_OF_ORIGINAL = `
  array(
    select distinct maker
    from batches.batch as original
    cross join lateral unnest(
      original.other_makers || original.secret_shown_to
        || case when starts_with(original.created_by, 'member:') then substr(original.created_by, 8)::uuid end
    ) as maker
    where original.merchant_id = $1
      and original.batch_id = $7
      and maker is not null
  )`;

async function insertBatch(
  tx: Tx,
  {
    batchKey,
    name,
    fileHash,
    clonedFrom,
    content,
    by,
    warnings,
  }: NewBatch & { warnings: readonly Warning[] },
): Promise<Batch | null> {
  const { head, sumPaise, contentHash, chunkHashes } = content;
  const [stored] = await tx.query<Batch>(
    `with numbered as (
       insert into batches.counter as counter (merchant_id, last_reference_id)
       values ($1, 1001)
       on conflict (merchant_id) do update
       set last_reference_id = counter.last_reference_id + 1
       returning last_reference_id
     )
     insert into batches.batch (
       merchant_id, batch_id, reference_id, batch_key, name, format, file_hash, cloned_from,
       replaces_beneficiaries, fund_source_id, row_count, sum_paise, content_hash, chunk_hashes, warnings, stage,
       created_by, created_at, secret_shown_to, other_makers
     )
     select $1, $2, last_reference_id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'uploaded', $15, $16,
       ${secretShownTo("$1", "$15::text")}, ${MAKERS_OF_ORIGINAL}
     from numbered
     on conflict on constraint batch_key_once do nothing
     returning ${batchColumns}`,
    [
      tx.merchantId,
      newId(),
      batchKey,
      name,
      head.format,
      fileHash ?? null,
      clonedFrom ?? null,
      head.replacesBeneficiaries,
      head.fundSourceId,
      head.rowCount,
      sumPaise,
      contentHash,
      chunkHashes,
      JSON.stringify(warnings),
      by,
      tx.now,
    ],
  );
  return stored ?? null;
}

/** Writing the parameters of many more rows at once would delay other work. */
const ROWS_A_STATEMENT = 250;

async function insertRows(tx: Tx, batchId: string, rows: readonly PreparedRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await insertSome(tx, batchId, { rows: rows.slice(from, from + ROWS_A_STATEMENT), from });
}

/** Returns the most that the payment of a row costs besides its amount; null if it is not paid. */
function chargesOf({ mode, amountPaise }: PreparedRow, now: Date): bigint | null {
  if (mode === null || amountPaise === null) return null;
  const { feePaise, taxPaise } = mostChargesFor({ originKind: "batch", mode, amountPaise }, now);
  return feePaise + taxPaise;
}

async function insertSome(
  tx: Tx,
  batchId: string,
  { rows, from }: { rows: readonly PreparedRow[]; from: number },
): Promise<void> {
  const count = await tx.execute(
    `insert into batches.batch_row (
       merchant_id, batch_id, row_no, line, sealed_fields, sealed_card, card_hash, leaf_hash, row_key,
       amount_paise, status, failure, because, bene_id, charges_paise
     )
     select $1, $2, $13::integer + place, line, sealed_fields, sealed_card, card_hash, leaf_hash, row_key, amount_paise,
       case when failure is null then 'open' else 'rejected' end, failure, because, bene_id, charges_paise
     from unnest($3::integer[], $4::bytea[], $5::bytea[], $6::bytea[], $7::bytea[], $8::text[], $9::bigint[],
       $10::text[], $11::text[], $12::text[], $14::bigint[])
       with ordinality as given (line, sealed_fields, sealed_card, card_hash, leaf_hash, row_key,
         amount_paise, failure, because, bene_id, charges_paise, place)`,
    [
      tx.merchantId,
      batchId,
      rows.map((row) => row.line),
      rows.map((row) => row.sealedFields),
      rows.map((row) => row.sealedCard),
      rows.map((row) => row.cardHash),
      rows.map((row) => row.leafHash),
      rows.map((row) => row.rowKey),
      rows.map((row) => row.amountPaise),
      rows.map((row) => row.failure?.failure ?? null),
      rows.map((row) => row.failure?.because ?? null),
      rows.map((row) => row.beneId),
      from,
      rows.map((row) => chargesOf(row, tx.now)),
    ],
  );
  assert.equal(count, rows.length, "every row is stored");
}
