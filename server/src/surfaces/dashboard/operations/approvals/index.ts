import type { DashboardOperation } from "#dashboard/operation";
import {
  countApprovals,
  decideApprovals,
  getApproval,
  listApprovalHistory,
  listApprovals,
  playApprover,
  withdrawRequest,
} from "./requests.ts";
import { getPolicies, setPolicies, simulatePolicies } from "./policies.ts";

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
