/** What follows for a rule from the end of a request for approval: in the transaction of the last decision. */
import { followRequests, hashContent, type RequestEnd } from "#approvals";
import { recordAudit } from "#audit";
import type { Tx } from "#lib/db";
import { RiskError } from "./errors.ts";
import { makeChange, readProposal } from "./rule-proposal.ts";

/** Lets approvals change rules. Called once at the start of a process. */
export function registerRiskApprovals(): void {
  followRequests("limit", async (tx, ends) => {
    for (const end of ends) if (end.request.status === "approved") await makeApproved(tx, end);
  });
}

/** The member who asked has made the change; those who agreed stand in the request. */
async function makeApproved(tx: Tx, { request }: RequestEnd): Promise<void> {
  const { proposal, contentHash, maker, requestId } = request;
  if (proposal === null || !hashContent(proposal).equals(contentHash)) return;
  const change = readProposal(proposal);
  // A limit that is no rule is another module's.
  if (change === null) return;
  try {
    await makeChange(tx, change, maker);
  } catch (error) {
    if (!RiskError.is(error, "rule_changed") && !RiskError.is(error, "too_many_rules")) throw error;
    // Nothing has been written: the rule is another one by now, or there is no more room.
    const subject = `rule:${change.ruleId}`;
    const detail = { requestId, because: error.code };
    await recordAudit(tx, [{ actor: "system", action: "risk.rule_change_without_effect", subject, detail }]);
  }
}
