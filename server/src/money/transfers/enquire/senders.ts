/**
 * Processes that send payments write heartbeats. When one has died, banks are asked at once about the payments that it
 * was waiting for, because no other process hears their answers.
 */
import type { Context } from "#lib/context";
import { logFault } from "#lib/db-errors";
import { newId } from "#lib/ids";
import { repeat } from "#lib/repeat";
import { defineWorker, readDue, type Working } from "#lib/worker";
import { ASKED_EARLY } from "#rails";
import { type Transfer, transferColumns } from "../transfer.ts";
import { writeChanges } from "../write-changes.ts";

const BEAT_EVERY_MS = 1_500;
/** A process without a heartbeat for this long is dead, or was paused for so long that it sends nothing any more. */
const GONE_SECONDS = 5;
/** Until then, the watch for unanswered payments has given a due time to all that the process had sent. */
const LEFT_SECONDS = 10;
const LOOK_EVERY_MS = 1_000;
const SET_MAX = 5_000;

/** Writes heartbeats until it is stopped. A process that stops by itself leaves no payment to ask about. */
export function startHeartbeat(ctx: Context): Working {
  const senderId = newId();
  const beating = repeat({
    everyMs: BEAT_EVERY_MS,
    work: () => ctx.db.directory((tx) => tx.execute(BEAT, [senderId])),
    onFault: (error) =>
      logFault(ctx.log, error, { facts: {}, text: "this process could not write its heartbeat" }),
  });
  beating.runNow();
  return {
    async stop() {
      await beating.stop();
      // If the row stays, this process counts as dead, and payments of others are asked about once more.
      await ctx.db
        .directory((tx) => tx.execute("delete from transfers.sender where sender_id = $1", [senderId]))
        .catch((error: unknown) =>
          logFault(ctx.log, error, { facts: {}, text: "this process could not end its heartbeat" }),
        );
    },
  };
}

const BEAT = `
  insert into transfers.sender (sender_id)
  values ($1)
  on conflict (sender_id) do update
  set seen_at = clock_timestamp()`;

/** Looks for processes that have died. Any number of processes may do so at once. */
export const sendersWorker = defineWorker({
  name: "senders",
  everyMs: LOOK_EVERY_MS,
  due: findLeftBehind,
  async step(ctx, merchantId) {
    while ((await askSooner(ctx, merchantId)) === SET_MAX);
  },
});

/** Finds the merchants whose payments a dead process was waiting for, and forgets processes without any. */
async function findLeftBehind(ctx: Context): Promise<string[]> {
  const [sender] = await ctx.db.sweep((read) =>
    read.query(`select from transfers.sender where ${isSilent(GONE_SECONDS)} limit 1`),
  );
  if (sender === undefined) return [];
  const left = leftBehind({ merchantId: "clock.merchant_id", now: "clock.now" });
  const merchantIds = await ctx.db.sweep((read) => readDue(read, `exists (select ${left})`));
  if (merchantIds.length === 0) await ctx.db.directory((tx) => tx.execute(FORGET));
  return merchantIds;
}

const isSilent = (seconds: number): string =>
  `seen_at < clock_timestamp() - make_interval(secs => ${seconds})`;

const FORGET = `delete from transfers.sender where ${isSilent(LEFT_SECONDS)}`;

/** The longest first wait of a rail that may be asked early. */
const FIRST_WITHIN = "interval '15 minutes'";

/** SQL of a merchant's payments that were sent while a silent process lived, and were not asked about yet. */
const leftBehind = ({ merchantId, now }: { merchantId: string; now: string }): string => `
  from transfers.transfer
  where transfer.merchant_id = ${merchantId}
    and transfer.due_at > ${now}
    and transfer.due_at <= ${now} + ${FIRST_WITHIN}
    and transfer.status = 'sent'
    and transfer.enquiries = 0
    and transfer.rail in (${ASKED_EARLY.map((rail) => `'${rail}'`).join(", ")})
    and transfer.sent_at <= ${now} - (
      select clock_timestamp() - max(seen_at) - make_interval(secs => ${BEAT_EVERY_MS / 1_000 + 0.5})
      from transfers.sender
      where ${isSilent(GONE_SECONDS)}
    )`;

/** Makes such payments of a merchant due for an enquiry now, and returns how many. */
async function askSooner(ctx: Context, merchantId: string): Promise<number> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const left = leftBehind({ merchantId: "$1", now: "$2::timestamptz" });
    const transfers = await tx.query<Transfer>(
      `select ${transferColumns} ${left} order by transfer_id limit ${SET_MAX} for update`,
      [merchantId, tx.now],
    );
    await writeChanges(
      tx,
      transfers.map((before) => ({
        before,
        after: { ...before, dueAt: tx.now },
        steps: [],
        entries: [],
        events: [],
      })),
    );
    return transfers.length;
  });
}
