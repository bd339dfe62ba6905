/** Maker-checker for anything: policies that say who must agree, requests, decisions and their consequences. */
export { isOnlyOwner } from "./alone.ts";
export { askForApprovals, readAlsoAsked } from "./ask-for-approvals.ts";
export { creatorOf } from "./creator-of.ts";
export { completeKeyReset, type KeyReset, requestKeyReset } from "./request-key-reset.ts";
export { decideRequests, DECISIONS_MAX } from "./decide-requests.ts";
export type { DecisionOutcome, DecisionToMake } from "./write-decisions.ts";
export { ApprovalError } from "./errors.ts";
export { expireRequests } from "./expire-requests.ts";
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
export { hashContent } from "./hash-content.ts";
export { keepCounted, type CountedOrder } from "./keep-counted.ts";
export { listPolicies, policiesInForce, readPolicies, setStartingPolicies } from "./read-policies.ts";
export { findPolicyLeftBehind, paymentPoliciesSetAt } from "./compare-sources.ts";
export { askedSum, matchPolicy, type AskedSum } from "./match-policy.ts";
export { openRequests, reopenRequests, type RequestToOpen } from "./open-requests.ts";
export { parseExceptions, parsePolicies } from "./parse-policies.ts";
export {
  APPROVING,
  approvalsBy,
  approversOf,
  CREATOR_KINDS,
  GUARDS,
  oneLook,
  SUBJECT_KINDS,
  permissionsIn,
  WAYS,
  type Approvals,
  type CreatorKind,
  type DaySums,
  type Level,
  type OrderedBefore,
  type Policy,
  type PolicyFacts,
  type PolicySet,
  type Requirement,
  type SubjectKind,
  type ExemptWay,
} from "./policy.ts";
export { readCourse, type RequestCourse } from "./progress.ts";
export { readWaiting, readWaitingRights, type WaitingRequest, type WaitingRights } from "./read-waiting.ts";
export { recheckRequests, reviseRequests } from "./revise-requests.ts";
export { releaseRequests } from "./release-requests.ts";
export {
  lockRequests,
  type Decision,
  type Proposal,
  type Request,
  type RequestStatus,
  type ApproverVerdict,
} from "./request.ts";
export { readProposedPolicies, requestPolicies } from "./request-policies.ts";
export {
  askAtOpening,
  askForRights,
  changeRights,
  listMerchants,
  requestRole,
  withGuards,
} from "./request-rights.ts";
export { findKeyRequest, readFormerTerms, requestKeyScope } from "./request-key-scope.ts";
export { setPolicies } from "./set-policies.ts";
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
export { approvalsWorker, workApprovals } from "./work.ts";
export { withdrawRequests } from "./withdraw-requests.ts";
export { PARTS_TO_SEAL as APPROVALS_TO_SEAL } from "./parts-to-seal.ts";
