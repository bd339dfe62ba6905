import type { Tx } from "#lib/db";
import { wakeWorker } from "#lib/worker";
import type { Category } from "./categories.ts";

/** Something that people are notified of although it is no webhook event. */
export interface EventToNote {
  readonly category: Category;
  /** The permanent name of the event, e.g. "report_<id>". Noting the same key again changes nothing. */
  readonly sourceKey: string;
  /** The event in a few words: "Ready", "Completed". */
  readonly what: string;
  /** The name or id by which the reader knows it. */
  readonly id: string;
  readonly detail: string;
  /** The time by the merchant's clock; now if absent. */
  readonly at?: Date;
}

/** Notes a set of events in the caller's transaction. Events of categories without recipients are dropped. */
export async function noteEvents(tx: Tx, events: readonly EventToNote[]): Promise<void> {
  if (events.length === 0) return;
  const noted = await tx.execute(NOTE, [
    tx.merchantId,
    events.map(({ at = tx.now }) => at),
    events.map((event) => event.sourceKey),
    events.map((event) => event.category),
    events.map(({ what, id, detail }) => JSON.stringify({ what, id, detail })),
  ]);
  if (noted > 0) await wakeWorker(tx, "notifications");
}

const NOTE = `
  insert into notifications.notice (merchant_id, source_key, category, at, data)
  select $1, event.source_key, event.category, event.at, event.data
  from unnest($2::timestamptz[], $3::text[], $4::text[], $5::jsonb[]) as event (at, source_key, category, data)
  join notifications.category
    on category.merchant_id = $1
    and category.category = event.category
    and category.active_since is not null
  on conflict (merchant_id, source_key) do nothing`;
