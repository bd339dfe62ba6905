/** An operator announces an outage, and ends it. */
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { DirectoryTx } from "#lib/db";
import { LIVE } from "./bank-scope.ts";
import { endOutages, insertOutages } from "./detect-outages.ts";
import { HealthError } from "./errors.ts";
import { checkNotice, type Notice } from "./notice.ts";
import { type Outage, turnFeed } from "./outages.ts";
import { withNewWindows } from "./write-bank-health.ts";

/**
 * Announces an outage of a real bank, a payee's or ours, to every live merchant; the worker notifies them.
 * The announcer and the reason are stored. Throws a HealthError if the notice is invalid.
 */
export async function announceOutage(ctx: Pick<Context, "db">, given: Notice): Promise<Outage> {
  if (given.entity !== "our_bank") return ctx.db.directory((tx) => announce(tx, given));
  return ctx.db.directory(async (tx) => {
    const scope = { tx, scopeId: LIVE, now: new Date() };
    return withNewWindows(scope, () => announce(tx, given));
  });
}

async function announce(tx: DirectoryTx, given: Notice): Promise<Outage> {
  const feed = await turnFeed(tx, 1);
  const notice = checkNotice(given, feed.now);
  const { entity, entityCode, mode, planned } = notice;
  const [same] = planned === null ? await tx.query(FIND_OPEN, [entity, entityCode, mode, feed.now]) : [];
  if (same !== undefined) throw HealthError.already_active({ entity, entityCode, mode });
  const times = { startedAt: planned?.from ?? feed.now, endsAt: planned?.to ?? null };
  const [outage] = await insertOutages(tx, feed, [{ ...notice, source: "notice", ...times }]);
  return outage!;
}

const FIND_OPEN = `
  select
  from health.outage
  where entity = $1
    and entity_code = $2
    and mode = $3
    and status = 'open'
    and started_at <= $4
    and (ends_at is null or ends_at > $4)
  limit 1`;

/**
 * Ends an outage for every live merchant, or cancels it before it begins. Throws HealthError.outage_not_found
 * or outage_already_over.
 */
export async function endOutage(
  ctx: Pick<Context, "db">,
  { outageNo, by }: { outageNo: number; by: Actor },
): Promise<Outage> {
  return ctx.db.directory(async (tx) => {
    const scope = { tx, scopeId: LIVE, now: new Date() };
    const [known] = await tx.query<{ entity: string }>(
      "select entity from health.outage where outage_no = $1",
      [outageNo],
    );
    const work = (): Promise<Outage> => end(tx, { outageNo, by });
    return known?.entity === "our_bank" ? withNewWindows(scope, work) : work();
  });
}

async function end(tx: DirectoryTx, { outageNo, by }: { outageNo: number; by: Actor }): Promise<Outage> {
  const feed = await turnFeed(tx, 0);
  const [ended] = await endOutages(tx, feed, { outageNos: [outageNo], by });
  if (ended !== undefined) return ended;
  const [known] = await tx.query("select from health.outage where outage_no = $1", [outageNo]);
  throw known === undefined
    ? HealthError.outage_not_found({ outageNo })
    : HealthError.outage_already_over({ outageNo });
}
