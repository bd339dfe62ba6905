import type { Context } from "#lib/context";
import { outageColumns, type Outage } from "./outage.ts";

const LIST_MAX = 1_000;

/** Lists outages of real banks, newest first, at most 1,000, but none that ended over 90 days ago. */
export async function listOutages(ctx: Pick<Context, "db">): Promise<Outage[]> {
  return ctx.db.directory((tx) =>
    tx.query<Outage>(
      `select ${outageColumns}
       from health.outage
       where coalesce(resolved_at, ends_at, now()) >= now() - interval '90 days'
       order by outage_no desc
       limit ${LIST_MAX}`,
    ),
  );
}
