/** What the worker does for messages: find who has some due, and deliver them. */
import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { repeatsIn } from "#lib/moments";
import { claimMessages, CLAIM_MAX, endWorn } from "./claim-messages.ts";
import { recordSendings, type EndedMessage } from "./record-sendings.ts";
import { sendEmails } from "./send-emails.ts";
import { settleUnsent } from "./settle-unsent.ts";

/**
 * Delivers all that a merchant has due: e-mail through the mail server when there is one, everything else into the
 * sandbox inbox, or, for a live merchant, to a recorded end. A round that ends before its record (a crash) is repeated
 * when its lease has passed, with the same Message-IDs. `signal` ends it early.
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
    tellFailed(ctx, merchantId, failed);
    tried += sendings.filter(({ outcome }) => outcome !== "unsent").length;
    if (claimed.length < CLAIM_MAX) break;
  }
  return { tried };
}

/** Settles what no server is asked for and claims the rest, in one transaction; clears away what is old. */
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

/** The part of a From after the at sign. */
function domainOf(from: string): string {
  return from
    .slice(from.lastIndexOf("@") + 1)
    .replace(">", "")
    .trim();
}

function tellFailed(ctx: Context, merchantId: string, failed: readonly EndedMessage[]): void {
  for (const { messageId, purpose, reason } of failed)
    ctx.log.warn({ merchantId, messageId, purpose, reason }, "a message could not be sent");
}

/** Merchants with a message due now, by their own clocks, or with old ones to clear away; at most 1,000 at a time. */
export async function findMerchantsWithDueMessages(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.sweep((read) => read.query<{ merchant_id: string }>(FIND_DUE));
  return rows.map((row) => row.merchant_id);
}

const REMOVE_OLD = `
  delete from messages.message
  where merchant_id = $1
    and finished_at < $2::timestamptz - interval '30 days'`;

// The clock apart: row level security lets no function of ours into an index condition.
const FIND_DUE = `
  with clock as materialized (
    select merchant_id, lib.now_of(merchant_id) as now
    from access.merchant
  )
  select clock.merchant_id
  from clock
  where exists (
      select from messages.message
      where message.merchant_id = clock.merchant_id
        and message.status = 'pending'
        and message.due_at <= clock.now
        and (message.leased_until is null or message.leased_until <= clock_timestamp())
    )
    or exists (
      select from messages.message
      where message.merchant_id = clock.merchant_id
        and message.finished_at < clock.now - interval '30 days'
    )
  limit 1000`;

/** When e-mails are tried again. */
export const MESSAGE_MOMENTS = { emails: repeatsIn("messages.message", "status = 'pending'") };
