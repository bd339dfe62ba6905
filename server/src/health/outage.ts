/** Outages: incidents of real banks, for every live merchant. They are few, and belong to no merchant. */
import type { DirectoryTx } from "#lib/db";
import type { Incident, Severity, Subject } from "./incident.ts";

/** One outage. Times are by the database's clock. */
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
  /** The actor who ended or cancelled it; null: it is active, or its period is over. */
  readonly resolvedBy: string | null;
}

/** The columns of an outage under the names of the interface above. */
export const outageColumns = `
  outage_id as "outageId", outage_no as "outageNo", revision, entity, entity_code as "entityCode",
  entity_name as "entityName", mode, severity, scheduled, source, status, because, opened_by as "openedBy",
  started_at as "startedAt", ends_at as "endsAt", resolved_at as "resolvedAt", resolved_by as "resolvedBy"`;

/** The number and the time of a change of outages. */
export interface Feed {
  readonly revision: bigint;
  readonly lastOutageNo: number;
  readonly now: Date;
}

/**
 * Takes the next revision, and numbers for `opening` new outages. Other changes wait until the transaction
 * ends, so that revisions are committed in order and no reader skips one that is not committed yet.
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
