import { isPermission, memberOf, POWERS } from "#access";
import { containsCardNumber, isRail, RAILS } from "#rails";
import { ApprovalError } from "./errors.ts";
import {
  APPROVERS_MAX,
  CREATOR_KINDS,
  LEVELS_MAX,
  WAYS,
  type Level,
  type Policy,
  type SubjectKind,
  type Way,
} from "./policy.ts";

const POLICIES_MAX = 50;
const CHOICES_MAX = 100;

/** Throws `bad_policy`, with the policy and what is wrong with it, for policies of a kind that cannot be kept. */
export function checkPolicies(policies: readonly Policy[], subjectKind: SubjectKind): void {
  if (policies.length > POLICIES_MAX)
    throw ApprovalError.bad_policy({ why: `more than ${POLICIES_MAX} policies` });
  for (const policy of policies) {
    const why = faultOf(policy) ?? faultFor(policy, subjectKind);
    if (why !== null) throw ApprovalError.bad_policy({ policy: policy.name, why });
  }
}

/** Throws `bad_policy` for channels that cannot be exempted from a kind's policies. */
export function checkExceptions(ways: readonly Way[], subjectKind: SubjectKind): void {
  if (ways.length > 0 && subjectKind !== "transfer")
    throw ApprovalError.bad_policy({ why: "only policies for transfers have exceptions" });
  if (ways.some((way) => !WAYS.includes(way)))
    throw ApprovalError.bad_policy({ why: `an exception is one of ${WAYS.join(", ")}` });
}

function faultOf(policy: Policy): string | null {
  const { name, fromPaise, toPaise, rails, fundSourceIds, creators, levels } = policy;
  if (name.trim() === "" || name.length > 100) return "a name has 1 to 100 characters";
  if (containsCardNumber(name)) return "a name has no card number in it";
  if ((fromPaise ?? 0n) < 0n || (toPaise !== null && toPaise < (fromPaise ?? 0n)))
    return "the amounts are no range";
  const lists = [rails, fundSourceIds, creators];
  if (lists.some((list) => list !== null && (list.length === 0 || list.length > CHOICES_MAX)))
    return `a condition names 1 to ${CHOICES_MAX} values`;
  if (creators?.some((creator) => !CREATOR_KINDS.includes(creator))) return "a creator is unknown";
  if (rails?.some((rail) => !isRail(rail))) return `a rail is one of ${RAILS.join(", ")}`;
  if (levels.length > LEVELS_MAX) return `more than ${LEVELS_MAX} levels`;
  return levels.map(faultOfLevel).find((fault) => fault !== null) ?? null;
}

/** A condition that nothing of the kind can fulfil would let everything of it through. */
function faultFor(policy: Policy, subjectKind: SubjectKind): string | null {
  const { fromPaise, toPaise, rails, fundSourceIds, creators } = policy;
  if (subjectKind === "transfer") return null;
  if (subjectKind === "batch") return rails === null ? null : "a batch has no rail: its transfers have";
  if ([fromPaise, toPaise, rails, fundSourceIds].some((condition) => condition !== null))
    return `a ${subjectKind} has no amount, rail or fund source`;
  // A file counts as made by the member who sent it.
  return creators?.includes("batch") ? `a ${subjectKind} is asked for by the API or by a member` : null;
}

function faultOfLevel({ approvers, permission, memberIds }: Level): string | null {
  if (!Number.isInteger(approvers) || approvers < 1 || approvers > APPROVERS_MAX)
    return `a level has 1 to ${APPROVERS_MAX} approvers`;
  if (!isPermission(permission)) return "a permission is unknown";
  // It can be given to a second address of one's own without a second person.
  if (!POWERS.has(permission))
    return `a level takes a permission to pay, approve or manage, and ${permission} is none`;
  if (memberIds?.some((memberId) => memberOf(`member:${memberId}`) === null)) return "that is no member's id";
  if (memberIds !== null && (new Set(memberIds).size < approvers || memberIds.length > CHOICES_MAX))
    return "a level names as many members as it needs, and at most 100";
  return null;
}
