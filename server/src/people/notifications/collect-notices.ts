/** Turns new events, audit records and requests for approval into notices: each once, none missed. */
import { sayPerson, showPeople } from "#access";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { formatRupeesIndian } from "#lib/money";
import { settledMoment } from "#lib/settled-moment";
import { wakeWorker } from "#lib/worker";
import { istText } from "#lib/ist";
import { CATEGORY_LIST, type Category } from "./categories.ts";

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

/** Records are numbered in the order of their commits. When the last one is visible, all earlier ones are too. */
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

/**
 * Notes the requests for approval that were made in a period (`until` not included) and are still pending; decided ones
 * no longer need anyone. The requests themselves are read, because accepting an order writes no audit record of them.
 */
async function collectRequests(tx: Tx, { from, until }: { from: Date; until: Date }): Promise<void> {
  const waiting = await tx.query<WaitingRequest>(READ_WAITING, [tx.merchantId, from, until]);
  const people = await showPeople(
    tx,
    waiting.flatMap(({ memberId }) => memberId ?? []),
  );
  const saidOf = (memberId: string | null): string | null => {
    const person = people.get(memberId ?? "");
    return person === undefined ? null : sayPerson(person);
  };
  await noteEvents(
    tx,
    waiting.map(({ requestId, kind, name, memberId, amountPaise, policyName, processOn, openedAt }) => ({
      category: "approval_waiting",
      sourceKey: `approval_${requestId}`,
      what: WORDS[kind] ?? kind,
      id: saidOf(memberId) ?? name,
      detail: [
        ...(amountPaise === null ? [] : [formatRupeesIndian(amountPaise)]),
        ...(processOn === null ? [] : [`scheduled for ${istText(processOn)} IST`]),
        policyName,
      ].join(", "),
      at: openedAt,
    })),
  );
}

interface WaitingRequest {
  readonly requestId: string;
  readonly kind: string;
  /** The name by which the merchant knows it; empty if there is only one. */
  readonly name: string;
  /** The member whose rights it is about; null if it is about something else. */
  readonly memberId: string | null;
  readonly amountPaise: bigint | null;
  readonly policyName: string;
  /** The time when a transfer is to be sent; null if it is sent as soon as it is approved. */
  readonly processOn: Date | null;
  readonly openedAt: Date;
}

const WORDS: Readonly<Record<string, string>> = {
  transfer: "Transfer",
  batch: "Batch",
  beneficiary: "Beneficiary",
  key_reset: "Reset of the API keys",
  limit: "Rule",
  rights: "Rights",
  policy: "Approval policies",
  credit: "Credits and bank services",
};

const READ_WAITING = `
  with waiting as materialized (
    select request_id, subject_kind, amount_paise, policy_name, proposal, opened_at,
      case when subject_kind in ('transfer', 'batch') then subject_id::uuid end as paying_id
    from approvals.request
    join notifications.category
      on category.merchant_id = $1
      and category.category = 'approval_waiting'
      and category.active_since <= request.opened_at
    where request.merchant_id = $1
      and request.status = 'pending'
      and request.opened_at >= $2
      and request.opened_at < $3
  )
  select waiting.request_id as "requestId", waiting.subject_kind as kind, waiting.amount_paise as "amountPaise",
    waiting.policy_name as "policyName", transfer.process_on as "processOn", waiting.opened_at as "openedAt",
    coalesce(
      transfer.transfer_key, batch.batch_key, batch.name, waiting.proposal ->> 'beneId',
      waiting.proposal ->> 'kind', waiting.proposal ->> 'name',
      waiting.proposal ->> 'subject', ''
    ) as name,
    waiting.proposal ->> 'memberId' as "memberId"
  from waiting
  left join transfers.transfer
    on transfer.merchant_id = $1
    and transfer.transfer_id = waiting.paying_id
  left join batches.batch
    on batch.merchant_id = $1
    and batch.batch_id = waiting.paying_id`;

/** Something that people are notified of although it is no webhook event. */
interface EventToNote {
  readonly category: Category;
  /** The permanent name of the event, e.g. "report_<id>". Noting the same key again changes nothing. */
  readonly sourceKey: string;
  /** The event in a few words: "Ready", "Completed". */
  readonly what: string;
  /** The name or id by which the reader knows it. */
  readonly id: string;
  readonly detail: string;
  /** The time by the merchant's clock; now if absent. */
  readonly at?: Date;
}

/** Notes a set of events in the caller's transaction. Events of categories without recipients are dropped. */
export async function noteEvents(tx: Tx, events: readonly EventToNote[]): Promise<void> {
  if (events.length === 0) return;
  const noted = await tx.execute(NOTE, [
    tx.merchantId,
    events.map(({ at = tx.now }) => at),
    events.map((event) => event.sourceKey),
    events.map((event) => event.category),
    events.map(({ what, id, detail }) => JSON.stringify({ what, id, detail })),
  ]);
  if (noted > 0) await wakeWorker(tx, "notifications");
}

const NOTE = `
  insert into notifications.notice (merchant_id, source_key, category, at, data)
  select $1, event.source_key, event.category, event.at, event.data
  from unnest($2::timestamptz[], $3::text[], $4::text[], $5::jsonb[]) as event (at, source_key, category, data)
  join notifications.category
    on category.merchant_id = $1
    and category.category = event.category
    and category.active_since is not null
  on conflict (merchant_id, source_key) do nothing`;
