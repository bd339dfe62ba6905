/** The background work of health: outages for live merchants, planned incidents, and traffic. */
import type { Context } from "#lib/context";
import type { Reader } from "#lib/db";
import { defineWorker, momentsIn, readDue, startWorking, type Working } from "#lib/worker";
import { OFFLINE_MIN, WINDOW_MS } from "./incidents.ts";
import { detectIncidents, turnIncidents } from "./write-incidents.ts";
import { detectOutages } from "./detect-outages.ts";
import { IS_OFFLINE } from "./read-traffic.ts";
import { tellOutages } from "./outages.ts";

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

/** Starts the worker of this process. It looks for work every 2 s, and includes all live traffic every 15 s. */
export function startHealth(
  ctx: Context,
  { everyMs = LOOK_EVERY_MS, lookAtLiveEveryMs = LOOK_AT_LIVE_EVERY_MS } = {},
): Working {
  let lookedAtLive = -Infinity;
  return startWorking(ctx, {
    name: "incidents",
    channel: "incidents",
    everyMs,
    findDue: findDueIncidents,
    async findInAll() {
      if (performance.now() - lookedAtLive < lookAtLiveEveryMs) return [];
      lookedAtLive = performance.now();
      return (await isTrafficDue(ctx)) ? [ALL_LIVE] : [];
    },
    work: (found) => (found === ALL_LIVE ? detectOutages(ctx) : workIncidents(ctx, found)),
  });
}

/** Finds merchants with something due, by their own clocks. */
export const findDueIncidents = (read: Reader): Promise<string[]> => readDue(read, IS_DUE);

/** Returns true if the traffic of all live merchants together may open or end an outage. */
export async function isTrafficDue(ctx: Pick<Context, "db">): Promise<boolean> {
  const [open] = await ctx.db.directory((tx) => tx.query(FIND_OPEN));
  if (open !== undefined) return true;
  const counts = await ctx.db.sweepReachable((read) => read.query<{ offline: number }>(COUNT_OFFLINE));
  return counts.reduce((sum, { offline }) => sum + offline, 0) >= OFFLINE_MIN;
}

/** Recent reports that a beneficiary's bank was offline, as many as an incident needs. */
const OFFLINE_LATELY = `
  select from transfers.fact
  where fact.merchant_id = clock.merchant_id
    and ${IS_OFFLINE}
    and fact.at >= clock.now - ${WINDOW_MS} * interval '1 ms'
  limit ${OFFLINE_MIN}`;

const IS_DUE = `
  exists (
      select from health.incident
      where incident.merchant_id = clock.merchant_id
        and incident.due_at <= clock.now
    )
    or (
      clock.mode = 'live'
      and exists (
        select from health.feed
        where revision > 0
          and not exists (
            select from health.counter
            where counter.merchant_id = clock.merchant_id
              and counter.told_revision >= feed.revision
          )
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

const FIND_OPEN = `
  select from health.outage
  where entity <> 'our_bank'
    and source = 'traffic'
    and status = 'open'
  limit 1`;

const COUNT_OFFLINE = `
  select count(*)::int as offline
  from (
    select from access.merchant_clock as clock
    cross join lateral (${OFFLINE_LATELY}) as lately
    where clock.mode = 'live'
    limit ${OFFLINE_MIN}
  ) as together`;

export const incidentsWorker = defineWorker({
  name: "incidents",
  start: startHealth,
  work: workIncidents,
  /** The times at which planned incidents begin and end. */
  moments: { incidents: momentsIn("health.incident") },
});
