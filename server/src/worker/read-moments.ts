import type { Tx } from "#lib/db";
import { type Worker, WORKERS } from "./workers.ts";

/** How one kind of work stands by the merchant's clock. */
export interface Due {
  /** The worker whose work it is. */
  readonly worker: string;
  readonly kind: string;
  /** It only asks or tries once more: several of its moments may be one. */
  readonly repeats: boolean;
  /** So much is due. */
  readonly now: number;
  /** The next moment after now; null: none is planned. */
  readonly next: Date | null;
}

/** What is due at a merchant, and when something is next, for every kind of work in the table of workers. */
export function readMoments(tx: Tx): Promise<Due[]> {
  return tx.query<Due>(READ, [tx.merchantId, tx.now]);
}

const READ = Object.entries<Worker>(WORKERS)
  .flatMap(([worker, { moments }]) =>
    Object.entries(moments).map(
      ([kind, { at, repeats = false }]) => `
        select '${worker}' as worker, '${kind}' as kind, ${repeats} as repeats,
          count(*) filter (where at <= $2)::int as now, min(at) filter (where at > $2) as next
        from (${at}) as moment`,
    ),
  )
  .join(" union all ");
