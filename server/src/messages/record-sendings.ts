/** Writes down what became of claimed e-mails: one transaction for the set. */
import type { Tx } from "#lib/db";
import { releaseMessages } from "./claim-messages.ts";
import { planRetry } from "./plan-retry.ts";
import type { Sending } from "./send-emails.ts";

/** A message that will never be sent. */
export interface EndedMessage {
  readonly messageId: string;
  readonly purpose: string;
  readonly reason: string;
}

/**
 * Records a set of sendings. A worker that comes after the end of the lease records only what was sent: the holder of
 * the message now records the rest. Answers those that have failed for good.
 */
export async function recordSendings(
  tx: Tx,
  sendings: readonly Sending[],
  { keepBodies }: { keepBodies: boolean },
): Promise<EndedMessage[]> {
  await releaseMessages(
    tx,
    sendings.flatMap(({ outcome, message }) => (outcome === "unsent" ? [message] : [])),
  );
  const tried = sendings
    .filter(({ outcome }) => outcome !== "unsent")
    .map((sending) => ({ ...sending, ...nextOf(sending, tx.now) }));
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
    tried.map(({ dueAt }) => dueAt?.toISOString() ?? null),
  ]);
}

interface Next {
  readonly status: "pending" | "sent" | "failed";
  readonly reason: "refused" | "tries_used_up" | null;
  readonly dueAt: Date | null;
}

function nextOf({ outcome, message }: Sending, now: Date): Next {
  if (outcome === "sent") return { status: "sent", reason: null, dueAt: null };
  if (outcome === "refused") return { status: "failed", reason: "refused", dueAt: null };
  const waitMs = planRetry(message.tries, Math.random());
  if (waitMs === null) return { status: "failed", reason: "tries_used_up", dueAt: null };
  return { status: "pending", reason: null, dueAt: new Date(now.getTime() + waitMs) };
}

const RECORD = `
  with recorded as (
    update messages.message
    set status = tried.status,
      sent_by = case when tried.status = 'sent' then 'smtp' end,
      reason = tried.reason,
      detail = coalesce(tried.detail, message.detail),
      due_at = tried.due_at,
      leased_until = null,
      finished_at = case when tried.status = 'pending' then null else $2::timestamptz end,
      body_text = case when tried.status = 'pending' or $3 then message.body_text else '' end,
      body_html = case when tried.status = 'pending' or $3 then message.body_html end
    from unnest($4::uuid[], $5::smallint[], $6::text[], $7::text[], $8::text[], $9::timestamptz[])
      as tried (message_id, tries, status, reason, detail, due_at)
    where message.merchant_id = $1
      and message.message_id = tried.message_id
      and message.status = 'pending'
      and (message.tries = tried.tries or tried.status = 'sent')
    returning message.message_id, message.purpose, message.status, message.reason
  )
  select message_id as "messageId", purpose, reason
  from recorded
  where status = 'failed'`;
