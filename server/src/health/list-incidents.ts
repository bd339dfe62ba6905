import type { Context } from "#lib/context";
import { incidentColumns, type Incident } from "./incident.ts";

export interface IncidentQuery {
  /** True: only those that are over. False: only those that are not, including planned ones. Null: both. */
  readonly resolved: boolean | null;
  /** Only incidents that were active or are planned at some moment from here. */
  readonly from: Date;
  /** The end of that period, not included. */
  readonly to: Date;
  /** Only of this bank or handle; null: of all. */
  readonly entityCode: string | null;
  /** True to include those of our own banks. */
  readonly ours?: boolean;
}

const LIST_MAX = 1_000;

/** Lists a merchant's incidents by their start, at most 1,000. Cancelled ones are left out. */
export async function listIncidents(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { resolved, from, to, entityCode, ours = false }: IncidentQuery,
): Promise<Incident[]> {
  return ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<Incident>(LIST, [merchantId, from, to, resolved, entityCode, ours]),
  );
}

const LIST = `
  select ${incidentColumns}
  from health.incident
  where merchant_id = $1
    and ($6 or entity <> 'our_bank')
    and started_at < $3
    and (resolved_at is null or resolved_at >= $2)
    and status <> 'cancelled'
    and ($4::boolean is null or (status = 'resolved') = $4)
    and ($5::text is null or lower(entity_code) = lower($5))
  order by started_at, incident_no
  limit ${LIST_MAX}`;
