import type { Context } from "#lib/context";
import type { DirectoryTx } from "#lib/db";
import { newId } from "#lib/ids";
import { type Active, becauseOf, decideIncidents, isEmpty } from "./decide-incidents.ts";
import { nameOf, WINDOW_MS, type Incident, type Severity, type Subject } from "./incidents.ts";
import { type Feed, type Outage, outageColumns, turnFeed } from "./outages.ts";
import { type Forgotten, readLiveTraffic } from "./read-traffic.ts";

// Writes outages. Merchants are notified of each change by its revision.

interface NewOutage extends Subject {
  readonly severity: Severity;
  readonly source: Incident["source"];
  readonly because: string;
  readonly by: string;
  readonly startedAt: Date;
  readonly endsAt: Date | null;
}

/** Adds outages under the last numbers of the feed. One that live traffic has opened already is left out. */
export async function insertOutages(
  tx: DirectoryTx,
  feed: Feed,
  outages: readonly NewOutage[],
): Promise<Outage[]> {
  if (outages.length === 0) return [];
  return tx.query<Outage>(INSERT, [
    feed.revision,
    feed.now,
    outages.map(() => newId()),
    outages.map((_, index) => feed.lastOutageNo - outages.length + index + 1),
    outages.map((one) => one.entity),
    outages.map((one) => one.entityCode),
    outages.map(nameOf),
    outages.map((one) => one.mode),
    outages.map((one) => one.severity),
    outages.map((one) => one.source),
    outages.map((one) => one.because),
    outages.map((one) => one.by),
    outages.map((one) => one.startedAt),
    outages.map((one) => one.endsAt),
  ]);
}

const INSERT = `
  insert into health.outage (outage_id, outage_no, revision, entity, entity_code, entity_name, mode, severity,
    scheduled, source, status, because, opened_by, opened_at, started_at, ends_at)
  select outage_id, outage_no, $1, entity, entity_code, entity_name, mode, severity, ends_at is not null, source,
    'open', because, opened_by, $2, started_at, ends_at
  from unnest($3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::timestamptz[], $14::timestamptz[])
    as given (outage_id, outage_no, entity, entity_code, entity_name, mode, severity, source, because, opened_by,
      started_at, ends_at)
  on conflict do nothing
  returning ${outageColumns}`;

/** Ends outages now, or cancels those that have not begun. Those over, even by plan, are left out. */
export function endOutages(
  tx: DirectoryTx,
  feed: Feed,
  { outageNos, by }: { outageNos: readonly number[]; by: string },
): Promise<Outage[]> {
  return tx.query<Outage>(END, [feed.revision, feed.now, outageNos, by]);
}

const END = `
  update health.outage
  set status = case when started_at > $2 then 'cancelled' else 'resolved' end,
      resolved_at = $2,
      resolved_by = $4,
      revision = $1
  where outage_no = any ($3::int[])
    and status = 'open'
    and (ends_at is null or ends_at > $2)
  returning ${outageColumns}`;

/** Raises outages to high severity. */
export async function raiseOutages(tx: DirectoryTx, feed: Feed, outageNos: readonly number[]): Promise<void> {
  await tx.execute(
    `update health.outage
     set severity = 'high', revision = $1
     where outage_no = any ($2::int[])
       and severity = 'low'
       and status = 'open'`,
    [feed.revision, outageNos],
  );
}

/**
 * Opens, raises and ends the outages that the traffic of all live merchants shows. The traffic may have
 * changed a little since it was read, which does no harm; the table accepts one open outage of a subject.
 */
export async function detectOutages(ctx: Pick<Context, "db">): Promise<void> {
  const [active, forgotten] = await ctx.db.directory(async (tx) => [
    // The order of these queries matters. If an outage ends between them, it counts as not active, and its traffic is
    // forgotten.
    await tx.query<Active<number>>(READ_ACTIVE),
    await tx.query<Forgotten>(READ_FORGOTTEN, [WINDOW_MS]),
  ]);
  const watched = active.filter(({ source }) => source === "traffic");
  const plan = decideIncidents(await readLiveTraffic(ctx, { forgotten, watched }), active);
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
