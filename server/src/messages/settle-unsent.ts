/** Messages that no server is asked for: kept in the sandbox inbox, or failed for want of a provider. */
import type { Tx } from "#lib/db";
import type { Channel } from "./queue-messages.ts";
import type { EndedMessage } from "./record-sendings.ts";

/**
 * Ends the due messages of the channels for which there is no provider: a sandbox merchant's are sent to its inbox, a
 * live one's have failed. Answers those that have failed.
 */
export async function settleUnsent(
  tx: Tx,
  { channels, inSandbox }: { channels: readonly Channel[]; inSandbox: boolean },
): Promise<EndedMessage[]> {
  return tx.query<EndedMessage>(SETTLE, [tx.merchantId, tx.now, channels, inSandbox]);
}

// One whose last try by a server may still be under way is left until its lease has passed.
const SETTLE = `
  with due as materialized (
    select message_id
    from messages.message
    where merchant_id = $1
      and status = 'pending'
      and channel = any ($3::text[])
      and due_at <= $2
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
    returning message.message_id, message.purpose, message.reason
  )
  select message_id as "messageId", purpose, reason
  from settled
  where reason is not null`;
