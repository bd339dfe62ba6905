/** Carries out requests for rights when the last decision about them is made: for members, roles and keys. */
import {
  completeGrant,
  completeRole,
  isPermitted,
  memberOf,
  type MerchantMode,
  type Permission,
} from "#access";
import { completeKeyScope } from "./request-key-changes.ts";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { followRequests, type RequestEnd } from "./follow-requests.ts";
import { followPolicies } from "./request-policies.ts";
import type { Proposal } from "./request.ts";

/** Lets approvals give rights and set policies. Called once at the start of a process. */
export function registerGuardApprovals(): void {
  followRequests("rights", followRights);
  followRequests("policy", followPolicies);
}

/**
 * Gives the rights that were approved, in the maker's name, unless their subject has changed since or the maker may not
 * give such rights any more.
 */
async function followRights(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  for (const { request } of ends) {
    const { status, proposal, maker, requestId, subjectId } = request;
    if (status !== "approved" || proposal === null) continue;
    const isPossible = await mayStillAsk(tx, { proposal, by: maker });
    if (isPossible && (await completeRights(tx, { proposal, by: maker }))) continue;
    const detail = { requestId };
    await recordAudit(tx, [
      { actor: "system", action: "approvals.rights_without_effect", subject: subjectId, detail },
    ]);
  }
}

interface Asked {
  readonly proposal: Proposal;
  readonly by: Actor;
}

async function mayStillAsk(tx: Tx, { proposal, by }: Asked): Promise<boolean> {
  const permission = typeof proposal.clientId === "string" ? "manage_keys" : "manage_members";
  return memberOf(by) === null || isPermitted(tx, by, permission);
}

/** Carries out a proposal and returns whether it could. */
export async function completeRights(tx: Tx, { proposal, by }: Asked): Promise<boolean> {
  if (typeof proposal.clientId === "string") return completeKeyScope(tx, { proposal, by });
  const permissions = listed<Permission>(proposal.permissions);
  const was = listed<Permission>(proposal.was);
  const roleId = proposal.roleId === null ? null : String(proposal.roleId);
  if (typeof proposal.memberId !== "string")
    return completeRole(tx, { roleId: roleId!, permissions, was, heldBy: listed(proposal.heldBy), by });
  const granted = { permissions, roleId };
  return completeGrant(tx, {
    memberId: proposal.memberId,
    mode: proposal.mode as MerchantMode,
    granted,
    was,
    by,
  });
}

const listed = <Word extends string>(value: unknown): Word[] =>
  String(value ?? "")
    .split(",")
    .filter(Boolean) as Word[];
