import { createHash } from "node:crypto";
import { requireOfMember, requirePayouts } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { readLateSuccesses } from "#transfers";
import type { Batch } from "./batch.ts";
import { describeBatch } from "./describe-batches.ts";
import { BatchError } from "./errors.ts";
import { prepareRows, type GivenRow } from "./prepare-rows.ts";
import { readRows, type BatchRow } from "./read-rows.ts";
import { storeBatch } from "./store-batch.ts";

const ROWS_MAX = 10_000;
const TRANSFER_KEY_LENGTH_MAX = 40;

/**
 * Copies the failed rows of a batch that may succeed now to a new batch. A row whose transfer is stored gets
 * another transfer id (`..._r2`), since the same id is always the same transfer; cloned twice, it gets the
 * same id twice and is paid once. Left out are invalid rows, rows whose id another transfer has, rows that
 * were paid after they failed, rows of erased payees, and rows of cards: a token was for one payment, and is gone.
 * Throws BatchError.not_found or nothing_to_clone; for a member, AccessError.not_permitted or payouts_disabled.
 */
export async function cloneFailedRows(
  ctx: Context,
  merchantId: string,
  { batchId, by }: { batchId: string; by: Actor },
): Promise<Batch> {
  const batch = await describeBatch(ctx, merchantId, { batchId });
  const rows = (await readRows(ctx, merchantId, { batch, limit: ROWS_MAX })).filter(mayBeTriedAgain);
  const paidLate = await ctx.db.inMerchant(merchantId, (tx) => readLateSuccesses(tx, transferIdsOf(rows)));
  const given = rows.filter(({ transfer }) => !paidLate.has(transfer?.transferId ?? "")).map(toGiven);
  if (given.length === 0) throw BatchError.nothing_to_clone({ batchId });
  const { format, replacesBeneficiaries, fundSourceId, name } = batch;
  const head = { format, replacesBeneficiaries, fundSourceId };
  const content = await prepareRows(ctx.vault, merchantId, { head, given });
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "initiate_bulk_transfer");
    await requirePayouts(tx, by);
    const cloned = await storeBatch(tx, { batchKey: null, name, clonedFrom: batchId, content, by });
    const detail = {
      clonedFrom: batchId,
      rows: content.rows.length,
    };
    const subject = `batch:${cloned!.batchId}`;
    await recordAudit(tx, [{ actor: by, action: "batches.cloned", subject, detail }]);
    return cloned!;
  });
}

const transferIdsOf = (rows: readonly BatchRow[]): string[] =>
  rows.flatMap(({ transfer }) => transfer?.transferId ?? []);

const FAILED = new Set(["FAILED", "REJECTED", "REVERSED"]);
const TAKEN = new Set(["transfer_id_exists", "id_exists"]);

/** An invalid row has no key. */
function mayBeTriedAgain({ status, rowKey, failure, isWhole, isErased }: BatchRow): boolean {
  return FAILED.has(status) && rowKey !== null && isWhole && !isErased && !TAKEN.has(failure ?? "");
}

function toGiven({ line, fields, transfer }: BatchRow): GivenRow {
  if (transfer === null) return { line, fields };
  return { line, fields: { ...fields, transferId: nextKey(transfer.transferKey) } };
}

/** Returns the next key: `a_r2` follows `a`, and `a_r3` follows that. */
function nextKey(key: string): string {
  const [, base, number] = /^(.*)_r(\d{1,4})$/.exec(key) ?? [null, key, "1"];
  const suffix = `_r${Number(number) + 1}`;
  if (base!.length + suffix.length <= TRANSFER_KEY_LENGTH_MAX) return base! + suffix;
  // Long ids tend to differ at their ends, which are cut off here, so a hash of the whole id is added.
  const mark = `_${createHash("sha256").update(base!).digest("hex").slice(0, 8)}`;
  return base!.slice(0, TRANSFER_KEY_LENGTH_MAX - suffix.length - mark.length) + mark + suffix;
}
