import { requirePayouts, requirePermission } from "#access";
import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { hashForMaker } from "./content.ts";
import { lockAnyDraft, type DraftName } from "./draft.ts";
import { BatchError } from "./errors.ts";
import { prepareDraft, readSoundRows } from "./review-draft.ts";
import { removeDraftRows } from "./start-draft.ts";
import { storeBatch } from "./store-batch.ts";

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
