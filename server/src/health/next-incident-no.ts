import type { Tx } from "#lib/db";

/** Returns the first of `count` new incident numbers of a sandbox merchant. Other callers wait. */
export async function nextIncidentNo(tx: Tx, count = 1): Promise<number> {
  const [row] = await tx.query<{ last: number }>(
    `insert into health.counter as counter (merchant_id, last_incident_no)
     values ($1, $2)
     on conflict (merchant_id) do update
     set last_incident_no = counter.last_incident_no + $2
     returning last_incident_no as last`,
    [tx.merchantId, count],
  );
  return row!.last - count + 1;
}
