import type { DashboardOperation } from "#dashboard/operation";
import { countApprovals } from "./count-approvals.ts";
import { decideApprovals } from "./decide-approvals.ts";
import { getApproval } from "./get-approval.ts";
import { listApprovalHistory } from "./list-approval-history.ts";
import { listApprovals } from "./list-approvals.ts";
import { playApprover } from "./play-approver.ts";
import { getPolicies, setPolicies, simulatePolicies } from "./policies.ts";
import { withdrawRequest } from "./withdraw-request.ts";

export const approvals: readonly DashboardOperation[] = [
  listApprovals,
  countApprovals,
  getApproval,
  decideApprovals,
  withdrawRequest,
  listApprovalHistory,
  playApprover,
  getPolicies,
  setPolicies,
  simulatePolicies,
];
