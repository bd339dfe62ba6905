/** Applies the end of a request to its rule or block, in the transaction of the last decision. */
import { AccessError } from "#access";
import { followRequests, hashContent, type Proposal, type RequestEnd } from "#approvals";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { RiskError } from "./errors.ts";
import { makeUnblocking, readUnblocking } from "./unblock-payee.ts";
import { makeAsSeen, readProposal } from "./rule-proposal.ts";

/** Lets approvals change rules and end blocks. Called once at the start of a process. */
export function registerRiskApprovals(): void {
  followRequests("limit", async (tx, ends) => {
    for (const end of ends) if (end.request.status === "approved") await makeApproved(tx, end);
  });
}

/** Makes an approved change in the name of the member who requested it. The request names its approvers. */
async function makeApproved(tx: Tx, { request }: RequestEnd): Promise<void> {
  const { proposal, contentHash, maker, requestId } = request;
  if (proposal === null || !hashContent(proposal).equals(contentHash)) return;
  const approved = readApproved(tx, proposal, maker);
  // A limit that is not a rule belongs to another module.
  if (approved === null) return;
  try {
    await approved.make();
  } catch (error) {
    // Nothing has been written. The rule or block has changed since, there is no room for another rule, or the member
    // who requested it lost the permission.
    const because = withoutEffect.find((code) => RiskError.is(error, code)) ?? NOT_PERMITTED;
    if (because === NOT_PERMITTED && !AccessError.is(error, NOT_PERMITTED)) throw error;
    const { subject, action } = approved;
    const detail = { requestId, because };
    await recordAudit(tx, [{ actor: "system", action, subject, detail }]);
  }
}

const withoutEffect = ["rule_changed", "too_many_rules", "too_many_of_member", "block_not_found"] as const;
const NOT_PERMITTED = "not_permitted";

function readApproved(tx: Tx, proposal: Proposal, maker: Actor) {
  const change = readProposal(proposal);
  if (change !== null)
    return {
      subject: `rule:${change.ruleId}`,
      action: "risk.rule_change_without_effect",
      make: () => makeAsSeen(tx, { proposal, change, by: maker }),
    };
  const unblocking = readUnblocking(proposal);
  if (unblocking === null) return null;
  return {
    subject: `block:${unblocking.blockId}`,
    action: "risk.unblocking_without_effect",
    make: () => makeUnblocking(tx, unblocking, maker),
  };
}
