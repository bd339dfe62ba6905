import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { startWorking, type Working } from "#lib/work-loop";
import { deliverMessages, findMerchantsWithDueMessages } from "./deliver-messages.ts";
import { CHANNEL } from "./queue-messages.ts";

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

const LOOK_EVERY_MS = 5_000;

/** Delivers messages until it is stopped; `stop` waits for the e-mails under way and gives back the rest. */
export function startMessages(ctx: Context, { lookEveryMs = LOOK_EVERY_MS } = {}): Working {
  const stopping = new AbortController();
  const working = startWorking(ctx, {
    name: "messages",
    channel: CHANNEL,
    findMerchants: () => findMerchantsWithDueMessages(ctx),
    work: async (merchantId) => void (await deliverMessages(ctx, merchantId, stopping.signal)),
    everyMs: lookEveryMs,
  });
  return {
    async stop() {
      stopping.abort();
      await working.stop();
    },
  };
}
