/** All watchers of a merchant share one poll; a merchant without watchers is not polled. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";

/** The point up to which a listener has read. */
export interface Cursor {
  /** A moment of the merchant's clock. */
  readonly at: Date;
  /** The newest transfer; these numbers follow the order of commits. */
  readonly referenceId: bigint;
  /**
   * The newest audit record, also in the order of commits. Null means that the cursor comes from a program that did not
   * know it.
   */
  readonly auditSeq: bigint | null;
}

/** A cursor as text, which listeners send when they reconnect; `parseCursor` reads it. */
export const CURSOR_PATTERN = /^\d{1,15}-\d{1,18}(-\d{1,18})?$/;

export const formatCursor = ({ at, referenceId, auditSeq }: Cursor): string =>
  [at.getTime(), referenceId, auditSeq].filter((part) => part !== null).join("-");

/** Reads a cursor from a text that matches `CURSOR_PATTERN`. */
export function parseCursor(text: string): Cursor {
  const [at, referenceId, auditSeq] = text.split("-") as [string, string, string?];
  return {
    at: new Date(Number(at)),
    referenceId: BigInt(referenceId),
    auditSeq: auditSeq === undefined ? null : BigInt(auditSeq),
  };
}

export interface Happening {
  /** `transfers`, `batches`, `links`, `incidents`, `fund-sources`, or the module that wrote an audit record. */
  readonly topic: string;
  /** The ID of the transfer, request, batch, ... */
  readonly id: string;
  /** An event type of webhooks, `accepted`, or the action of an audit record. */
  readonly event: string;
  /** The same for the same happening, which may be sent twice. */
  readonly key: string;
}

/**
 * Rows carry the start time of their transaction, which may commit later. Each read goes back this far, longer than
 * PostgreSQL allows a transaction to take, and consumers drop duplicates.
 */
const OVERLAP_MS = 40_000;

/** If more happens at once, only the newest are sent one by one. */
const HAPPENINGS_MAX = 500;

/** Reads the present position of a merchant: whatever happens after it is new. */
export async function readCursor(tx: Tx): Promise<Cursor> {
  const [row] = await tx.query<Omit<Cursor, "at">>(LAST, [tx.merchantId]);
  return { at: tx.now, ...row! };
}

/**
 * Reads what happened since a cursor (of each kind the newest `HAPPENINGS_MAX`), and the cursor after it. Recent
 * happenings may be repeated. Nothing is left out unless `isWhole` is false.
 */
export async function readHappenings(
  tx: Tx,
  { at, referenceId, auditSeq }: Cursor,
): Promise<{ happenings: Happening[]; cursor: Cursor; isWhole: boolean }> {
  const since = new Date(at.getTime() - OVERLAP_MS);
  const [events, accepted, recorded] = await Promise.all([
    tx.query<Happening>(EVENTS, [tx.merchantId, since, HAPPENINGS_MAX]),
    tx.query<Happening & { referenceId: bigint }>(ACCEPTED, [tx.merchantId, referenceId, HAPPENINGS_MAX]),
    tx.query<Happening & { seq: bigint }>(RECORDED, [tx.merchantId, auditSeq, HAPPENINGS_MAX]),
  ]);
  return {
    happenings: [accepted, recorded, events].flatMap((found) =>
      found.toReversed().map(({ topic, id, event, key }) => ({ topic, id, event, key })),
    ),
    cursor: {
      at: tx.now,
      referenceId: accepted[0]?.referenceId ?? referenceId,
      auditSeq: recorded[0]?.seq ?? auditSeq,
    },
    isWhole: [events, accepted, recorded].every(({ length }) => length < HAPPENINGS_MAX),
  };
}

const LAST = `
  select
    (select coalesce(max(reference_id), 0) from transfers.transfer where merchant_id = $1) as "referenceId",
    (select coalesce(max(seq), 0) from audit.record where merchant_id = $1) as "auditSeq"`;

const EVENTS = `
  select case
      when type like 'TRANSFER%' then 'transfers'
      when type like 'BULK%' then 'batches'
      when type like 'CASHGRAM%' then 'links'
      when type in ('BENEFICIARY_INCIDENT', 'FUND_SOURCE_INCIDENT') then 'incidents'
      else 'fund-sources'
    end as topic,
    subject_id as id, type as event, subject_id || ':' || seq as key
  from webhooks.event
  where merchant_id = $1
    and at > $2
  order by at desc, subject_id desc, seq desc
  limit $3`;

const ACCEPTED = `
  select 'transfers' as topic, transfer_id as id, 'accepted' as event, transfer_id || ':0' as key,
    reference_id as "referenceId"
  from transfers.transfer
  where merchant_id = $1
    and reference_id > $2
  order by reference_id desc
  limit $3`;

