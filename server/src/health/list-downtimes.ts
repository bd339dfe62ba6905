import type { Tx } from "#lib/db";
import { SCHEDULED_DAYS, UNSCHEDULED_DAYS } from "./incident-limits.ts";
import { incidentColumns, type Incident } from "./incident.ts";

/** An incident with where it stands in time. */
export interface Downtime extends Incident {
  readonly when: "now" | "upcoming" | "past";
}

const LIST_MAX = 500;

/**
 * A merchant's downtimes, newest first, at most 500: an unscheduled one for 15 days after its start, a scheduled one
 * from when it is known to 7 days after its end. Those that were called off are left out.
 */
export async function listDowntimes(tx: Tx): Promise<Downtime[]> {
  return tx.query<Downtime>(LIST, [tx.merchantId, tx.now]);
}

// A scheduled incident lasts 7 days at most, so none that began earlier than 15 days ago is to be shown.
const LIST = `
  select ${incidentColumns},
    case
      when status = 'resolved' then 'past'
      when started_at > $2 then 'upcoming'
      else 'now'
    end as "when"
  from health.incident
  where merchant_id = $1
    and status <> 'cancelled'
    and started_at >= $2::timestamptz - interval '${UNSCHEDULED_DAYS} days'
    and (not scheduled or coalesce(resolved_at, ends_at) >= $2::timestamptz - interval '${SCHEDULED_DAYS} days')
  order by started_at desc, incident_no desc
  limit ${LIST_MAX}`;
