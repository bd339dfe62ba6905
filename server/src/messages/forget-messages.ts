import type { Tx } from "#lib/db";

export interface ToForget {
  /** What they are about, as it was said when they were queued. */
  readonly about: string;
  /** What stands where their words stood. */
  readonly instead: string;
}

/**
 * Takes the words out of the messages about something: they hold a secret that is of no more use. What is still to be
 * sent is not sent any more.
 */
export async function forgetMessages(tx: Tx, { about, instead }: ToForget): Promise<void> {
  // One that a worker ends at this moment is no longer pending when the second statement looks.
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
