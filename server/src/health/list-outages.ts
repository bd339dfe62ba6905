import type { Context } from "#lib/context";
import { outageColumns, type Outage } from "./outage.ts";

const LIST_MAX = 1_000;

/** Outages of the real banks that began or were changed in the last 90 days, the newest first; at most 1,000. */
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
