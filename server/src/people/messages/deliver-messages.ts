/** Finds merchants with due messages, and delivers these. */
import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Reader, Tx } from "#lib/db";
import { defineWorker, readDue, repeatsIn } from "#lib/worker";
import { PERSONAL } from "./list-messages.ts";
import { countMessage } from "./measure.ts";
import type { Channel } from "./queue-messages.ts";
import { type EmailSending, sendEmails } from "./send-emails.ts";

/** A message is tried eight times in about a day. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits after the first, second, ... seventh failed try. */
const WAITS_MS = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  15 * HOUR_MS,
] as const;

/** After this many failed tries a message has failed. */
export const TRIES_MAX = WAITS_MS.length + 1;

const JITTER = 0.2;

/**
 * Returns the milliseconds to wait after failed try number `tries` (from 1), varied by 20%; null after the last one.
 */
export function planRetry(tries: number, chance: number): number | null {
  const wait = WAITS_MS[tries - 1];
  return wait === undefined ? null : Math.round(wait * (1 + JITTER * (2 * chance - 1)));
}

export interface ClaimedMessage {
  readonly messageId: string;
  readonly senderDomain: string;
  readonly recipient: string;
  readonly purpose: string;
  readonly subject: string;
  readonly bodyText: string;
  readonly bodyHtml: string | null;
  /** The number of this try, from 1. */
  readonly tries: number;
}

/** At most this many are claimed at once. */
export const CLAIM_MAX = 50;

/**
 * Claims what is due. Messages that let people log in or protect them come before digests and the like. The claim is
 * committed before anything is sent, and after a crash the lease must expire first. Mail servers and people live by
 * real time, so the database's clock decides, and no test clock uses up tries or delays an e-mail.
 */
async function claimMessages(tx: Tx, senderDomain: string): Promise<ClaimedMessage[]> {
  return tx.query<ClaimedMessage>(CLAIM, [tx.merchantId, PERSONAL, CLAIM_MAX, senderDomain, TRIES_MAX]);
}

/** Ends messages after their last try if no outcome was recorded, because the worker died. */
async function endWorn(tx: Tx): Promise<EndedMessage[]> {
  return tx.query<EndedMessage>(END_WORN, [tx.merchantId, tx.now, TRIES_MAX]);
}

/** Gives back messages that were claimed and not tried. */
async function releaseMessages(tx: Tx, messages: readonly ClaimedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.execute(RELEASE, [
    tx.merchantId,
    messages.map((message) => message.messageId),
    messages.map((message) => message.tries),
  ]);
}

const CLAIM = `
  with due as materialized (
    select message_id
    from messages.message
    where merchant_id = $1
      and status = 'pending'
      and channel = 'email'
      and due_at <= now()
      and tries < $5
      and (leased_until is null or leased_until <= clock_timestamp())
    order by purpose = any ($2::text[]) desc, due_at
    limit $3
    for update skip locked
  )
  update messages.message
  set tries = tries + 1,
    leased_until = clock_timestamp() + interval '120 s',
    sender_domain = coalesce(sender_domain, $4)
  from due
  where message.merchant_id = $1
    and message.message_id = due.message_id
  returning message.message_id as "messageId", sender_domain as "senderDomain", recipient, purpose, subject,
    body_text as "bodyText", body_html as "bodyHtml", tries`;

const END_WORN = `
  update messages.message
  set status = 'failed', reason = 'tries_used_up', due_at = null, leased_until = null, finished_at = $2,
    body_text = '', body_html = null
  where merchant_id = $1
    and status = 'pending'
    and due_at <= now()
    and tries >= $3
    and (leased_until is null or leased_until <= clock_timestamp())
  returning message_id as "messageId", channel, purpose, reason`;

const RELEASE = `
  update messages.message
  set tries = message.tries - 1, leased_until = null
  from unnest($2::uuid[], $3::smallint[]) as unsent (message_id, tries)
  where message.merchant_id = $1
    and message.message_id = unsent.message_id
    and message.tries = unsent.tries
    and message.status = 'pending'`;

// If there is no mail server, messages are stored in the sandbox inbox, or fail because there is no provider.

/**
 * Ends the due messages of channels without a provider: those of a sandbox merchant go to its inbox, and those of a
 * live one fail. Returns those that failed.
 */
