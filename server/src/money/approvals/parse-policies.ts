import { isPermission, memberOf, POWERS } from "#access";
import { parseRupees } from "#lib/money";
import { containsCardNumber, isRail, RAILS } from "#rails";
import { ApprovalError } from "./errors.ts";
import {
  APPROVERS_MAX,
  APPROVING,
  CREATOR_KINDS,
  type Level,
  LEVELS_MAX,
  type Policy,
  type SubjectKind,
  type ExemptWay,
  WAYS,
} from "./policy.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads policies as people write them, in JSON, amounts in rupees:
 *
 *     [{ "name": "Large ones", "from": "200000", "creators": ["api"], "levels": [{ "approvers": 2 }] }]
 *
 * A level may also name a `permission` (the usual one for the kind when absent) and `members` by their ids.
 * Throws `bad_policy`.
 */
export function parsePolicies(value: unknown, subjectKind: SubjectKind): Policy[] {
  if (!Array.isArray(value)) throw ApprovalError.bad_policy({ why: "policies are a list" });
  return value.map((one: unknown) => {
    const fields = fieldsOf(one, ["name", "from", "to", "rails", "fundSources", "creators", "levels"]);
    if (!Array.isArray(fields.levels)) throw ApprovalError.bad_policy({ why: "levels are a list" });
    return {
      name: isKept(fields.name) ? fields.name : "",
      fromPaise: amount(fields.from),
      toPaise: amount(fields.to),
      rails: texts(fields.rails),
      fundSourceIds: texts(fields.fundSources),
      creators: texts(fields.creators)?.map(creator) ?? null,
      levels: fields.levels.map((level: unknown) => parseLevel(level, subjectKind)),
    };
  });
}

/** Reads the channels, by name, that a merchant exempts from its policies for transfers. Throws `bad_policy`. */
export function parseExceptions(value: unknown): ExemptWay[] {
  return (texts(value) ?? []).map((name) => {
    const found = WAYS.find((way) => way === name);
    if (found === undefined)
      throw ApprovalError.bad_policy({ why: `an exception is one of ${WAYS.join(", ")}` });
    return found;
  });
}

function parseLevel(value: unknown, subjectKind: SubjectKind): Level {
  const { approvers, permission, members } = fieldsOf(value, ["approvers", "permission", "members"]);
  const named = permission ?? APPROVING[subjectKind];
  if (typeof named !== "string" || !isPermission(named))
    throw ApprovalError.bad_policy({ why: "a permission is unknown" });
  const count = approvers ?? 1;
  if (typeof count !== "number") throw ApprovalError.bad_policy({ why: "approvers are a number" });
  return { approvers: count, permission: named, memberIds: texts(members) };
}

function fieldsOf(value: unknown, known: readonly string[]): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw ApprovalError.bad_policy({ why: "a policy and a level are objects" });
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw ApprovalError.bad_policy({ why: `there is no field "${unknown.slice(0, 40)}"` });
  return value as Fields;
}

function amount(value: unknown): bigint | null {
  if (value === undefined || value === null) return null;
  const paise = parseRupees(value);
  if (typeof paise !== "bigint") throw ApprovalError.bad_policy({ why: "an amount is in rupees" });
  return paise;
}

function texts(value: unknown): string[] | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.every(isKept)) return value;
  throw ApprovalError.bad_policy({ why: "a condition is a list of texts" });
}

/** True for a text of characters that a database can store. */
const isKept = (value: unknown): value is string =>
  typeof value === "string" && !value.includes("\0") && value.isWellFormed();

function creator(value: string): (typeof CREATOR_KINDS)[number] {
  const found = CREATOR_KINDS.find((kind) => kind === value);
  if (found === undefined)
    throw ApprovalError.bad_policy({ why: `a creator is one of ${CREATOR_KINDS.join(", ")}` });
  return found;
}

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
export function checkExceptions(ways: readonly ExemptWay[], subjectKind: SubjectKind): void {
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

/**
 * Nothing would meet a condition that no subject of the kind can fulfil, and everything would pass without approval.
 */
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
  // A member could give this permission to a second address of its own without a second person.
  if (!POWERS.has(permission))
    return `a level takes a permission to pay, approve or manage, and ${permission} is none`;
  if (memberIds?.some((memberId) => memberOf(`member:${memberId}`) === null)) return "that is no member's id";
  if (memberIds !== null && (new Set(memberIds).size < approvers || memberIds.length > CHOICES_MAX))
    return "a level names as many members as it needs, and at most 100";
  return null;
}
