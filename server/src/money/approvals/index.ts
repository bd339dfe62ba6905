/** Maker-checker for anything: policies that say who must agree, requests, decisions and their consequences. */
export { isOnlyOwner } from "./alone.ts";
export {
  askForApprovals,
  openRequests,
  readAlsoAsked,
  reopenRequests,
  type RequestToOpen,
} from "./open-requests.ts";
export {
  type Approvals,
  approvalsBy,
  approversOf,
  APPROVING,
  CREATOR_KINDS,
  type CreatorKind,
  creatorOf,
  type DaySums,
  type ExemptWay,
  GUARDS,
  type Level,
  oneLook,
  type OrderedBefore,
  permissionsIn,
  type Policy,
  type PolicyFacts,
  type PolicySet,
  type Requirement,
  SUBJECT_KINDS,
  type SubjectKind,
  WAYS,
} from "./policy.ts";
export {
  completeKeyReset,
  findKeyRequest,
  type KeyReset,
  readFormerTerms,
  requestKeyReset,
  requestKeyScope,
} from "./request-key-changes.ts";
export {
  decideRequests,
  type DecisionOutcome,
  DECISIONS_MAX,
  type DecisionToMake,
} from "./decide-requests.ts";
export { ApprovalError } from "./errors.ts";
export { approvalsWorker, expireRequests, withdrawRequests, workApprovals } from "./end-requests.ts";
export {
  type Approval,
  canBeApproved,
  findPossibleApprovers,
  isAgreed,
  type LevelToFill,
  readAgreements,
  readApprovers,
} from "./read-approvers.ts";
export { findOrphans } from "./find-orphans.ts";
export {
  findOtherApprover,
  findOwnToEnd,
  findRequests,
  listRequests,
  showHistory,
  type ShownRequest,
  showPending,
  showRequest,
  type Turn,
} from "./show-requests.ts";
export { registerGuardApprovals } from "./follow-rights.ts";
export { followRequests, type Follower, type RequestEnd } from "./follow-requests.ts";
export {
  type ApproverVerdict,
  type Decision,
  hashContent,
  lockRequests,
  PARTS_TO_SEAL as APPROVALS_TO_SEAL,
  type Proposal,
  type Request,
  type RequestStatus,
} from "./request.ts";
export { keepCounted, type CountedOrder } from "./keep-counted.ts";
export {
  listPolicies,
  policiesInForce,
  readPolicies,
  setPolicies,
  setStartingPolicies,
} from "./stored-policies.ts";
export { findPolicyLeftBehind, paymentPoliciesSetAt } from "./compare-sources.ts";
export { askedSum, matchPolicy, type AskedSum } from "./match-policy.ts";
export { parseExceptions, parsePolicies } from "./parse-policies.ts";
export { readCourse, type RequestCourse } from "./progress.ts";
export { readWaiting, readWaitingRights, type WaitingRequest, type WaitingRights } from "./read-waiting.ts";
export { recheckRequests, releaseRequests, reviseRequests } from "./revise-requests.ts";
export { readProposedPolicies, requestPolicies } from "./request-policies.ts";
export {
  askAtOpening,
  askForRights,
  changeRights,
  listMerchants,
  requestRole,
  withGuards,
} from "./request-rights.ts";
export {
  forgetTightened,
  GIVE_BACK_DAYS,
  noteGivenBack,
  noteTightened,
  readLoneSteps,
  readTightened,
  type State,
  type Tightening,
} from "./tightened.ts";
export { approvalsFigures } from "./measure.ts";
export { PARTS_TO_ERASE as APPROVALS_TO_ERASE } from "./to-erase.ts";
