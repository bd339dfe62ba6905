import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { draftColumns, readDraft, type Draft, type DraftName } from "./draft.ts";
import { countDraftRows } from "./read-draft-rows.ts";

/** A draft with the current counts of its rows. */
export interface DraftSummary extends Draft {
  readonly rows: number;
  readonly wrong: number;
  /** The sum of the rows whose amount can be read. */
  readonly sumPaise: bigint;
}

/** Lists a person's unconfirmed drafts, newest first. */
export async function listDrafts(ctx: Context, merchantId: string, by: Actor): Promise<DraftSummary[]> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const drafts = await tx.query<Draft>(
      `select ${draftColumns}
       from batches.draft
       where merchant_id = $1
         and made_by = $2
         and batch_id is null
       order by draft_id desc`,
      [merchantId, by],
    );
    return Promise.all(drafts.map((draft) => summarize(tx, draft)));
  });
}

/** Describes one draft of its maker. Throws BatchError.draft_not_found. */
export async function describeDraft(
  ctx: Context,
  merchantId: string,
  name: DraftName,
): Promise<DraftSummary> {
  return ctx.db.inMerchant(merchantId, async (tx) => summarize(tx, await readDraft(tx, name)));
}

const summarize = async (tx: Tx, draft: Draft): Promise<DraftSummary> => ({
  ...draft,
  ...(await countDraftRows(tx, draft)),
});
