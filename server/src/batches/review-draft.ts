import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { readFundSources, readSourceBalances, WALLET_ID } from "#fund-sources";
import { hashForMaker } from "./content.ts";
import { readDraft, type Draft, type DraftName } from "./draft.ts";
import { BatchError } from "./errors.ts";
import { FORMATS } from "./formats.ts";
import { prepareRows, type PreparedContent } from "./prepare-rows.ts";
import { countDraftRows, readDraftRows } from "./read-draft-rows.ts";
import { paidFields } from "./review.ts";
import { reviewRows, type Review } from "./review-rows.ts";

/** A draft without faulty rows, as it would be paid. */
export interface DraftReview extends Review {
  /** Stands for everything that would be paid; the confirmation must give it. See `hashForMaker`. */
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
export async function readSoundRows(ctx: Context, tx: Tx, draft: Draft): Promise<SoundRow[]> {
  if (draft.batchId !== null) throw BatchError.draft_confirmed({ batchId: draft.batchId });
  if (draft.mapping === null) throw BatchError.columns_missing();
  const { rows, wrong } = await countDraftRows(tx, draft);
  if (rows === 0) throw BatchError.rows_missing();
  if (wrong > 0) throw BatchError.rows_wrong({ rows: wrong });
  return readDraftRows(tx, ctx.vault, { draft, limit: ROWS_MAX });
}

/** Seals and hashes the content of a draft as a batch would. */
export function prepareDraft(
  ctx: Context,
  merchantId: string,
  { draft, rows }: { draft: Draft; rows: readonly SoundRow[] },
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
