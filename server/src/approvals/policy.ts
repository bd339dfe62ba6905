/** Who must agree to what: the merchant's policies, one list for each kind of subject. */
import type { Permission } from "#access";

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

/** What can need approval. */
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export const CREATOR_KINDS = ["api", "member", "batch"] as const;

/** How a subject came about: by the merchant's programs, by a person, by a file. */
export type CreatorKind = (typeof CREATOR_KINDS)[number];

/**
 * Ways in for which a merchant may switch its policies for transfers off, by name. The calls of v1.2 and v2 and the
 * dashboard are not among them: there the policies always hold.
 */
export const WAYS = ["v1", "v1.1", "phone", "card", "link", "loan", "batch_call", "batch_file"] as const;

/** A channel that may be exempted. */
export type Way = (typeof WAYS)[number];

/** One step of agreement. Levels follow one another; the same member counts once in all of them. */
export interface Level {
  /** How many members must approve: 1 to 10. */
  readonly approvers: number;
  /** What each of them must be permitted, when deciding and at the release. */
  readonly permission: Permission;
  /** Only these members; null: everyone with the permission. */
  readonly memberIds: readonly string[] | null;
}

/** The conditions under which its levels must agree. A null condition does not restrict. */
export interface Policy {
  readonly name: string;
  /** Amounts from here on, in paise. */
  readonly fromPaise: bigint | null;
  /** Up to and with this amount, in paise. */
  readonly toPaise: bigint | null;
  readonly rails: readonly string[] | null;
  readonly fundSourceIds: readonly string[] | null;
  readonly creators: readonly CreatorKind[] | null;
  /** At most 5; none: what fits this policy needs no approval. */
  readonly levels: readonly Level[];
}

/** A merchant's policies for one kind of subject. */
export interface PolicySet {
  readonly subjectKind: SubjectKind;
  /** Counts the changes; 0: the merchant has never set any. */
  readonly version: number;
  /** How long a request waits for its decisions, in minutes of the merchant's clock. */
  readonly expireAfterMinutes: number;
  /** In the order in which they are tried. */
  readonly policies: readonly Policy[];
  /** Of transfers: ways in that no policy is asked for; none, unless the merchant names them. */
  readonly exceptWays: readonly Way[];
}

/** What a policy asks of a subject. */
export interface PolicyFacts {
  readonly amountPaise: bigint | null;
  readonly rail: string | null;
  /** The rails that may carry it, where that is open: the policy of any of them is asked. Absent: `rail` alone. */
  readonly mayCarry?: readonly string[];
  readonly fundSourceId: string | null;
  readonly creator: CreatorKind;
  /** True of a file that a member sent: it is made by a person too. */
  readonly byMember?: boolean;
  /** What the payee and the maker were ordered in the last 24 hours; absent: nothing is counted. */
  readonly sums?: DaySums | null;
}

/** Approvals that something has or waits for: so many members, each with all of these permissions. */
export interface Approvals {
  readonly approvers: number;
  readonly permissions: readonly Permission[];
  /** Only these members; null: everyone with the permissions. */
  readonly memberIds: readonly string[] | null;
}

/** Paise, as text because it is kept as JSON, and what they had to be approved by. */
export interface OrderedBefore {
  readonly paise: string;
  /** How many had to approve them. Only the version before this one reads it. */
  readonly approvers: number;
  /** Absent from what the version before this one kept: then nothing is known of the approvals, and none counts. */
  readonly approvals?: readonly Approvals[] | null;
}

/** What was ordered in the last 24 hours, for the same payee and by the same maker. */
export interface DaySums {
  readonly payee: readonly OrderedBefore[];
  readonly maker: readonly OrderedBefore[];
}

/** How many members levels take together. */
export const approversOf = (levels: readonly Pick<Level, "approvers">[]): number =>
  levels.reduce((sum, { approvers }) => sum + approvers, 0);

/** What is known of the approvals that fill levels. */
export const approvalsBy = (levels: readonly Level[]): Approvals[] =>
  levels.map(({ approvers, permission, memberIds }) => ({ approvers, permissions: [permission], memberIds }));

/** What those who fill the levels must be permitted. */
export const permissionsIn = (levels: readonly Level[]): Permission[] => [
  ...new Set(levels.map(({ permission }) => permission)),
];

/** Who must agree to one subject, as it is kept with the request. */
export interface Requirement {
  readonly policyName: string;
  readonly policyVersion: number;
  readonly levels: readonly Level[];
  readonly expireAfterMinutes: number;
}

/** So many levels a policy may have, and so many approvers a level. */
export const LEVELS_MAX = 5;
export const APPROVERS_MAX = 10;

/** What has to be approved is asked for within this time, unless the merchant says otherwise. */
export const EXPIRE_AFTER_MINUTES = 7 * 24 * 60;

/** The permission that approving a kind of subject takes, unless a level names another one. */
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
 * Kinds of change by which one person could get around the approval of everything else, make up money that payments
 * are made from, or let pay what the risk rules stop. In live they wait for another person until the merchant has set
 * policies of its own for them, which is such a change itself; of limits only what loosens them.
 */
export const GUARDS: readonly SubjectKind[] = ["key_reset", "limit", "rights", "policy", "credit"];

/** What a live merchant has for each of them until then. */
export const GUARD: Policy = {
  name: "Another person agrees",
  fromPaise: null,
  toPaise: null,
  rails: null,
  fundSourceIds: null,
  creators: null,
  levels: [{ approvers: 1, permission: "approve_changes", memberIds: null }],
};

/** What is asked for where no policy asks: one member who may approve. `because` says why. */
export const oneLook = (subjectKind: SubjectKind, because: string): Requirement => ({
  policyName: because,
  policyVersion: 0,
  levels: [{ approvers: 1, permission: APPROVING[subjectKind], memberIds: null }],
  expireAfterMinutes: EXPIRE_AFTER_MINUTES,
});
