/**
 * A draft is reviewed by its maker, who sees what would be paid, and confirmed, which makes it a batch of just
 * that.
 */
import { requirePayouts, requirePermission } from "#access";
import { recordAudit } from "#audit";
import { readFundSources, readSourceBalances, WALLET_ID } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { hashForMaker } from "./content.ts";
import { readDraft, type BatchDraft, type DraftName, lockAnyDraft } from "./draft.ts";
import { BatchError } from "./errors.ts";
import { FORMATS } from "./formats.ts";
import { prepareRows, type PreparedContent } from "./prepare-rows.ts";
import { countDraftRows, readDraftRows } from "./read-drafts.ts";
import { reviewRows, type Review } from "./review-rows.ts";
import { paidFields } from "./review.ts";
import { removeDraftRows } from "./start-draft.ts";
import { storeBatch } from "./store-batch.ts";

/** A draft without faulty rows, as it would be paid. */
interface DraftReview extends Review {
  /** A hash of everything that would be paid. The confirmation must contain it. See `hashForMaker`. */
  readonly contentHash: Buffer;
  /** The balance that its fund source can spend now. */
  readonly spendablePaise: bigint;
}

const ROWS_MAX = 10_000;

/**
 * Adds up and compares what a draft would pay. Throws BatchError.draft_not_found, columns_missing,
 * rows_missing or rows_wrong.
 */
export async function reviewDraft(ctx: Context, merchantId: string, name: DraftName): Promise<DraftReview> {
  const { draft, rows } = await ctx.db.inMerchant(merchantId, async (tx) => {
    const read = await readDraft(tx, name);
    return { draft: read, rows: await readSoundRows(ctx, tx, read) };
  });
  const content = await prepareDraft(ctx, merchantId, { draft, rows });
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const isOfTransfers = FORMATS[draft.format].kind === "transfers";
    const reviewed = rows.map(({ rowNo, line, fields }, index) => ({
      rowNo,
      line,
      fields: isOfTransfers ? paidFields(draft.format, fields) : fields,
      amountPaise: content.rows[index]!.amountPaise ?? 0n,
    }));
    const { name: title, format } = draft;
    const compared = isOfTransfers ? reviewed : [];
    // A draft may be full of guesses and be dropped afterwards, so its maker reads no exact comparison.
    const given = { name: title, format, rows: compared, batchId: null, mayReveal: false };
    const [review, spendablePaise] = await Promise.all([
      reviewRows(ctx, tx, given),
      readSpendable(tx, draft.fundSourceId),
    ]);
    const warnings = [...content.warnings, ...review.warnings];
    const contentHash = hashForMaker(ctx.vault, merchantId, { ...name, contentHash: content.contentHash });
    return { ...review, warnings, contentHash, spendablePaise };
  });
}

type SoundRow = Pick<Awaited<ReturnType<typeof readDraftRows>>[number], "rowNo" | "line" | "fields">;

/** Reads all rows of a draft. None may be wrong. */
async function readSoundRows(ctx: Context, tx: Tx, draft: BatchDraft): Promise<SoundRow[]> {
  if (draft.batchId !== null) throw BatchError.draft_confirmed({ batchId: draft.batchId });
  if (draft.mapping === null) throw BatchError.columns_missing();
  const { rows, wrong } = await countDraftRows(tx, draft);
  if (rows === 0) throw BatchError.rows_missing();
  if (wrong > 0) throw BatchError.rows_wrong({ rows: wrong });
  return readDraftRows(tx, ctx.vault, { draft, limit: ROWS_MAX });
}

/** Seals and hashes the content of a draft as a batch would. */
function prepareDraft(
  ctx: Context,
  merchantId: string,
  { draft, rows }: { draft: BatchDraft; rows: readonly SoundRow[] },
): Promise<PreparedContent> {
  const { format, replacesBeneficiaries, fundSourceId } = draft;
  const head = { format, replacesBeneficiaries, fundSourceId };
  return prepareRows(ctx.vault, merchantId, { head, given: rows });
}

async function readSpendable(tx: Tx, fundSourceId: string | null): Promise<bigint> {
  const sources = await readFundSources(tx);
  const id = fundSourceId ?? (sources.length === 1 ? sources[0]!.fundSourceId : WALLET_ID);
  return (await readSourceBalances(tx, [id])).get(id)?.spendablePaise ?? 0n;
}

/**
 * Makes a batch of a draft, which from now on is paid or waits for approval. `contentHash` is what its maker
 * was shown. A repeated confirmation returns the same batch. Throws BatchError.draft_not_found, rows_wrong,
 * columns_missing, rows_missing, draft_changed or fund_source_not_available, and AccessError.not_permitted or
 * payouts_disabled.
 */
export async function confirmDraft(
  ctx: Context,
  merchantId: string,
  { contentHash, ...name }: DraftName & { contentHash: Buffer },
): Promise<string> {
  const batchId = await ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, name.by, "initiate_bulk_transfer");
    await requirePayouts(tx, name.by);
    const draft = await lockAnyDraft(tx, name);
    if (draft.batchId !== null) return draft.batchId;
    const rows = await readSoundRows(ctx, tx, draft);
    const content = await prepareDraft(ctx, merchantId, { draft, rows });
    const shown = hashForMaker(ctx.vault, merchantId, { ...name, contentHash: content.contentHash });
    if (!shown.equals(contentHash)) throw BatchError.draft_changed();
    const { name: title, fileHash, draftId } = draft;
    const batch = await storeBatch(tx, { batchKey: null, name: title, fileHash, content, by: name.by });
    await tx.execute(
      "update batches.draft set batch_id = $3, sealed_file = null where merchant_id = $1 and draft_id = $2",
      [merchantId, draftId, batch!.batchId],
    );
    await removeDraftRows(tx, [draftId]);
    await recordAudit(tx, [
      {
        actor: name.by,
        action: "batches.confirmed",
        subject: `batch:${batch!.batchId}`,
        detail: { rows: content.rows.length },
      },
    ]);
    return batch!.batchId;
  });
  crashPoint("batches.confirm.committed");
  return batchId;
}
