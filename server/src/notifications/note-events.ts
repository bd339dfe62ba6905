import type { Tx } from "#lib/db";
import { wakeWorker } from "#lib/worker";
import type { Category } from "./categories.ts";

/** Something that is no webhook event and is to be told all the same. */
export interface EventToNote {
  readonly category: Category;
  /** Names it forever, e.g. "report_<id>": the same key again changes nothing. */
  readonly sourceKey: string;
  /** In a few words: "Ready", "Completed". */
  readonly what: string;
  /** By which the reader knows it: a name, an id. */
  readonly id: string;
  readonly detail: string;
  /** By the merchant's clock; absent: now. */
  readonly at?: Date;
}

/** Notes a set of events in the caller's transaction; those of categories that no one is told of are not kept. */
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
