/**
 * Incidents of banks that are held after a restore of the database, so that programs and people hear of it by the same
 * webhooks, e-mails and pages as of other downtimes. Routing does not follow them: it reads the hold itself.
 */
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { Rail } from "#rails";
import { endIncidents, insertIncidents } from "./write-incidents.ts";

/** Their numbers begin here. Below are those of outages, which are the same for all live merchants. */
const FIRST_NO = 1_000_000_000;

/** A bank that is held, with the rails that it offers. */
interface HeldBank {
  readonly bankId: string;
  readonly rails: readonly Rail[];
}

/** Opens an incident for each rail of these banks that has none of this kind, in the caller's transaction. */
export async function openRecoveryIncidents(
  tx: Tx,
  { banks, by, because }: { banks: readonly HeldBank[]; by: Actor; because: string },
): Promise<void> {
  const open = await readOpen(
    tx,
    banks.map(({ bankId }) => bankId),
  );
  const places = banks
    .flatMap(({ bankId, rails }) => rails.map((rail) => ({ entityCode: bankId, mode: rail })))
    .filter((place) => !open.some((one) => one.entityCode === place.entityCode && one.mode === place.mode));
  if (places.length === 0) return;
  const [next] = await tx.query<{ no: number }>(NEXT_NO, [tx.merchantId]);
  await insertIncidents(
    tx,
    places.map((place, index) => ({
      ...place,
      entity: "our_bank",
      incidentId: newId(),
      incidentNo: next!.no + index,
      severity: "high",
      source: "recovery",
      because,
      by,
      startedAt: tx.now,
      endsAt: null,
    })),
  );
}

/** The caller has locked the rows of the banks, so no other transaction takes the same numbers. */
const NEXT_NO = `
  select coalesce(max(incident_no) + 1, ${FIRST_NO}) as no
  from health.incident
  where merchant_id = $1
    and incident_no >= ${FIRST_NO}`;

/** Ends the incidents of banks that are no longer held, in the caller's transaction. */
export async function endRecoveryIncidents(
  tx: Tx,
  { bankIds, by }: { bankIds: readonly string[]; by: Actor },
): Promise<void> {
  const open = await readOpen(tx, bankIds);
  const endings = open.map(({ incidentId }) => ({ incidentId, at: tx.now }));
  await endIncidents(tx, { endings, by });
}

interface Open {
  readonly incidentId: string;
  readonly entityCode: string;
  readonly mode: Rail;
}

const readOpen = (tx: Tx, bankIds: readonly string[]): Promise<Open[]> =>
  tx.query<Open>(
    `select incident_id as "incidentId", entity_code as "entityCode", mode
     from health.incident
     where merchant_id = $1
       and entity = 'our_bank'
       and entity_code = any ($2::text[])
       and source = 'recovery'
       and status = 'active'`,
    [tx.merchantId, bankIds],
  );
