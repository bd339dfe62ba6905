import type { DashboardOperation } from "#dashboard/operation";
import { askFactorReset } from "./ask-factor-reset.ts";
import { changeRole } from "./change-role.ts";
import { decideFactorReset } from "./decide-factor-reset.ts";
import { disableMember } from "./disable-member.ts";
import { enableMember } from "./enable-member.ts";
import { endMemberSessions } from "./end-member-sessions.ts";
import { inviteMember } from "./invite-member.ts";
import { listAuditRecords } from "./list-audit-records.ts";
import { listMembers } from "./list-members.ts";
import { listRoles } from "./list-roles.ts";
import { makeRole } from "./make-role.ts";
import { removeRole } from "./remove-role.ts";
import { sendInvitationAgain } from "./send-invitation-again.ts";
import { setSecondFactorPolicy } from "./set-second-factor-policy.ts";
import { stopOwnerChange } from "./stop-owner-change.ts";
import { updatePermissions } from "./update-permissions.ts";
import { verifyAuditChain } from "./verify-audit-chain.ts";

export const members: readonly DashboardOperation[] = [
  listMembers,
  inviteMember,
  sendInvitationAgain,
  updatePermissions,
  disableMember,
  enableMember,
  endMemberSessions,
  askFactorReset,
  decideFactorReset,
  stopOwnerChange,
  setSecondFactorPolicy,
  listRoles,
  makeRole,
  changeRole,
  removeRole,
  listAuditRecords,
  verifyAuditChain,
];
