/** Sends one e-mail for each category and recipient, however much has happened. */
import { readMerchant } from "#access";
import { findHead, writeHead } from "#audit";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { queueMessages, writeMessage } from "#messages";
import { istText } from "#lib/ist";
import { type EventData, type EventType, makeEventId, renderEvents } from "#webhooks";
import { AT_ONCE, CATEGORIES, type Category, isCategory, PAUSE_MS, SHOWN_MAX } from "./categories.ts";
import { describeNotice, type Notice } from "./describe-notice.ts";

export interface Digest {
  readonly category: Category;
  readonly merchant: { readonly name: string; readonly mode: "sandbox" | "live" };
  /** The number of all notices; `first` holds those that are shown. */
  readonly count: number;
  readonly first: readonly Notice[];
  readonly from: Date;
  readonly to: Date;
  /** The address of the dashboard; null if it has no public one. */
  readonly publicUrl: string | null;
  /** The current heads of the audit logs, one per line. */
  readonly auditHeads: readonly string[];
}

/** One e-mail about all that has happened in a category. */
function writeDigest(digest: Digest): { subject: string; text: string; html: string } {
  const { category, merchant, count, first, publicUrl, auditHeads } = digest;
  const { name, headline } = CATEGORIES[category];
  const said = headline(count);
  const more = count - first.length;
  return writeMessage({
    subject: `${merchant.mode === "sandbox" ? "[Sandbox] " : ""}${said}: ${merchant.name}`,
    paragraphs: [
      `${said} (${merchant.name}${merchant.mode === "sandbox" ? ", sandbox" : ""}), ${formatSpan(digest)}.`,
      ...(more > 0 ? [`The first ${first.length}; ${more} more are not shown here.`] : []),
    ],
    table: {
      columns: ["Time (IST)", "What", "Id", "Detail"],
      rows: first.map((notice) => {
        const { what, id, detail } = describeNotice(notice);
        return [istText(notice.at), what, shorten(id), shorten(detail)];
      }),
    },
    ...(publicUrl === null ? {} : { link: { label: "Open the dashboard", url: `${publicUrl}/dashboard` } }),
    ...(auditHeads.length === 0 ? {} : { note: `${KEEP} ${auditHeads.join(" ")}` }),
    closing:
      `You get this because your address is on the list "${name}" of ${merchant.name}. ` +
      "The list is kept in Settings, Email Notifications.",
  });
}

const KEEP =
  "Keep this line: by it, vitaran audit-head --check tells later whether audit records were removed or changed.";

function formatSpan({ from, to }: Digest): string {
  const [first, last] = [istText(from), istText(to)];
  return first === last ? `at ${first} IST` : `from ${first} to ${last} IST`;
}

const CELL_LENGTH_MAX = 200;

const shorten = (text: string): string =>
  text.length <= CELL_LENGTH_MAX ? text : `${text.slice(0, CELL_LENGTH_MAX - 1).toWellFormed()}…`;

/** Queues the e-mails of all categories that have notices and whose pause is over. */
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

/** Reads the categories that are due, with the first rows of each. */
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
 * Rendering has a transaction of its own. A second one ends the notices and queues the e-mails, unless another process
 * has done so in the meantime.
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

/** Returns a line for the end of each audit log, the merchant's and its organization's. */
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
