/** Writes outages. Merchants are notified of each change by its revision. */
import type { DirectoryTx } from "#lib/db";
import { newId } from "#lib/ids";
import { nameOf, type Incident, type Severity, type Subject } from "./incident.ts";
import { outageColumns, type Feed, type Outage } from "./outage.ts";

export interface NewOutage extends Subject {
  readonly severity: Severity;
  readonly source: Incident["source"];
  readonly because: string;
  readonly by: string;
  readonly startedAt: Date;
  readonly endsAt: Date | null;
}

/** Adds outages under the last numbers of the feed. One that live traffic has opened already is left out. */
export async function insertOutages(
  tx: DirectoryTx,
  feed: Feed,
  outages: readonly NewOutage[],
): Promise<Outage[]> {
  if (outages.length === 0) return [];
  return tx.query<Outage>(INSERT, [
    feed.revision,
    feed.now,
    outages.map(() => newId()),
    outages.map((_, index) => feed.lastOutageNo - outages.length + index + 1),
    outages.map((one) => one.entity),
    outages.map((one) => one.entityCode),
    outages.map(nameOf),
    outages.map((one) => one.mode),
    outages.map((one) => one.severity),
    outages.map((one) => one.source),
    outages.map((one) => one.because),
    outages.map((one) => one.by),
    outages.map((one) => one.startedAt),
    outages.map((one) => one.endsAt),
  ]);
}

const INSERT = `
  insert into health.outage (outage_id, outage_no, revision, entity, entity_code, entity_name, mode, severity,
    scheduled, source, status, because, opened_by, opened_at, started_at, ends_at)
  select outage_id, outage_no, $1, entity, entity_code, entity_name, mode, severity, ends_at is not null, source,
    'open', because, opened_by, $2, started_at, ends_at
  from unnest($3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::timestamptz[], $14::timestamptz[])
    as given (outage_id, outage_no, entity, entity_code, entity_name, mode, severity, source, because, opened_by,
      started_at, ends_at)
  on conflict do nothing
  returning ${outageColumns}`;

/** Ends outages now, or cancels those that have not begun. Those over, even by plan, are left out. */
export function endOutages(
  tx: DirectoryTx,
  feed: Feed,
  { outageNos, by }: { outageNos: readonly number[]; by: string },
): Promise<Outage[]> {
  return tx.query<Outage>(END, [feed.revision, feed.now, outageNos, by]);
}

const END = `
  update health.outage
  set status = case when started_at > $2 then 'cancelled' else 'resolved' end,
      resolved_at = $2,
      resolved_by = $4,
      revision = $1
  where outage_no = any ($3::int[])
    and status = 'open'
    and (ends_at is null or ends_at > $2)
  returning ${outageColumns}`;

/** Raises outages to high severity. */
export async function raiseOutages(tx: DirectoryTx, feed: Feed, outageNos: readonly number[]): Promise<void> {
  await tx.execute(
    `update health.outage
     set severity = 'high', revision = $1
     where outage_no = any ($2::int[])
       and severity = 'low'
       and status = 'open'`,
    [feed.revision, outageNos],
  );
}
