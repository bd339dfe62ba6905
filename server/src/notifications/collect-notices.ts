/** Turns new events, audit records and requests for approval into notices: each once, none missed. */
import { crashPoint } from "#lib/crash-points";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { settledMoment } from "#lib/settled-moment";
import { CATEGORY_LIST } from "./categories.ts";
import { collectRequests } from "./collect-requests.ts";

const EVENTS = CATEGORY_LIST.flatMap(({ category, events }) => events.map((type) => ({ category, type })));
const AUDITED = CATEGORY_LIST.flatMap(({ category, audited }) =>
  Object.entries(audited).map(([action, what]) => ({ category, action, what })),
);

/**
 * Reads events and records that were written since the last time, up to a settled moment. It waits for an event whose
 * transaction is still open, so that none appears behind the cursor. Notices and cursor are committed together.
 */
export async function collectNotices(ctx: Context, merchantId: string): Promise<void> {
  const until = await settledMoment(ctx.db, merchantId);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const [cursor] = await tx.query<Cursor>(LOCK_CURSOR, [merchantId]);
    if (cursor === undefined) return;
    await collectEvents(tx, cursor, until);
    await collectRequests(tx, { from: cursor.events_from, until });
    const auditSeq = await collectAudited(tx, cursor);
    await tx.execute(MOVE_CURSOR, [merchantId, until, auditSeq]);
    await tx.execute(REMOVE_OLD, [merchantId, tx.now]);
    crashPoint("notifications.collect.before_commit");
  });
}

interface Cursor {
  readonly events_from: Date;
  readonly audit_seq: bigint;
}

async function collectEvents(tx: Tx, { events_from }: Cursor, until: Date): Promise<void> {
  await tx.execute(COLLECT_EVENTS, [
    tx.merchantId,
    events_from,
    until,
    EVENTS.map(({ type }) => type),
    EVENTS.map(({ category }) => category),
  ]);
}

/** Records are numbered in the order of their commits, so those up to the last one are all there. */
async function collectAudited(tx: Tx, { audit_seq }: Cursor): Promise<bigint> {
  const [last] = await tx.query<{ last_seq: bigint }>(
    "select last_seq from audit.chain where merchant_id = $1",
    [tx.merchantId],
  );
  if (last === undefined || last.last_seq <= audit_seq) return audit_seq;
  await tx.execute(COLLECT_AUDITED, [
    tx.merchantId,
    audit_seq,
    last.last_seq,
    AUDITED.map(({ action }) => action),
    AUDITED.map(({ category }) => category),
    AUDITED.map(({ what }) => what),
  ]);
  return last.last_seq;
}

const LOCK_CURSOR = `
  select events_from, audit_seq
  from notifications.cursor
  where merchant_id = $1
  for update`;

const COLLECT_EVENTS = `
  insert into notifications.notice (merchant_id, source_key, category, at, event_type, subject_id, seq, data)
  select $1, 'event_' || event.subject_id || '_' || event.seq, category.category, event.at, event.type,
    event.subject_id, event.seq, event.data
  from webhooks.notable_event as event
  join unnest($4::text[], $5::text[]) as told (type, category) on told.type = event.type
  join notifications.category
    on category.merchant_id = $1
    and category.category = told.category
    and category.active_since <= event.at
  where event.merchant_id = $1
    and event.at >= $2
    and event.at < $3
  on conflict (merchant_id, source_key) do nothing`;

const COLLECT_AUDITED = `
  insert into notifications.notice (merchant_id, source_key, category, at, data)
  select $1, 'audit_' || record.seq, category.category, record.at,
    jsonb_build_object(
      'what', told.what,
      'id', record.subject,
      'detail', coalesce(record.detail ->> 'because', '')
    )
  from audit.record
  join unnest($4::text[], $5::text[], $6::text[]) as told (action, category, what)
    on told.action = record.action
  join notifications.category
    on category.merchant_id = $1
    and category.category = told.category
    and category.active_since <= record.at
  where record.merchant_id = $1
    and record.seq > $2
    and record.seq <= $3
  on conflict (merchant_id, source_key) do nothing`;

const MOVE_CURSOR = `
  update notifications.cursor
  set events_from = greatest(events_from, $2), audit_seq = $3
  where merchant_id = $1`;

// This is longer than the time after which something could be found again behind the cursor.
const REMOVE_OLD = `
  delete from notifications.notice
  where merchant_id = $1
    and ended_at < $2::timestamptz - interval '7 days'`;
