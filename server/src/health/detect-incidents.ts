import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { becauseOf, decideIncidents, isEmpty, type Active } from "./decide-incidents.ts";
import { nextIncidentNo } from "./next-incident-no.ts";
import { WINDOW_MS } from "./incident-limits.ts";
import { readTraffic, type Forgotten } from "./read-traffic.ts";
import { endIncidents, insertIncidents, raiseIncidents } from "./write-incidents.ts";

/**
 * Opens, raises and ends the incidents that a sandbox merchant's own traffic shows, by its clock. Safe to run
 * at any time and in several processes: the table accepts one open incident of a subject.
 */
export async function detectIncidents(ctx: Pick<Context, "db">, merchantId: string): Promise<void> {
  await ctx.db.inMerchant(merchantId, async (tx) => {
    // In this order: an incident that ends between the two is not active, and its traffic is forgotten.
    const active = await tx.query<Active<string>>(READ_ACTIVE, [merchantId]);
    const forgotten = await tx.query<Forgotten>(READ_FORGOTTEN, [
      merchantId,
      new Date(tx.now.getTime() - WINDOW_MS),
    ]);
    const watched = active.filter(({ source }) => source === "traffic");
    const plan = decideIncidents(await readTraffic(tx, { merchantId, forgotten, watched }), active);
    if (isEmpty(plan)) return;
    const endings = plan.end.map((incidentId) => ({ incidentId, at: tx.now }));
    await endIncidents(tx, { endings, by: "system" });
    await raiseIncidents(tx, plan.raise);
    const firstNo = plan.open.length === 0 ? 0 : await nextIncidentNo(tx, plan.open.length);
    await insertIncidents(
      tx,
      plan.open.map((found, index) => ({
        ...found,
        incidentId: newId(),
        incidentNo: firstNo + index,
        source: "traffic",
        because: becauseOf(found),
        by: "system",
        startedAt: found.firstAt ?? tx.now,
        endsAt: null,
      })),
    );
  });
}

const READ_FORGOTTEN = `
  select over.entity, over.entity_code as "entityCode", over.mode, max(over.resolved_at) as before
  from health.incident as over
  where over.merchant_id = $1
    and over.status = 'resolved'
    and over.resolved_at >= $2
    -- A notice that ends takes nothing from what traffic shows to go on.
    and not exists (
      select from health.incident as seen
      where seen.merchant_id = $1
        and seen.source = 'traffic'
        and seen.status = 'active'
        and (seen.entity, seen.entity_code, seen.mode) = (over.entity, over.entity_code, over.mode)
        and seen.started_at < over.resolved_at
    )
  group by over.entity, over.entity_code, over.mode`;

const READ_ACTIVE = `
  select incident_id as id, entity, entity_code as "entityCode", mode, severity, source
  from health.incident
  where merchant_id = $1
    and entity <> 'our_bank'
    and status = 'active'`;