const RECORDED = `
  select split_part(action, '.', 1) as topic, split_part(subject, ':', 2) as id, action as event,
    'record:' || seq as key, seq
  from audit.record
  where merchant_id = $1
    and seq > $2
  order by seq desc
  limit $3`;

const LOOK_EVERY_MS = 700;
/** Listeners reload at this interval while there are too many events to send each of them. */
const SWEEP_EVERY_MS = 5_000;

export interface HappeningNews {
  readonly happenings: readonly Happening[];
  /** The position from which to continue. */
  readonly cursor: Cursor;
  /** False if too much happened to be sent one by one; listeners should reload. */
  readonly isWhole: boolean;
}

type Given = Pick<Context, "db" | "log">;

interface Watched {
  cursor: Cursor;
  /** Keys that the last look found; the next one finds some of them again. */
  sent: ReadonlySet<string>;
  /** The time from which listeners may be asked to reload again. */
  sweepFrom: number;
  /** True if something was not sent one by one since they were last asked to reload. */
  owesSweep: boolean;
  readonly hearers: Set<(news: HappeningNews) => void>;
  timer: NodeJS.Timeout | null;
}

const watched = new WeakMap<Context["db"], Map<string, Promise<Watched>>>();

/**
 * Calls `hear` with what happens to a merchant from now on, or after `after`. After a reconnect, happenings may be
 * repeated, but nothing is lost. Returns a function that stops it.
 */
export async function watchHappenings(
  ctx: Given,
  merchantId: string,
  { after, hear }: { after: Cursor | null; hear: (news: HappeningNews) => void },
): Promise<() => void> {
  const made = watchedOf(ctx, merchantId);
  const one = await made;
  one.hearers.add(hear);
  one.timer ??= lookLater(ctx, merchantId, one);
  const stop = (): void => {
    one.hearers.delete(hear);
    if (one.hearers.size > 0 || one.timer === null) return;
    clearTimeout(one.timer);
    one.timer = null;
    const all = watched.get(ctx.db);
    if (all?.get(merchantId) === made) all.delete(merchantId);
  };
  if (after === null) return stop;
  try {
    // The subscription comes first, so events may come twice but are never lost.
    const missed = await ctx.db.inMerchant(merchantId, (tx) => readHappenings(tx, after));
    if (missed.happenings.length > 0) hear(missed);
    return stop;
  } catch (error) {
    stop();
    throw error;
  }
}

function watchedOf(ctx: Given, merchantId: string): Promise<Watched> {
  const all = watched.get(ctx.db) ?? new Map<string, Promise<Watched>>();
  watched.set(ctx.db, all);
  const known = all.get(merchantId);
  if (known !== undefined) return known;
  const made = begin(ctx, merchantId);
  all.set(merchantId, made);
  made.catch(() => all.delete(merchantId));
  return made;
}

/** Recent happenings are known from the start, so that the first poll sends only new ones. */
async function begin({ db }: Given, merchantId: string): Promise<Watched> {
  return db.inMerchant(merchantId, async (tx) => {
    const { happenings, cursor } = await readHappenings(tx, await readCursor(tx));
    const sent = keysOf(happenings);
    return { cursor, sent, sweepFrom: 0, owesSweep: false, hearers: new Set(), timer: null };
  });
}

function lookLater(ctx: Given, merchantId: string, one: Watched): NodeJS.Timeout {
  return setTimeout(() => {
    void look(ctx, merchantId, one).finally(() => {
      one.timer = one.hearers.size > 0 ? lookLater(ctx, merchantId, one) : null;
    });
  }, LOOK_EVERY_MS);
}

async function look(ctx: Given, merchantId: string, one: Watched): Promise<void> {
  try {
    const found = await ctx.db.inMerchant(merchantId, (tx) => readHappenings(tx, one.cursor));
    const { sent } = one;
    const happenings = found.happenings.filter(({ key }) => !sent.has(key));
    one.cursor = found.cursor;
    one.sent = keysOf(found.happenings);
    one.owesSweep ||= !found.isWhole;
    const sweeps = one.owesSweep && Date.now() >= one.sweepFrom;
    if (sweeps) [one.owesSweep, one.sweepFrom] = [false, Date.now() + SWEEP_EVERY_MS];
    if (happenings.length === 0 && !sweeps) return;
    for (const hear of one.hearers) hear({ cursor: found.cursor, isWhole: !sweeps, happenings });
  } catch (error) {
    ctx.log.warn({ merchantId, err: error }, "looking for news failed; the next look finds it");
  }
}

const keysOf = (happenings: readonly Happening[]): Set<string> => new Set(happenings.map(({ key }) => key));
