/** The merchant's approval policies, one list for each kind of subject. */
import type { Permission } from "#access";
import type { Actor } from "#audit";

export const SUBJECT_KINDS = [
  "transfer",
  "batch",
  "beneficiary",
  "key_reset",
  "limit",
  "rights",
  "policy",
  "credit",
] as const;

/** Anything that can need approval. */
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export const CREATOR_KINDS = ["api", "member", "batch"] as const;

/** The origin of a subject: the merchant's programs, a person, or a file. */
export type CreatorKind = (typeof CREATOR_KINDS)[number];

/**
 * The channels that a merchant may exempt from its policies for transfers, by name. The calls of v1.2 and v2 and the
 * dashboard are not among them: there the policies always hold.
 */
export const WAYS = ["v1", "v1.1", "phone", "card", "link", "loan", "batch_call", "batch_file"] as const;

/** A channel that may be exempted. */
export type ExemptWay = (typeof WAYS)[number];

/** One step of agreement. Levels follow one another; the same member counts once in all of them. */
export interface Level {
  /** The number of members who must approve, 1 to 10. */
  readonly approvers: number;
  /** The permission that each of them needs, when deciding and at the release. */
  readonly permission: Permission;
  /** The members who may approve; null for everyone with the permission. */
  readonly memberIds: readonly string[] | null;
}

/** The conditions under which its levels must agree. A null condition does not restrict. */
export interface Policy {
  readonly name: string;
  /** The policy applies from this amount on, in paise. */
  readonly fromPaise: bigint | null;
  /** The policy applies up to and including this amount, in paise. */
  readonly toPaise: bigint | null;
  readonly rails: readonly string[] | null;
  readonly fundSourceIds: readonly string[] | null;
  readonly creators: readonly CreatorKind[] | null;
  /** At most 5. If there is none, what fits this policy needs no approval. */
  readonly levels: readonly Level[];
}

/** A merchant's policies for one kind of subject. */
export interface PolicySet {
  readonly subjectKind: SubjectKind;
  /** Counts the changes. 0 means that the merchant has never set any. */
  readonly version: number;
  /** A request waits this long for its decisions, in minutes of the merchant's clock. */
  readonly expireAfterMinutes: number;
  /** The policies in the order in which they are tried. */
  readonly policies: readonly Policy[];
  /** The channels of transfers that are exempt from the policies; none unless the merchant names them. */
  readonly exceptWays: readonly ExemptWay[];
}

/** The facts about a subject that policies look at. */
export interface PolicyFacts {
  readonly amountPaise: bigint | null;
  readonly rail: string | null;
  /**
   * The rails that may carry it, if that is open: the policies of all of them are asked. If absent or null, `rail`
   * alone counts.
   */
  readonly mayCarry?: readonly string[] | null;
  readonly fundSourceId: string | null;
  readonly creator: CreatorKind;
  /** True for a file that a member sent; false for one that a program sent. */
  readonly byMember?: boolean;
  /** The orders for the payee and by the maker in the last 24 hours; absent if nothing is counted. */
  readonly sums?: DaySums | null;
}

/** Approvals that something has or waits for: this many members, each with all of these permissions. */
export interface Approvals {
  readonly approvers: number;
  readonly permissions: readonly Permission[];
  /** The members who may approve; null for everyone with the permissions. */
  readonly memberIds: readonly string[] | null;
}

/** An earlier order: paise, as text because it is stored as JSON, and the approvals that it needed. */
export interface OrderedBefore {
  readonly paise: string;
  /** The number of approvals that it needed. Only the version before this one reads it. */
  readonly approvers: number;
  /** Absent from orders that the version before this one stored. Their approvals are unknown, so none counts. */
  readonly approvals?: readonly Approvals[] | null;
}

/** The orders of the last 24 hours, for the same payee and by the same maker. */
export interface DaySums {
  readonly payee: readonly OrderedBefore[];
  readonly maker: readonly OrderedBefore[];
}

/** The number of members that levels need together. */
export const approversOf = (levels: readonly Pick<Level, "approvers">[]): number =>
  levels.reduce((sum, { approvers }) => sum + approvers, 0);

/** Describes the approvals that fill levels. */
export const approvalsBy = (levels: readonly Level[]): Approvals[] =>
  levels.map(({ approvers, permission, memberIds }) => ({ approvers, permissions: [permission], memberIds }));

/** The permissions that the approvers of the levels need. */
export const permissionsIn = (levels: readonly Level[]): Permission[] => [
  ...new Set(levels.map(({ permission }) => permission)),
];

/** The approvers that one subject needs, as they are stored with the request. */
export interface Requirement {
  readonly policyName: string;
  readonly policyVersion: number;
  readonly levels: readonly Level[];
  readonly expireAfterMinutes: number;
}

/** The most levels of a policy, and the most approvers of a level. */
export const LEVELS_MAX = 5;
export const APPROVERS_MAX = 10;

/** A request waits this long for its decisions, unless the merchant chooses another time. */
export const EXPIRE_AFTER_MINUTES = 7 * 24 * 60;

/** The permission that is needed to approve a kind of subject, unless a level names another one. */
export const APPROVING: Readonly<Record<SubjectKind, Permission>> = {
  transfer: "approve_quick_transfer",
  batch: "approve_bulk_transfer",
  beneficiary: "approve_changes",
  key_reset: "approve_changes",
  limit: "approve_changes",
  rights: "approve_changes",
  policy: "approve_changes",
  credit: "approve_changes",
};

/**
 * Kinds of change with which one person could get around the approval of everything else, invent money that payments
 * are made from, or let payments pass that the risk rules stop. In live they wait for another person until the merchant
 * has set its own policies for them, which is itself such a change. Of the changes of limits, only those that loosen
 * them wait.
 */
export const GUARDS: readonly SubjectKind[] = ["key_reset", "limit", "rights", "policy", "credit"];

/** The policy of a live merchant for each of them until then. */
export const GUARD: Policy = {
  name: "Another person agrees",
  fromPaise: null,
  toPaise: null,
  rails: null,
  fundSourceIds: null,
  creators: null,
  levels: [{ approvers: 1, permission: "approve_changes", memberIds: null }],
};

/** The approval that is needed when no policy applies: one member who may approve. `because` gives the reason. */
export const oneLook = (subjectKind: SubjectKind, because: string): Requirement => ({
  policyName: because,
  policyVersion: 0,
  levels: [{ approvers: 1, permission: APPROVING[subjectKind], memberIds: null }],
  expireAfterMinutes: EXPIRE_AFTER_MINUTES,
});

/** Returns the kind of creator that policies see in an actor. */
export const creatorOf = (by: Actor): CreatorKind => (by.startsWith("member:") ? "member" : "api");
