/** Details of erased payees that are kept by law: read for an authority, and removed at their end. */
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { defineWorker, momentsIn, repeatsIn } from "#lib/worker";
import { eraseDetails, KEPT_PURPOSE } from "./erase-details.ts";
import { type Erasure, ERASURE, lockErasure } from "./erasure.ts";
import { ErasureError } from "./errors.ts";

/** Reads what is kept of an erased payee, which is put on record. Throws ErasureError.not_found and nothing_kept. */
export async function revealKept(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { erasureNo, by }: { readonly erasureNo: number; readonly by: Actor },
): Promise<{ readonly payees: readonly object[]; readonly until: Date }> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const erasure = await lockErasure(tx, erasureNo);
    const { erasureId, sealedAll, allUntil, sealedKept, keptUntil } = erasure;
    const [sealed, until] = sealedAll === null ? [sealedKept, keptUntil] : [sealedAll, allUntil];
    if (sealed === null || until === null) throw ErasureError.nothing_kept({ erasureNo });
    const subject = `erasure:${erasureId}`;
    await recordAudit(tx, [
      { actor: by, action: "erasures.kept_details_revealed", subject, detail: { erasureNo } },
    ]);
    const payees = JSON.parse(tx.openBytes(KEPT_PURPOSE, sealed)) as object[];
    return { payees, until };
  });
}

async function removeKept(tx: Tx): Promise<void> {
  const over = await tx.query<Pick<Erasure, "erasureId" | "erasureNo">>(REMOVE_KEPT, [tx.merchantId, tx.now]);
  await recordAudit(
    tx,
    over.map(({ erasureId, erasureNo }) => ({
      actor: "system",
      action: "erasures.kept_details_removed",
      subject: `erasure:${erasureId}`,
      detail: { erasureNo },
    })),
  );
}

const REMOVE_KEPT = `
  update erasures.erasure
  set sealed_all = case when all_until > $2 then sealed_all end,
    sealed_kept = case when kept_until > $2 then sealed_kept end,
    due_at = least(
      case when all_until > $2 then all_until end,
      case when kept_until > $2 then kept_until end
    )
  where merchant_id = $1 and done_at is not null and due_at <= $2
  returning erasure_id as "erasureId", erasure_no as "erasureNo"`;

/** Does what is due of a merchant's erasures. */
async function workErasures(
  ctx: Pick<Context, "config" | "db" | "vault">,
  merchantId: string,
): Promise<void> {
  const due = await ctx.db.inMerchant(merchantId, async (tx) => {
    await removeKept(tx);
    return tx.query<Erasure>(
      `select ${ERASURE.columns}
       from erasures.erasure
       where merchant_id = $1 and done_at is null and due_at <= $2
       order by erasure_no`,
      [merchantId, tx.now],
    );
  });
  for (const { erasureNo } of due) await eraseDetails(ctx, merchantId, erasureNo);
}

export const erasuresWorker = defineWorker({
  name: "erasures",
  everyMs: 60_000,
  due: `exists (
    select from erasures.erasure
    where erasure.merchant_id = clock.merchant_id and erasure.due_at <= clock.now
  )`,
  work: workErasures,
  moments: {
    erasures: repeatsIn("erasures.erasure", "done_at is null"),
    kept_details: momentsIn("erasures.erasure", "due_at", "done_at is not null"),
  },
});
