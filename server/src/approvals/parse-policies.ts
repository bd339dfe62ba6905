import { isPermission } from "#access";
import { parseRupees } from "#lib/money";
import { ApprovalError } from "./errors.ts";
import {
  APPROVING,
  CREATOR_KINDS,
  WAYS,
  type Level,
  type Policy,
  type SubjectKind,
  type Way,
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

/** Reads the ways in that a merchant excepts from its policies for transfers, by name. Throws `bad_policy`. */
export function parseExceptions(value: unknown): Way[] {
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

/** Whether it is text of characters that a database keeps. */
const isKept = (value: unknown): value is string =>
  typeof value === "string" && !value.includes("\0") && value.isWellFormed();

function creator(value: string): (typeof CREATOR_KINDS)[number] {
  const found = CREATOR_KINDS.find((kind) => kind === value);
  if (found === undefined)
    throw ApprovalError.bad_policy({ why: `a creator is one of ${CREATOR_KINDS.join(", ")}` });
  return found;
}
