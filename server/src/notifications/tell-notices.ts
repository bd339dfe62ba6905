/** Tells what there is to tell: one e-mail for each category and recipient, however much has happened. */
import { readMerchant } from "#access";
import { findHead, writeHead } from "#audit";
import { crashPoint } from "#lib/crash-points";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { queueMessages } from "#messages";
import { makeEventId, renderEvents, type EventData, type EventType } from "#webhooks";
import { AT_ONCE, isCategory, type Category } from "./categories.ts";
import type { Notice } from "./describe-notice.ts";
import { PAUSE_MS, SHOWN_MAX } from "./limits.ts";
import { writeDigest } from "./write-digest.ts";

/** Queues the e-mails of all categories that have something to tell and have been silent long enough. */
export async function tellNotices(ctx: Context, merchantId: string): Promise<void> {
  const due = await ctx.db.inMerchant(merchantId, (tx) => readDue(tx));
  for (const one of due) await tellCategory(ctx, merchantId, one);
}

interface DueCategory {
  readonly category: Category;
  readonly lastToldAt: Date | null;
  readonly first: readonly NoticeRow[];
}

interface NoticeRow {
  readonly category: string;
  readonly lastToldAt: Date | null;
  readonly sourceKey: string;
  readonly at: Date;
  readonly eventType: EventType | null;
  readonly subjectId: string;
  readonly seq: number;
  readonly data: EventData | null;
}

/** What is due, with the first rows of each. */
async function readDue(tx: Tx): Promise<DueCategory[]> {
  const rows = await tx.query<NoticeRow>(READ_DUE, [
    tx.merchantId,
    new Date(tx.now.getTime() - PAUSE_MS),
    SHOWN_MAX,
    AT_ONCE,
  ]);
  return [...Map.groupBy(rows, (row) => row.category)].flatMap(([category, first]) =>
    isCategory(category) ? [{ category, lastToldAt: first[0]!.lastToldAt, first }] : [],
  );
}

/**
 * Rendering has a transaction of its own, so the notices are ended and the e-mails queued in a second one, if no one
 * told the category meanwhile.
 */
async function tellCategory(ctx: Context, merchantId: string, due: DueCategory): Promise<void> {
  const first = await renderNotices(ctx, merchantId, due.first);
  const auditHeads = await readAuditHeads(ctx, merchantId);
  crashPoint("notifications.tell.before_record");
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const [category] = await tx.query<{ recipients: string[] }>(LOCK_CATEGORY, [
      merchantId,
      due.category,
      due.lastToldAt,
      tx.now,
    ]);
    if (category === undefined) return;
    const [told] = await tx.query<{ count: bigint; from: Date; to: Date }>(END_NOTICES, [
      merchantId,
      due.category,
      tx.now,
    ]);
    const { count, from, to } = told!;
    if (count === 0n) return;
    const merchant = await readMerchant(tx);
    const { publicUrl } = ctx.config;
    const message = writeDigest({
      category: due.category,
      merchant,
      count: Number(count),
      first,
      from,
      to,
      publicUrl,
      auditHeads,
    });
    const purpose = `notification_${due.category}`;
    await queueMessages(
      tx,
      category.recipients.map((recipient) => ({ channel: "email", to: recipient, purpose, ...message })),
    );
    crashPoint("notifications.tell.before_commit");
  });
}

/** Where the audit logs of the merchant and its organization end. */
async function readAuditHeads({ db }: Context, merchantId: string): Promise<string[]> {
  const { organizationId } = await db.inMerchant(merchantId, readMerchant);
  const owners = [merchantId, organizationId];
  const heads = await Promise.all(owners.map((owner) => db.inMerchant(owner, findHead)));
  return heads.flatMap((head) => (head === null ? [] : [writeHead(head)]));
}

/** The fields of events that were published without them come from the module whose events they are. */
async function renderNotices(
  ctx: Context,
  merchantId: string,
  rows: readonly NoticeRow[],
): Promise<Notice[]> {
  const bare = rows.flatMap(({ eventType, subjectId, seq, at, data }) =>
    eventType === null || data !== null
      ? []
      : [{ eventId: makeEventId({ subjectId, seq }), type: eventType, subjectId, seq, at }],
  );
  const rendered = await renderEvents(ctx, merchantId, bare);
  return rows.map(({ sourceKey, at, eventType, subjectId, seq, data }) => ({
    sourceKey,
    at,
    eventType,
    data: data ?? rendered.get(makeEventId({ subjectId, seq })) ?? {},
  }));
}

const READ_DUE = `
  select category.category, category.last_told_at as "lastToldAt", notice.source_key as "sourceKey", notice.at,
    notice.event_type as "eventType", notice.subject_id as "subjectId", notice.seq, notice.data
  from notifications.category
  cross join lateral (
    select source_key, at, event_type, subject_id, seq, data
    from notifications.notice as waiting
    where waiting.merchant_id = $1
      and waiting.category = category.category
      and waiting.ended_at is null
    order by waiting.at, waiting.source_key
    limit $3
  ) as notice
  where category.merchant_id = $1
    and category.active_since is not null
    and (category.last_told_at is null or category.last_told_at <= $2 or category.category = any ($4))
  order by category.category, notice.at, notice.source_key`;

const LOCK_CATEGORY = `
  update notifications.category
  set last_told_at = $4
  where merchant_id = $1
    and category = $2
    and last_told_at is not distinct from $3
    and active_since is not null
  returning recipients`;

const END_NOTICES = `
  with ended as (
    update notifications.notice
    set ended_at = $3
    where merchant_id = $1
      and category = $2
      and ended_at is null
    returning at
  )
  select count(*) as count, min(at) as "from", max(at) as "to"
  from ended`;
