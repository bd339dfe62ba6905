import type { Tx } from "#lib/db";
import { wakeWorker } from "#lib/worker";
import { newId } from "#lib/ids";
import { sealWords } from "#lib/seals";

/** Checks if a message can be sent to an address at all. */

// One plain mailbox: no name, comment or quotes, and nothing that could become a second address.
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;
const PHONE = /^\+?\d{10,15}$/;

/** The length of the longest e-mail address that SMTP carries (RFC 5321). */
const EMAIL_LENGTH_MAX = 254;
const LOCAL_PART_LENGTH_MAX = 64;

/** True if `text` is one plain e-mail address in ASCII. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || at > LOCAL_PART_LENGTH_MAX || text.length > EMAIL_LENGTH_MAX) return false;
  return LOCAL_PART.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}

/** True if `text` is a phone number: 10 to 15 digits, with or without a plus. */
export function isPhoneNumber(text: string): boolean {
  return PHONE.test(text);
}

export type Channel = "email" | "sms";

export interface NewMessage {
  readonly channel: Channel;
  /** One e-mail address, or one phone number. */
  readonly to: string;
  /** The subject of an e-mail; for SMS it is only shown in the sandbox inbox. */
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The purpose, e.g. "flowgram_otp", for people who look and for the log, which never holds an address. */
  readonly purpose: string;
  /** The key by which `forgetMessages` finds it, at most 100 characters; absent if it is never forgotten. */
  readonly about?: string;
}

/**
 * Queues messages in the caller's transaction: they are delivered after the commit; without a commit there are none.
 * Never throws because of an address: a message to an invalid one has failed from the start. Returns the IDs in the
 * given order.
 */
export async function queueMessages(tx: Tx, messages: readonly NewMessage[]): Promise<string[]> {
  if (messages.length === 0) return [];
  const rows = messages.map((message) => ({ messageId: newId(), ...clean(message) }));
  await Promise.all([
    tx.execute(INSERT, [
      tx.merchantId,
      tx.now,
      rows.map((row) => row.messageId),
      rows.map((row) => row.channel),
      rows.map((row) => tx.seal(row.to)),
      rows.map((row) => row.purpose),
      rows.map((row) => sealWords(tx, row.subject)),
      rows.map((row) => sealWords(tx, row.text)),
      rows.map((row) => sealWords(tx, row.html ?? null)),
      rows.map((row) => row.sendable),
      rows.map((row) => row.about ?? null),
      rows.map((row) => indexRecipient(tx, row.to)),
    ]),
    wakeWorker(tx, "messages"),
  ]);
  return rows.map((row) => row.messageId);
}

/** Returns the keyed index of an address or phone number, by which messages are found, ignoring case. */
export const indexRecipient = (tx: Pick<Tx, "indexOf">, to: string): Buffer => tx.indexOf("email", to);

const RECIPIENT_LENGTH_MAX = 320;
const SUBJECT_LENGTH_MAX = 200;

/** Cleans texts for the table. A subject is one line, because a line end in it would begin another header. */
function clean(message: NewMessage): NewMessage & { sendable: boolean } {
  const { channel, to } = message;
  return {
    ...message,
    to: withoutNul(to).slice(0, RECIPIENT_LENGTH_MAX).toWellFormed(),
    subject: message.subject
      .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
      .slice(0, SUBJECT_LENGTH_MAX)
      .toWellFormed(),
    text: withoutNul(message.text).toWellFormed(),
    ...(message.html === undefined ? {} : { html: withoutNul(message.html).toWellFormed() }),
    sendable: channel === "email" ? isEmailAddress(to) : isPhoneNumber(to),
  };
}

const withoutNul = (text: string): string => text.replaceAll("\0", "");

const INSERT = `
  insert into messages.message (
    merchant_id, message_id, channel, recipient, purpose, subject, body_text, body_html, about,
    recipient_index, queued_at, status, due_at, finished_at, reason
  )
  select $1, message_id, channel, recipient, purpose, subject, body_text, body_html, about, recipient_index, $2,
    case when sendable then 'pending' else 'failed' end,
    case when sendable then now() end,
    case when sendable then null else $2::timestamptz end,
    case when sendable then null else 'address_invalid' end
  from unnest(
    $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::boolean[],
    $11::text[], $12::bytea[]
  ) as queued (
    message_id, channel, recipient, purpose, subject, body_text, body_html, sendable, about, recipient_index
  )`;
