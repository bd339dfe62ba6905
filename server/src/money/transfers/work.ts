/** The background work of transfers: dispatch what is due, enquire about what is unknown. */
import type { Context } from "#lib/context";
import type { Reader } from "#lib/db";
import { defineWorker, momentsIn, readDue, repeatsIn, startWorking, type Working } from "#lib/worker";
import { admitTransfers } from "./admit/admit-transfers.ts";
import { dispatchTransfers } from "./send/dispatch-transfers.ts";
import { enquireAttempts } from "./enquire/enquire-attempts.ts";
import { matchStrayNews } from "./record/keep-stray-news.ts";
import { UNSTOPPED } from "./origins.ts";
import { runtimeOf } from "./runtime.ts";
import { tellAgain } from "./tell-again.ts";
import { startHeartbeat } from "./enquire/senders.ts";
import { IS_UNWATCHED, UNANSWERED_AT, watchUnanswered } from "./enquire/watch-unanswered.ts";

/**
 * A merchant has a transfer that is due and meets a condition. PostgreSQL may turn "exists" into a join that reads all
 * transfers; a subquery with one value is always answered by the index of due times, merchant by merchant.
 */
const hasDue = (condition: string): string => `(
    select true
    from transfers.transfer
    where transfer.merchant_id = clock.merchant_id
      and transfer.due_at <= clock.now
      and ${condition}
    limit 1
  )`;

const TO_DISPATCH = `status in ('ready', 'waiting')
  and (waiting_for is null or waiting_for in ('window', 'downtime'))
  and (payouts_enabled or origin_kind in (${UNSTOPPED.map((kind) => `'${kind}'`).join(", ")}))`;
const TO_ENQUIRE = `status in ('sent', 'succeeded')`;
const TO_ADMIT = `waiting_for in ('schedule', 'funds')`;

/** Finds merchants with enough money for the first transfer that waits for it. */
async function findMerchantsWithFunds(read: Reader): Promise<string[]> {
  const rows = await read.query<{ merchantId: string }>(
    `select distinct source.merchant_id as "merchantId"
       from fund_sources.fund_source as source
       join ledger.account as available
         on available.merchant_id = source.merchant_id
        and available.account_no = source.ledger_account_no
       cross join lateral (
         select amount_paise + fee_paise + tax_paise + reserve_paise as total
         from transfers.transfer
         where transfer.merchant_id = source.merchant_id
           and transfer.source_no = source.source_no
           and waiting_for = 'funds'
         order by priority desc, reference_id
         limit 1
       ) as head
       where head.total <= available.balance_paise + available.overdraft_limit_paise`,
  );
  return rows.map((row) => row.merchantId);
}

/** Finds merchants with a change that a follower could not process yet. */
async function findMerchantsWithUntold(read: Reader): Promise<string[]> {
  const rows = await read.query<{ merchantId: string }>(
    `select distinct merchant_id as "merchantId"
     from transfers.untold
     where due_at is not null
       and due_at <= lib.now_of(merchant_id)`,
  );
  return rows.map((row) => row.merchantId);
}

/** Admits all of a merchant's waiting transfers that can go on, in sets, and repeats failed notifications. */
async function admitAll(ctx: Context, merchantId: string): Promise<void> {
  try {
    while ((await admitTransfers(ctx, merchantId)) > 0);
  } finally {
    await tellAgain(ctx, merchantId);
  }
}

/** Dispatches all that a merchant has due, in sets, as places for instructions become free. */
async function dispatchAll(ctx: Context, merchantId: string): Promise<void> {
  const runtime = runtimeOf(ctx);
  do {
    await runtime.payers.whenFree(merchantId);
  } while (!runtime.stopping && (await dispatchTransfers(ctx, merchantId)) > 0);
}

/** Enquires about all that a merchant has due, and looks up unmatched news again. */
async function enquireAll(ctx: Context, merchantId: string): Promise<void> {
  while ((await watchUnanswered(ctx, merchantId)) > 0);
  while ((await enquireAttempts(ctx, merchantId)) > 0);
  await matchStrayNews(ctx, merchantId);
}

/** Does a merchant's due work until nothing is due. */
export async function workTransfers(ctx: Context, merchantId: string): Promise<void> {
  await admitAll(ctx, merchantId);
  await Promise.all([dispatchAll(ctx, merchantId), enquireAll(ctx, merchantId)]);
}

/**
 * Lets this process send payments. `stop` starts nothing new, and resolves when none is in progress. The process may
 * end before that: a payment whose answer it did not hear is unknown, and asked about.
 */
export function startSending(ctx: Context): Working {
  const runtime = runtimeOf(ctx);
  const heartbeat = startHeartbeat(ctx);
  return {
    async stop() {
      runtime.stopping = true;
      await runtime.idle();
      await heartbeat.stop();
    },
  };
}

export const transfersWorker = defineWorker({
  name: "transfers",
  start: startTransfers,
  async work(ctx, merchantId) {
    await workTransfers(ctx, merchantId);
    await runtimeOf(ctx).idle();
  },
  /** The times at which transfers go on, and at which banks are asked about them. */
  moments: {
    transfers: momentsIn("transfers.transfer", "due_at", "status in ('waiting', 'ready')"),
    enquiries: repeatsIn("transfers.transfer", "status in ('sent', 'succeeded')"),
    unanswered: { at: UNANSWERED_AT, repeats: true },
    transfer_news: repeatsIn("transfers.untold"),
  },
});

/**
 * Starts the workers of this process. They run separately, so that a bank that hangs in an enquiry does not
 * delay sending. `stop` starts nothing new and gives work in progress some time to end.
 */
export function startTransfers(ctx: Context): Working {
  const sending = startSending(ctx);
  const dispatching = startWorking(ctx, {
    name: "dispatch",
    channel: "transfers",
    findDue: (read) => readDue(read, hasDue(TO_DISPATCH)),
    work: (merchantId) => dispatchAll(ctx, merchantId),
  });
  const admitting = startWorking(ctx, {
    name: "admission",
    channel: "transfers",
    findDue: async (read) => [
      ...(await readDue(read, hasDue(TO_ADMIT))),
      ...(await findMerchantsWithFunds(read)),
      ...(await findMerchantsWithUntold(read)),
    ],
    work: (merchantId) => admitAll(ctx, merchantId),
  });
  const enquiring = startWorking(ctx, {
    name: "enquiries",
    channel: "transfers",
    findDue: async (read) => [
      ...(await readDue(read, hasDue(TO_ENQUIRE))),
      ...(await readDue(read, IS_UNWATCHED)),
    ],
    work: (merchantId) => enquireAll(ctx, merchantId),
  });
  return {
    async stop() {
      // The first sets the mark by which the others start nothing new.
      await Promise.all([sending, admitting, dispatching, enquiring].map((one) => one.stop()));
    },
  };
}
