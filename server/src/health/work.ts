/** The background work of health: telling live merchants of outages, planned beginnings and ends, watching traffic. */
import type { Context } from "#lib/context";
import { startWorking, type Working } from "#lib/work-loop";
import { detectIncidents } from "./detect-incidents.ts";
import { detectOutages } from "./detect-outages.ts";
import { IS_OFFLINE, WINDOW_MS } from "./read-traffic.ts";
import { tellOutages } from "./tell-outages.ts";
import { turnIncidents } from "./write-incidents.ts";

const LOOK_EVERY_MS = 2_000;

/** Stands among the merchants that have work for the traffic of all live ones together. */
const ALL_LIVE = "all live merchants";

/** Does all that a merchant has due, by its clock. Safe to run at any time and from several processes. */
export async function workIncidents(ctx: Context, merchantId: string): Promise<void> {
  const [merchant] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ mode: string }>("select mode from access.merchant where merchant_id = $1", [merchantId]),
  );
  if (merchant?.mode === "live") await tellOutages(ctx, merchantId);
  else await detectIncidents(ctx, merchantId);
  await ctx.db.inMerchant(merchantId, (tx) => turnIncidents(tx));
}

/** Starts the worker of this process; it looks every two seconds. */
export function startHealth(ctx: Context, { lookEveryMs = LOOK_EVERY_MS } = {}): Working {
  return startWorking(ctx, {
    name: "incidents",
    channel: "incidents",
    everyMs: lookEveryMs,
    findMerchants: () => findWork(ctx),
    work: (found) => (found === ALL_LIVE ? detectOutages(ctx) : workIncidents(ctx, found)),
  });
}

/** Merchants with something due, by each one's own clock; all live ones together last. */
export async function findWork(ctx: Pick<Context, "db">): Promise<string[]> {
  return ctx.db.sweep(async (read) => {
    const due = await read.query<{ merchantId: string }>(FIND_MERCHANTS, [WINDOW_MS]);
    const [live] = await read.query<{ due: boolean }>(IS_TRAFFIC_DUE, [WINDOW_MS]);
    return [...due.map(({ merchantId }) => merchantId), ...(live!.due ? [ALL_LIVE] : [])];
  });
}

// The clock apart: row level security lets no function of ours into an index condition.
const CLOCK = `
  with clock as materialized (
    select merchant_id, mode, now, now - $1 * interval '1 ms' as since
    from access.merchant
    cross join lateral (select lib.now_of(merchant_id) as now) as shown
  )`;

/** Where a bank has said lately that a beneficiary's bank is offline. */
const IS_OFFLINE_SOMEWHERE = `
  exists (
    select from transfers.fact
    where fact.merchant_id = clock.merchant_id
      and ${IS_OFFLINE}
      and fact.at >= clock.since
  )`;

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
            and incident.source = 'traffic'
            and incident.status = 'active'
        )
        or ${IS_OFFLINE_SOMEWHERE}
      )
    )`;

const IS_TRAFFIC_DUE = `
  ${CLOCK}
  select exists (select from health.outage where source = 'traffic' and status = 'open')
    or exists (select from clock where clock.mode = 'live' and ${IS_OFFLINE_SOMEWHERE}) as due`;
