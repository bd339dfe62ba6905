/**
 * Processes that send payments write heartbeats. When one has died, banks are asked at once about the payments that it
 * was waiting for, because no other process hears their answers.
 */
import type { Context } from "#lib/context";
import type { Home, Reader } from "#lib/db";
import { newId } from "#lib/ids";
import { repeat } from "#lib/repeat";
import { defineWorker, noteFailure, readDue, type Working } from "#lib/worker";
import { ASKED_EARLY } from "#rails";
import { type Transfer, transferColumns } from "../transfer.ts";
import { writeChanges } from "../write-changes.ts";

const NAME = "senders";
const BEAT_EVERY_MS = 1_500;
/** A process without a heartbeat for this long is dead, or was paused for so long that it sends nothing any more. */
const GONE_SECONDS = 5;
/**
 * A dead process is forgotten after this time. The watch for unanswered payments gives a due time to all that it had
 * sent within ten seconds, and they are asked about a second later.
 */
const FORGOTTEN_SECONDS = 30;
const LOOK_EVERY_MS = 1_000;
const SET_MAX = 5_000;

/**
 * Writes heartbeats at each home until it is stopped. A process that stops by itself leaves no payment to ask about.
 */
export function startHeartbeat(ctx: Context): Working {
  const beating = ctx.db.homes.all().map((home) => startHeartbeatAt(ctx, home));
  return { stop: async () => void (await Promise.all(beating.map((one) => one.stop()))) };
}

function startHeartbeatAt(ctx: Pick<Context, "log">, home: Home): Working {
  const senderId = newId();
  const bornAt = performance.now();
  const beating = repeat({
    everyMs: BEAT_EVERY_MS,
    work: () =>
      home.transact(async (tx) => {
        await tx.execute(BEAT, [senderId]);
        // After a standstill of the whole installation, the payments of the dead are asked about first.
        if (performance.now() - bornAt > FORGOTTEN_SECONDS * 1_000) await tx.execute(FORGET);
      }),
    onFault: (error) =>
      noteFailure(ctx.log, error, { worker: NAME, text: "this process could not write its heartbeat" }),
  });
  beating.runNow();
  return {
    async stop() {
      await beating.stop();
      // If the row stays, this process counts as dead, and payments of others are asked about once more.
      await home
        .transact((tx) => tx.execute("delete from transfers.sender where sender_id = $1", [senderId]))
        .catch((error: unknown) =>
          noteFailure(ctx.log, error, { worker: NAME, text: "this process could not end its heartbeat" }),
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
  name: NAME,
  everyMs: LOOK_EVERY_MS,
  due: findLeftBehind,
  async step(ctx, merchantId) {
    while ((await askSooner(ctx, merchantId)) === SET_MAX);
  },
});

/** Finds the merchants whose payments a dead process was waiting for. */
async function findLeftBehind(read: Reader): Promise<string[]> {
  const [sender] = await read.query(`select from transfers.sender where ${isSilent(GONE_SECONDS)} limit 1`);
  if (sender === undefined) return [];
  const left = leftBehind({ merchantId: "clock.merchant_id", now: "clock.now" });
  return readDue(read, `exists (select ${left})`);
}

const isSilent = (seconds: number): string =>
  `seen_at < clock_timestamp() - make_interval(secs => ${seconds})`;

const FORGET = `delete from transfers.sender where ${isSilent(FORGOTTEN_SECONDS)}`;

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
