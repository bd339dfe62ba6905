/** Outages: incidents of the real banks, which hold for every live merchant. Few, and kept outside of merchants. */
import type { DirectoryTx } from "#lib/db";
import type { Incident, Severity, Subject } from "./incident.ts";

/** One outage. Times by the database's clock. */
export interface Outage extends Subject {
  readonly outageId: string;
  readonly outageNo: number;
  readonly revision: bigint;
  readonly entityName: string;
  readonly severity: Severity;
  readonly scheduled: boolean;
  readonly source: Incident["source"];
  readonly status: "open" | "resolved" | "cancelled";
  readonly because: string;
  readonly openedBy: string;
  readonly startedAt: Date;
  readonly endsAt: Date | null;
  readonly resolvedAt: Date | null;
  /** Who ended it or called it off; null: no one did, it goes on or has run out. */
  readonly resolvedBy: string | null;
}

/** The columns of an outage under the names of the interface above. */
export const outageColumns = `
  outage_id as "outageId", outage_no as "outageNo", revision, entity, entity_code as "entityCode",
  entity_name as "entityName", mode, severity, scheduled, source, status, because, opened_by as "openedBy",
  started_at as "startedAt", ends_at as "endsAt", resolved_at as "resolvedAt", resolved_by as "resolvedBy"`;

/** What a change of outages is numbered with, and when it happens. */
export interface Feed {
  readonly revision: bigint;
  readonly lastOutageNo: number;
  readonly now: Date;
}

/**
 * Takes the next revision, and numbers for `opening` new outages. Others that change outages wait until the end of
 * the transaction, so that revisions are committed in their order and no one reads past one that is still to come.
 */
export async function turnFeed(tx: DirectoryTx, opening: number): Promise<Feed> {
  const [feed] = await tx.query<Feed>(
    `update health.feed
     set revision = revision + 1,
         last_outage_no = last_outage_no + $1
     returning revision, last_outage_no as "lastOutageNo", clock_timestamp() as now`,
    [opening],
  );
  return feed!;
}