async function settleUnsent(
  tx: Tx,
  { channels, inSandbox }: { channels: readonly Channel[]; inSandbox: boolean },
): Promise<EndedMessage[]> {
  return tx.query<EndedMessage>(SETTLE, [tx.merchantId, tx.now, channels, inSandbox]);
}

// If a server may still be working on the last try, the message is left until its lease has expired.
const SETTLE = `
  with due as materialized (
    select message_id
    from messages.message
    where merchant_id = $1
      and status = 'pending'
      and channel = any ($3::text[])
      and due_at <= now()
      and (leased_until is null or leased_until <= clock_timestamp())
    for update skip locked
  ), settled as (
    update messages.message
    set status = case when $4 then 'sent' else 'failed' end,
      sent_by = case when $4 then 'sandbox' end,
      reason = case when $4 then null else 'no_provider' end,
      due_at = null,
      leased_until = null,
      finished_at = $2,
      body_text = case when $4 then message.body_text else '' end,
      body_html = case when $4 then message.body_html end
    from due
    where message.merchant_id = $1
      and message.message_id = due.message_id
    returning message.message_id, message.channel, message.purpose, message.reason
  )
  select message_id as "messageId", channel, purpose, reason
  from settled
  where reason is not null`;

// Outcomes of claimed e-mails are recorded in one transaction per set.

/** A message that will never be sent. */
interface EndedMessage {
  readonly messageId: string;
  readonly channel: Channel;
  readonly purpose: string;
  readonly reason: string;
}

/**
 * Records the outcomes of a set. A worker whose lease has expired records only what was sent; the worker that holds the
 * message now records the rest. Returns messages that failed for good.
 */
async function recordSendings(
  tx: Tx,
  sendings: readonly EmailSending[],
  { keepBodies }: { keepBodies: boolean },
): Promise<EndedMessage[]> {
  await releaseMessages(
    tx,
    sendings.flatMap(({ outcome, message }) => (outcome === "unsent" ? [message] : [])),
  );
  const tried = sendings
    .filter(({ outcome }) => outcome !== "unsent")
    .map((sending) => ({ ...sending, ...nextOf(sending) }));
  if (tried.length === 0) return [];
  return tx.query<EndedMessage>(RECORD, [
    tx.merchantId,
    tx.now,
    keepBodies,
    tried.map(({ message }) => message.messageId),
    tried.map(({ message }) => message.tries),
    tried.map(({ status }) => status),
    tried.map(({ reason }) => reason),
    tried.map(({ detail }) => (detail === "" ? null : tx.seal(detail))),
    tried.map(({ waitMs }) => waitMs),
  ]);
}

interface Next {
  readonly status: "pending" | "sent" | "failed";
  readonly reason: "refused" | "tries_used_up" | null;
  /** Null means that there is no next try. */
  readonly waitMs: number | null;
}

function nextOf({ outcome, message }: EmailSending): Next {
  if (outcome === "sent") return { status: "sent", reason: null, waitMs: null };
  if (outcome === "refused") return { status: "failed", reason: "refused", waitMs: null };
  const waitMs = planRetry(message.tries, Math.random());
  if (waitMs === null) return { status: "failed", reason: "tries_used_up", waitMs };
  return { status: "pending", reason: null, waitMs };
}

const RECORD = `
  with recorded as (
    update messages.message
    set status = tried.status,
      sent_by = case when tried.status = 'sent' then 'smtp' end,
      reason = tried.reason,
      detail = coalesce(tried.detail, message.detail),
      due_at = now() + tried.wait_ms * interval '1 ms',
      leased_until = null,
      finished_at = case when tried.status = 'pending' then null else $2::timestamptz end,
      body_text = case when tried.status = 'pending' or $3 then message.body_text else '' end,
      body_html = case when tried.status = 'pending' or $3 then message.body_html end
    from unnest($4::uuid[], $5::smallint[], $6::text[], $7::text[], $8::text[], $9::integer[])
      as tried (message_id, tries, status, reason, detail, wait_ms)
    where message.merchant_id = $1
      and message.message_id = tried.message_id
      and message.status = 'pending'
      and (message.tries = tried.tries or tried.status = 'sent')
    returning message.message_id, message.channel, message.purpose, message.status, message.reason
  )
  select message_id as "messageId", channel, purpose, reason
  from recorded
  where status = 'failed'`;

