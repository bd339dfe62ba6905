import type { Tx } from "#lib/db";

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
