/** The background work of health: outages for live merchants, planned incidents, and traffic. */
import type { Context } from "#lib/context";
import { momentsIn } from "#lib/moments";
import { startWorking, type Working } from "#lib/work-loop";
import { OFFLINE_MIN, WINDOW_MS } from "./incident-limits.ts";
import { detectIncidents, turnIncidents } from "./write-incidents.ts";
import { detectOutages } from "./detect-outages.ts";
import { IS_OFFLINE } from "./read-traffic.ts";
import { tellOutages } from "./tell-outages.ts";

const LOOK_EVERY_MS = 2_000;
/** The traffic of all live merchants is more to read than that of one. */
const LOOK_AT_LIVE_EVERY_MS = 15_000;

/** Stands for the traffic of all live merchants together, among the merchants with work. */
const ALL_LIVE = "all live merchants";

/** Does everything due for a merchant, by its clock. Safe to run at any time and in several processes. */
export async function workIncidents(ctx: Context, merchantId: string): Promise<void> {
  const [merchant] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ mode: string }>("select mode from access.merchant where merchant_id = $1", [merchantId]),
  );
  const isLive = merchant?.mode === "live";
  if (isLive) await tellOutages(ctx, merchantId);
  await ctx.db.inMerchant(merchantId, (tx) => turnIncidents(tx));
  // Traffic last: a planned incident that is over explains why a bank was offline until then.
  if (!isLive) await detectIncidents(ctx, merchantId);
}

/** Starts the worker of this process, which looks every 2 s, and every 15 s at all live traffic. */
export function startHealth(
  ctx: Context,
  { lookEveryMs = LOOK_EVERY_MS, lookAtLiveEveryMs = LOOK_AT_LIVE_EVERY_MS } = {},
): Working {
  let lookedAtLive = -Infinity;
  const findMerchants = async (): Promise<string[]> => {
    const withLive = performance.now() - lookedAtLive >= lookAtLiveEveryMs;
    if (withLive) lookedAtLive = performance.now();
    return findWork(ctx, { withLive });
  };
  return startWorking(ctx, {
    name: "incidents",
    channel: "incidents",
    everyMs: lookEveryMs,
    findMerchants,
    work: (found) => (found === ALL_LIVE ? detectOutages(ctx) : workIncidents(ctx, found)),
  });
}

/** Finds merchants with something due, by their own clocks. All live ones together come last, if wanted. */
export async function findWork(ctx: Pick<Context, "db">, { withLive = true } = {}): Promise<string[]> {
  return ctx.db.sweep(async (read) => {
    const due = await read.query<{ merchantId: string }>(FIND_MERCHANTS, [WINDOW_MS]);
    const merchantIds = due.map(({ merchantId }) => merchantId);
    if (!withLive) return merchantIds;
    const [live] = await read.query<{ due: boolean }>(IS_TRAFFIC_DUE, [WINDOW_MS]);
    return live!.due ? [...merchantIds, ALL_LIVE] : merchantIds;
  });
}

// The clock is read separately: row level security does not allow our functions in an index condition.
const CLOCK = `
  with clock as materialized (
    select merchant_id, mode, now, now - $1 * interval '1 ms' as since
    from access.merchant
    cross join lateral (select lib.now_of(merchant_id) as now) as shown
  )`;

/** Recent reports that a beneficiary's bank was offline, as many as an incident needs. */
const OFFLINE_LATELY = `
  select from transfers.fact
  where fact.merchant_id = clock.merchant_id
    and ${IS_OFFLINE}
    and fact.at >= clock.since
  limit ${OFFLINE_MIN}`;

const FIND_MERCHANTS = `
  ${CLOCK}, feed as materialized (
    select revision from health.feed
  )
  select clock.merchant_id as "merchantId"
  from clock
  cross join feed
  where exists (
      select from health.incident
      where incident.merchant_id = clock.merchant_id
        and incident.due_at <= clock.now
    )
    or (
      clock.mode = 'live'
      and feed.revision > 0
      and not exists (
        select from health.counter
        where counter.merchant_id = clock.merchant_id
          and counter.told_revision >= feed.revision
      )
    )
    or (
      clock.mode = 'sandbox'
      and (
        exists (
          select from health.incident
          where incident.merchant_id = clock.merchant_id
            and incident.entity <> 'our_bank'
            and incident.source = 'traffic'
            and incident.status = 'active'
        )
        or (select count(*) from (${OFFLINE_LATELY}) as lately) >= ${OFFLINE_MIN}
      )
    )`;

const IS_TRAFFIC_DUE = `
  ${CLOCK}
  select exists (
      select from health.outage
      where entity <> 'our_bank'
        and source = 'traffic'
        and status = 'open'
    )
    or (
      select count(*)
      from (
        select from clock
        cross join lateral (${OFFLINE_LATELY}) as lately
        where clock.mode = 'live'
        limit ${OFFLINE_MIN}
      ) as together
    ) >= ${OFFLINE_MIN} as due`;

/** The times at which planned incidents begin and end. */
export const INCIDENT_MOMENTS = { incidents: momentsIn("health.incident") };
