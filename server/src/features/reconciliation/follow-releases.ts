/** Carries out what was approved about a break, in the name of its maker. */
import { AccessError } from "#access";
import { followRequests, type Proposal, type RequestEnd } from "#approvals";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { ReconciliationError } from "./errors.ts";
import { tieByHand } from "./match-break.ts";
import { resolveWithin, type BreakToResolve } from "./resolve-break.ts";

/** Lets approvals release credits. Called once at the start of a process. */
export function registerReleases(): void {
  followRequests("credit", followReleases);
}

async function followReleases(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  for (const { request } of ends) {
    const { status, proposal, maker, subjectId: breakId, requestId, openedAt: askedAt } = request;
    if (status !== "approved" || proposal === null) continue;
    const because = await release(tx, { breakId, proposal, by: maker, askedAt });
    if (because === null) continue;
    const detail = { requestId, because };
    await recordAudit(tx, [
      {
        actor: "system",
        action: "reconciliation.release_without_effect",
        subject: `break:${breakId}`,
        detail,
      },
    ]);
  }
}

/** Carries out a release. Returns the reason if it did nothing; null if it is done. */
async function release(
  tx: Tx,
  { breakId, proposal, by, askedAt }: { breakId: string; proposal: Proposal; by: Actor; askedAt: Date },
): Promise<string | null> {
  const { referenceId, resolution } = proposal;
  const note = String(proposal["note"]);
  try {
    if (referenceId === undefined) {
      const said = resolution as BreakToResolve["resolution"];
      await resolveWithin(tx, { breakId, resolution: said, note, by });
      return null;
    }
    const match = { breakId, referenceId: BigInt(String(referenceId)), note, by };
    // Earlier versions asked about returns alone, without an effect.
    const [effect, takenFrom] = [String(proposal["effect"] ?? "return"), proposal["takenFrom"] ?? null];
    await tieByHand(tx, match, { effect, takenFrom: takenFrom === null ? null : String(takenFrom), askedAt });
    return null;
  } catch (error) {
    // It was refused before any write: the maker has lost the permission, or the subject has changed.
    if (ReconciliationError.is(error) || AccessError.is(error, "not_permitted")) return error.code;
    throw error;
  }
}
