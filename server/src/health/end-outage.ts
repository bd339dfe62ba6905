import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { DirectoryTx } from "#lib/db";
import { LIVE } from "./bank-scope.ts";
import { HealthError } from "./errors.ts";
import { turnFeed, type Outage } from "./outage.ts";
import { withNewWindows } from "./write-bank-health.ts";
import { endOutages } from "./write-outages.ts";

/**
 * Ends an outage for every live merchant, or cancels it before it begins. Throws HealthError.outage_not_found
 * or outage_already_over.
 */
export async function endOutage(
  ctx: Pick<Context, "db">,
  { outageNo, by }: { outageNo: number; by: Actor },
): Promise<Outage> {
  return ctx.db.directory(async (tx) => {
    const scope = { tx, scopeId: LIVE, now: new Date() };
    const [known] = await tx.query<{ entity: string }>(
      "select entity from health.outage where outage_no = $1",
      [outageNo],
    );
    const work = (): Promise<Outage> => end(tx, { outageNo, by });
    return known?.entity === "our_bank" ? withNewWindows(scope, work) : work();
  });
}

async function end(tx: DirectoryTx, { outageNo, by }: { outageNo: number; by: Actor }): Promise<Outage> {
  const feed = await turnFeed(tx, 0);
  const [ended] = await endOutages(tx, feed, { outageNos: [outageNo], by });
  if (ended !== undefined) return ended;
  const [known] = await tx.query("select from health.outage where outage_no = $1", [outageNo]);
  throw known === undefined
    ? HealthError.outage_not_found({ outageNo })
    : HealthError.outage_already_over({ outageNo });
}
