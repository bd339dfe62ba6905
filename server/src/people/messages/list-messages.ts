import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { type PartToSeal, textsToSeal } from "#lib/seal-rows";
import { type Channel, indexRecipient } from "./queue-messages.ts";

export interface ListedMessage {
  readonly messageId: string;
  readonly channel: Channel;
  readonly to: string;
  readonly purpose: string;
  readonly subject: string;
  /** "" once a live merchant's message has ended. */
  readonly text: string;
  readonly html: string | null;
  readonly status: "pending" | "sent" | "failed";
  readonly sentBy: "smtp" | "sandbox" | null;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly tries: number;
  readonly queuedAt: Date;
  readonly finishedAt: Date | null;
}

interface MessageFilter {
  /** Only messages to this address or number. */
  readonly to?: string | undefined;
  readonly status?: ListedMessage["status"] | undefined;
  /** Continues after this message of an earlier page. */
  readonly beforeId?: string | undefined;
  /**
   * The address of the member who reads. Only this member sees messages with links that let their reader join, prove an
   * address or set a password. Default: they are left out.
   */
  readonly personalOf?: string | undefined;
  /** The most messages to list, 1 to 101; default 50. */
  readonly limit?: number;
}

/** Purposes of messages that let their reader log in, or are about the reader's own protection. */
export const PERSONAL = [
  "prove_email",
  "address_in_use",
  "reset_password",
  "invitation",
  "security_notice",
] as const;

/** Lists a merchant's messages of the last 30 days, newest first. */
export async function listMessages(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { to, status, beforeId, personalOf, limit = 50 }: MessageFilter = {},
): Promise<ListedMessage[]> {
  return ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<ListedMessage>(LIST, [
      merchantId,
      to === undefined ? null : indexRecipient(tx, to),
      status ?? null,
      beforeId ?? null,
      Math.min(Math.max(limit, 1), 101),
      PERSONAL,
      personalOf === undefined ? null : indexRecipient(tx, personalOf),
      to?.toLowerCase() ?? null,
      personalOf?.toLowerCase() ?? null,
    ]),
  );
}

const LIST = `
  select message_id as "messageId", channel, recipient as "to", purpose, subject, body_text as text,
    body_html as html, status, sent_by as "sentBy", reason, detail, tries, queued_at as "queuedAt",
    finished_at as "finishedAt"
  from messages.message
  where merchant_id = $1
    and ($2::bytea is null or recipient_index = $2 or lower(recipient) = $8)
    and ($3::text is null or status = $3)
    and ($4::uuid is null or message_id < $4)
    -- Messages that are not sealed yet have no index.
    and (purpose <> all ($6::text[]) or recipient_index = $7 or lower(recipient) = $9)
  order by message_id desc
  limit $5`;

interface ToForget {
  /** The `about` text with which they were queued. */
  readonly about: string;
  /** The text that replaces theirs. */
  readonly instead: string;
}

/**
 * Removes the texts of the messages about something, because they hold a secret that is no longer useful. Messages that
 * are still waiting are not sent any more.
 */
export async function forgetMessages(tx: Tx, { about, instead }: ToForget): Promise<void> {
  // If a worker ends a message at this moment, it is no longer pending, and the second statement finds it.
  await tx.execute(REMOVE_PENDING, [tx.merchantId, about]);
  await tx.execute(FORGET_ENDED, [tx.merchantId, about, instead]);
}

const REMOVE_PENDING = `
  delete from messages.message
  where merchant_id = $1
    and about = $2
    and status = 'pending'`;

const FORGET_ENDED = `
  update messages.message
  set body_text = $3, body_html = null
  where merchant_id = $1
    and about = $2
    and body_text not in ('', $3)`;

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  textsToSeal({
    table: "messages.message",
    key: { message_id: "uuid" },
    texts: ["recipient", "subject", "body_text", "body_html", "detail"],
    beside: { recipient_index: "bytea" },
    besideOf: (tx, { recipient }) => ({ recipient_index: indexRecipient(tx, recipient as string) }),
  }),
];
