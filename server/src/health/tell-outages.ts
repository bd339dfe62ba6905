import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { outageColumns, type Outage } from "./outages.ts";
import { endIncidents, insertIncidents, raiseIncidents } from "./write-incidents.ts";

/**
 * Notifies a live merchant of changes of outages since the last time. Its copies, its webhooks and its
 * position in the feed are one commit, so each change is sent once. A new merchant gets only those not over.
 */
export async function tellOutages(ctx: Pick<Context, "db">, merchantId: string): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const told = await lockCounter(tx);
    // Read first and always stored: a revision without an outage would be looked for every time.
    const [feed] = await tx.query<{ revision: bigint }>("select revision from health.feed");
    const upTo = feed!.revision;
    if (told === upTo) return;
    await writeCopies(tx, await tx.query<Outage>(READ, [told, upTo, tx.now, merchantId]));
    await tx.execute("update health.counter set told_revision = $2 where merchant_id = $1", [
      merchantId,
      upTo,
    ]);
    crashPoint("health.tell.before_commit");
  });
}

/** Returns the merchant's position in the feed; null for the first time. Concurrent calls wait. */
async function lockCounter(tx: Tx): Promise<bigint | null> {
  const inserted = await tx.execute(
    "insert into health.counter (merchant_id) values ($1) on conflict (merchant_id) do nothing",
    [tx.merchantId],
  );
  const [counter] = await tx.query<{ told: bigint }>(
    "select told_revision as told from health.counter where merchant_id = $1 for update",
    [tx.merchantId],
  );
  return inserted === 1 ? null : counter!.told;
}

const READ = `
  select ${outageColumns}
  from health.outage
  where revision > coalesce($1, 0)
    and revision <= $2
    -- Of our banks a merchant hears of those that it is connected to.
    and (entity <> 'our_bank' or entity_code in (
      select bank_id from fund_sources.bank_connection where merchant_id = $4
    ))
    and ($1 is not null or (status = 'open' and (ends_at is null or ends_at > $3)))
  order by revision, outage_no`;

function isOver({ status, endsAt }: Outage, now: Date): boolean {
  return status !== "open" || (endsAt !== null && endsAt <= now);
}

async function writeCopies(tx: Tx, changed: readonly Outage[]): Promise<void> {
  await insertIncidents(
    tx,
    changed
      .filter(({ status }) => status !== "cancelled")
      .map((outage) => ({
        ...outage,
        incidentId: outage.outageId,
        incidentNo: outage.outageNo,
        by: outage.openedBy,
      })),
  );
  await raiseIncidents(
    tx,
    changed
      .filter((outage) => outage.severity === "high" && !isOver(outage, tx.now))
      .map(({ outageId }) => outageId),
  );
  const endings = changed.flatMap(({ outageId, resolvedAt }) =>
    resolvedAt === null ? [] : [{ incidentId: outageId, at: resolvedAt }],
  );
  await endIncidents(tx, { endings, by: "system" });
}
