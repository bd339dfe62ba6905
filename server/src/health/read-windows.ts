import { LIVE, type Scope } from "./bank-scope.ts";
import type { Window } from "./bank-snapshot.ts";

/** Reads the current and future periods for which our banks, or an operator, announced that they are down. */
export async function readWindows({ tx, scopeId, now }: Scope): Promise<Window[]> {
  const rows = scopeId === LIVE ? await tx.query<Row>(OF_ALL, [now]) : await tx.query<Row>(OF_ONE, [scopeId]);
  return rows.map(({ bankId, rail, from, to }) => ({
    bankId,
    rail,
    from: from.getTime(),
    to: to?.getTime() ?? null,
  }));
}

interface Row {
  readonly bankId: string;
  readonly rail: Window["rail"];
  readonly from: Date;
  readonly to: Date | null;
}

const COLUMNS = `entity_code as "bankId", mode as rail, started_at as "from", ends_at as "to"`;

const OF_ALL = `
  select ${COLUMNS}
  from health.outage
  where entity = 'our_bank'
    and source = 'notice'
    and status = 'open'
    and (ends_at is null or ends_at > $1)
  order by outage_no`;

const OF_ONE = `
  select ${COLUMNS}
  from health.incident
  where merchant_id = $1
    and entity = 'our_bank'
    and source = 'notice'
    and status in ('planned', 'active')
  order by incident_no`;
