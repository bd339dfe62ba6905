import type { Tx } from "#lib/db";
import { incidentColumns, SCHEDULED_DAYS, UNSCHEDULED_DAYS, type Incident } from "./incidents.ts";

/** An incident, and whether it is now, upcoming or past. */
export interface Downtime extends Incident {
  readonly when: "now" | "upcoming" | "past";
}

const LIST_MAX = 500;

/**
 * Lists a merchant's downtimes, newest first, at most 500: unscheduled ones for 15 days after their start,
 * scheduled ones from their announcement to 7 days after their end. Cancelled ones are left out.
 */
export async function listDowntimes(tx: Tx): Promise<Downtime[]> {
  return tx.query<Downtime>(LIST, [tx.merchantId, tx.now]);
}

// A scheduled incident lasts at most 7 days, so none that began more than 15 days ago must be listed.
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
