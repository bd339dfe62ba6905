/**
 * The background work of notifications: it finds merchants with notices to send, collects the notices and sends them.
 */
import type { Context } from "#lib/context";
import type { Reader } from "#lib/db";
import { defineWorker, momentsIn } from "#lib/worker";
import { AT_ONCE, PAUSE_MS } from "./categories.ts";
import { collectNotices } from "./collect-notices.ts";
import { tellNotices } from "./tell-notices.ts";

/** Does all that is due for a merchant. Safe to run at any time and from several processes. */
export async function notifyPeople(ctx: Context, merchantId: string): Promise<void> {
  await collectNotices(ctx, merchantId);
  await tellNotices(ctx, merchantId);
}

/**
 * Finds merchants with new events, audit records or requests for approval, or with notices that can be sent now; at
 * most 1,000.
 */
export async function findMerchantsToNotify(read: Reader): Promise<string[]> {
  const rows = await read.query<{ merchant_id: string }>(FIND, [PAUSE_MS, AT_ONCE]);
  return rows.map((row) => row.merchant_id);
}

// The clock is read in a separate step, because row level security does not allow our functions in an index condition.
const FIND = `
  with clock as materialized (
    select merchant_id, events_from, audit_seq, lib.now_of(merchant_id) - $1 * interval '1 ms' as told_before
    from notifications.cursor
  )
  select clock.merchant_id
  from clock
  where exists (
      select from webhooks.notable_event as event
      where event.merchant_id = clock.merchant_id
        and event.at >= clock.events_from
    )
    or exists (
      select from audit.record
      where record.merchant_id = clock.merchant_id
        and record.seq > clock.audit_seq
    )
    or exists (
      select from approvals.request
      where request.merchant_id = clock.merchant_id
        and request.status = 'pending'
        and request.opened_at >= clock.events_from
    )
    or exists (
      select from notifications.category
      where category.merchant_id = clock.merchant_id
        and category.active_since is not null
        and (
          category.last_told_at is null
          or category.last_told_at <= clock.told_before
          or category.category = any ($2)
        )
        and exists (
          select from notifications.notice
          where notice.merchant_id = clock.merchant_id
            and notice.category = category.category
            and notice.ended_at is null
        )
    )
  limit 1000`;

export const notificationsWorker = defineWorker({
  name: "notifications",
  // Events of the outbox do not wake this worker, so it looks for them this often.
  everyMs: 5_000,
  due: findMerchantsToNotify,
  work: notifyPeople,
  /** The times at which e-mails about collected notices may be sent. */
  moments: {
    digests: momentsIn(
      "notifications.category",
      `last_told_at + ${PAUSE_MS} * interval '1 ms'`,
      `exists (
        select from notifications.notice
        where notice.merchant_id = $1
          and notice.category = category.category
          and notice.ended_at is null
      )`,
    ),
  },
});
