/**
 * Claims a merchant's due e-mails for a time, so that no other worker sends them as well. Mail servers and people live
 * by real time, so the database's clock decides, and no test clock uses up tries or delays an e-mail.
 */
import type { Tx } from "#lib/db";
import { TRIES_MAX } from "./plan-retry.ts";
import type { EndedMessage } from "./deliver-messages.ts";
import { PERSONAL } from "./list-messages.ts";

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
 * committed before anything is sent, and after a crash the lease must expire first.
 */
export async function claimMessages(tx: Tx, senderDomain: string): Promise<ClaimedMessage[]> {
  return tx.query<ClaimedMessage>(CLAIM, [tx.merchantId, PERSONAL, CLAIM_MAX, senderDomain, TRIES_MAX]);
}

/** Ends messages after their last try if no outcome was recorded, because the worker died. */
export async function endWorn(tx: Tx): Promise<EndedMessage[]> {
  return tx.query<EndedMessage>(END_WORN, [tx.merchantId, tx.now, TRIES_MAX]);
}

/** Gives back messages that were claimed and not tried. */
export async function releaseMessages(tx: Tx, messages: readonly ClaimedMessage[]): Promise<void> {
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
  returning message_id as "messageId", purpose, reason`;

const RELEASE = `
  update messages.message
  set tries = message.tries - 1, leased_until = null
  from unnest($2::uuid[], $3::smallint[]) as unsent (message_id, tries)
  where message.merchant_id = $1
    and message.message_id = unsent.message_id
    and message.tries = unsent.tries
    and message.status = 'pending'`;