/**
 * Delivers a merchant's due messages. E-mail goes through the mail server if there is one. Everything else goes to the
 * sandbox inbox, or fails for a live merchant. If a crash prevents the record, the round is repeated after its lease
 * has expired, with the same Message-IDs. `signal` ends it early.
 */
export async function deliverMessages(
  ctx: Context,
  merchantId: string,
  signal?: AbortSignal,
): Promise<{ tried: number }> {
  let tried = 0;
  while (signal?.aborted !== true) {
    const { claimed, inSandbox } = await takeDue(ctx, merchantId);
    if (claimed.length === 0) break;
    crashPoint("messages.deliver.after_claim");
    const { smtpUrl, smtpFrom: from } = ctx.config;
    const sendings = await sendEmails(claimed, { smtpUrl: smtpUrl!, from, signal });
    crashPoint("messages.deliver.after_send");
    const failed = await ctx.db.inMerchant(merchantId, async (tx) => {
      const ended = await recordSendings(tx, sendings, { keepBodies: inSandbox });
      crashPoint("messages.deliver.before_record");
      return ended;
    });
    countSendings(sendings);
    tellFailed(ctx, merchantId, failed);
    tried += sendings.filter(({ outcome }) => outcome !== "unsent").length;
    if (claimed.length < CLAIM_MAX) break;
  }
  return { tried };
}

/** Settles messages without a server and claims the rest, in one transaction. Also removes old messages. */
async function takeDue(ctx: Context, merchantId: string) {
  const { smtpUrl, smtpFrom } = ctx.config;
  const taken = await ctx.db.inMerchant(merchantId, async (tx) => {
    const inSandbox = (await readMerchant(tx)).mode === "sandbox";
    const failed = await settleUnsent(tx, {
      channels: smtpUrl === null ? ["email", "sms"] : ["sms"],
      inSandbox,
    });
    const worn = await endWorn(tx);
    const claimed = smtpUrl === null ? [] : await claimMessages(tx, domainOf(smtpFrom));
    await tx.execute(REMOVE_OLD, [merchantId, tx.now]);
    return { claimed, failed: [...failed, ...worn], inSandbox };
  });
  tellFailed(ctx, merchantId, taken.failed);
  return taken;
}

/** Returns the part of a From address after the at sign. */
function domainOf(from: string): string {
  return from
    .slice(from.lastIndexOf("@") + 1)
    .replace(">", "")
    .trim();
}

/** Those that failed for good are counted where they are told. */
function countSendings(sendings: readonly EmailSending[]): void {
  for (const sending of sendings) {
    const { status } = nextOf(sending);
    if (sending.outcome === "sent") countMessage("email", "sent");
    else if (sending.outcome === "failed" && status === "pending") countMessage("email", "retried");
  }
}

function tellFailed(ctx: Context, merchantId: string, failed: readonly EndedMessage[]): void {
  for (const { channel } of failed) countMessage(channel, "failed");
  for (const { messageId, purpose, reason } of failed)
    ctx.log.warn({ merchantId, messageId, purpose, reason }, "a message could not be sent");
}

const REMOVE_OLD = `
  delete from messages.message
  where merchant_id = $1
    and finished_at < $2::timestamptz - interval '30 days'`;

/** Finds merchants with messages that are due, or so old that they are removed. */
export const findMerchantsWithDueMessages = (read: Reader): Promise<string[]> =>
  readDue(
    read,
    `exists (
      select from messages.message
      where message.merchant_id = clock.merchant_id
        and message.status = 'pending'
        and message.due_at <= now()
        and (message.leased_until is null or message.leased_until <= clock_timestamp())
    )
    or exists (
      select from messages.message
      where message.merchant_id = clock.merchant_id
        and message.finished_at < clock.now - interval '30 days'
    )`,
  );

export const messagesWorker = defineWorker({
  name: "messages",
  everyMs: 5_000,
  due: findMerchantsWithDueMessages,
  work: deliverMessages,
  moments: {
    /** E-mails are due by real time: moving a test clock never makes another one due. */
    emails: repeatsIn("messages.message", "status = 'pending' and due_at <= now()"),
  },
});
