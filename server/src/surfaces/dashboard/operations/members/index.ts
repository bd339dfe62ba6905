import type { DashboardOperation } from "#dashboard/operation";
import { askFactorReset, decideFactorReset, setSecondFactorPolicy } from "./second-factors.ts";
import { changeRole, listRoles, makeRole, removeRole } from "./roles.ts";
import {
  disableMember,
  enableMember,
  endMemberSessions,
  inviteMember,
  listMembers,
  sendInvitationAgain,
  stopOwnerChange,
  updatePermissions,
} from "./members.ts";
import { connectProvider, disconnectProvider, getProvider, unlinkMember } from "./provider.ts";
import { listAuditRecords, verifyAuditChain } from "./audit-records.ts";

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
  getProvider,
  connectProvider,
  disconnectProvider,
  unlinkMember,
  listRoles,
  makeRole,
  changeRole,
  removeRole,
  listAuditRecords,
  verifyAuditChain,
];
