import type { Tx } from "#lib/db";
import { WORKERS } from "./workers.ts";

/** The state of one kind of work by the merchant's clock. */
export interface Due {
  /** The worker that does this work. */
  readonly worker: string;
  readonly kind: string;
  /** True if it only asks or tries again, so that several of its moments may be done as one. */
  readonly repeats: boolean;
  /** The number of things that are due now. */
  readonly now: number;
  /** The next moment after now; null: none is planned. */
  readonly next: Date | null;
}

/** Reads what is due for a merchant, and when the next thing is due, for every kind of work in the table of workers. */
export function readMoments(tx: Tx): Promise<Due[]> {
  return tx.query<Due>(READ, [tx.merchantId, tx.now]);
}

const READ = WORKERS.flatMap(({ name: worker, moments }) =>
  Object.entries(moments).map(
    ([kind, { at, repeats = false }]) => `
        select '${worker}' as worker, '${kind}' as kind, ${repeats} as repeats,
          count(*) filter (where at <= $2)::int as now, min(at) filter (where at > $2) as next
        from (${at}) as moment`,
  ),
).join(" union all ");
