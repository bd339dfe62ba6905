import type { Context } from "#lib/context";
import type { DirectoryTx } from "#lib/db";
import { LIVE } from "./bank-scope.ts";
import { HealthError } from "./errors.ts";
import { checkNotice, type Notice } from "./notice.ts";
import { turnFeed, type Outage } from "./outage.ts";
import { withNewWindows } from "./write-bank-health.ts";
import { insertOutages } from "./write-outages.ts";

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
