import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { readMerchant } from "#access";
import { HealthError } from "./errors.ts";
import type { Incident } from "./incident.ts";
import { withNewWindows } from "./write-bank-health.ts";
import { endIncidents } from "./write-incidents.ts";

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
