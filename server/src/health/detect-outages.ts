import type { Context } from "#lib/context";
import { becauseOf, decideIncidents, isEmpty, type Active } from "./decide-incidents.ts";
import { WINDOW_MS } from "./incident-limits.ts";
import { turnFeed } from "./outage.ts";
import { readTraffic, type Forgotten } from "./read-traffic.ts";
import { endOutages, insertOutages, raiseOutages } from "./write-outages.ts";

/**
 * Opens, raises and ends the outages that the traffic of all live merchants shows. The traffic may have
 * changed a little since it was read, which does no harm; the table accepts one open outage of a subject.
 */
export async function detectOutages(ctx: Pick<Context, "db">): Promise<void> {
  const plan = await ctx.db.sweep(async (read) => {
    // In this order: an outage that ends between the two is not active, and its traffic is forgotten.
    const active = await read.query<Active<number>>(READ_ACTIVE);
    const forgotten = await read.query<Forgotten>(READ_FORGOTTEN, [WINDOW_MS]);
    const watched = active.filter(({ source }) => source === "traffic");
    return decideIncidents(await readTraffic(read, { merchantId: null, forgotten, watched }), active);
  });
  if (isEmpty(plan)) return;
  await ctx.db.directory(async (tx) => {
    const feed = await turnFeed(tx, plan.open.length);
    await endOutages(tx, feed, { outageNos: plan.end, by: "system" });
    await raiseOutages(tx, feed, plan.raise);
    await insertOutages(
      tx,
      feed,
      plan.open.map((found) => ({
        ...found,
        source: "traffic",
        because: becauseOf(found),
        by: "system",
        startedAt: found.firstAt ?? feed.now,
        endsAt: null,
      })),
    );
  });
}

const READ_FORGOTTEN = `
  select over.entity, over.entity_code as "entityCode", over.mode, max(over.ended_at) as before
  from (
    -- A planned one that ran out is over by its plan, without a word; one that was called off never was.
    select *, coalesce(resolved_at, ends_at) as ended_at
    from health.outage
    where status <> 'cancelled'
  ) as over
  where over.ended_at between now() - $1 * interval '1 ms' and now()
    -- A notice that ends takes nothing from what traffic shows to go on.
    and not exists (
      select from health.outage as seen
      where seen.source = 'traffic'
        and seen.status = 'open'
        and (seen.entity, seen.entity_code, seen.mode) = (over.entity, over.entity_code, over.mode)
        and seen.started_at < over.ended_at
    )
  group by over.entity, over.entity_code, over.mode`;

const READ_ACTIVE = `
  select outage_no as id, entity, entity_code as "entityCode", mode, severity, source
  from health.outage
  where entity <> 'our_bank'
    and status = 'open'
    and started_at <= now()
    and (ends_at is null or ends_at > now())`;
