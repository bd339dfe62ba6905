/** An operator opens an incident, and resolves it. */
import { readMerchant } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { HealthError } from "./errors.ts";
import { type Incident, nextIncidentNo } from "./incidents.ts";
import { checkNotice, type Notice } from "./notice.ts";
import { withNewWindows } from "./write-bank-health.ts";
import { endIncidents, insertIncidents } from "./write-incidents.ts";

/**
 * Opens an incident of one sandbox merchant, now or planned by its clock. Outages for live merchants are
 * announced to all of them (`announceOutage`). Throws a HealthError if the notice is invalid.
 */
export async function openIncident(
  ctx: Pick<Context, "db">,
  merchantId: string,
  given: Notice,
): Promise<Incident> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    if ((await readMerchant(tx)).mode !== "sandbox") throw HealthError.not_sandbox();
    const scope = { tx, scopeId: merchantId, now: tx.now };
    const work = (): Promise<Incident> => open(tx, given);
    return given.entity === "our_bank" ? withNewWindows(scope, work) : work();
  });
}

async function open(tx: Tx, given: Notice): Promise<Incident> {
  const { merchantId } = tx;
  const notice = checkNotice(given, tx.now);
  const { entity, entityCode, mode, severity, because, planned, by } = notice;
  const incidentNo = await nextIncidentNo(tx);
  const [same] = planned === null ? await tx.query(FIND_ACTIVE, [merchantId, entity, entityCode, mode]) : [];
  if (same !== undefined) throw HealthError.already_active({ entity, entityCode, mode });
  const times = { startedAt: planned?.from ?? tx.now, endsAt: planned?.to ?? null };
  const subject = { entity, entityCode, mode, severity, because, by, source: "notice" } as const;
  const [opened] = await insertIncidents(tx, [{ incidentId: newId(), incidentNo, ...subject, ...times }]);
  await recordAudit(tx, [
    {
      actor: by,
      action: "health.incident_opened",
      subject: `incident:${opened!.incidentId}`,
      detail: { entity, entityCode, mode, severity, because },
    },
  ]);
  return opened!;
}

const FIND_ACTIVE = `
  select
  from health.incident
  where merchant_id = $1
    and entity = $2
    and entity_code = $3
    and mode = $4
    and status = 'active'
  limit 1`;

/**
 * Ends an incident of one sandbox merchant, or cancels it before it begins. Throws HealthError.not_found or
 * already_over; not_sandbox for a live merchant, whose incidents end for all (`endOutage`).
 */
export async function resolveIncident(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { incidentNo, by }: { incidentNo: number; by: Actor },
): Promise<Incident> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    if ((await readMerchant(tx)).mode !== "sandbox") throw HealthError.not_sandbox();
    const [found] = await tx.query<{ incidentId: string; entity: string }>(
      `select incident_id as "incidentId", entity from health.incident where merchant_id = $1 and incident_no = $2`,
      [merchantId, incidentNo],
    );
    if (found === undefined) throw HealthError.not_found({ incidentNo });
    const { incidentId } = found;
    const scope = { tx, scopeId: merchantId, now: tx.now };
    const end = (): Promise<Incident[]> => endIncidents(tx, { endings: [{ incidentId, at: tx.now }], by });
    const [ended] = found.entity === "our_bank" ? await withNewWindows(scope, end) : await end();
    if (ended === undefined) throw HealthError.already_over({ incidentNo });
    await recordAudit(tx, [
      {
        actor: by,
        action: "health.incident_resolved",
        subject: `incident:${incidentId}`,
        detail: { status: ended.status },
      },
    ]);
    return ended;
  });
}
