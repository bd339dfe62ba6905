/** A request for approval as the database holds it, and its decisions. */
import { createHash } from "node:crypto";
import { memberOf } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { isClearText, type PartToSeal } from "#lib/seal-rows";
import { sealFields } from "#lib/seals";
import type { CreatorKind, DaySums, Level, PolicyFacts, SubjectKind } from "./policy.ts";

export type RequestStatus = "pending" | "approved" | "rejected" | "withdrawn" | "expired";

export type ApproverVerdict = "approve" | "reject";

/** JSON that says what is to be done. */
export type Proposal = { readonly [key: string]: string | number | boolean | null };

/** One request. Amounts in paise, times by the merchant's clock. */
export interface Request {
  readonly requestId: string;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly contentHash: Buffer;
  readonly revision: number;
  readonly maker: Actor;
  /** Members who made it or changed it since. */
  readonly makerIds: readonly string[];
  readonly amountPaise: bigint | null;
  readonly rail: string | null;
  /**
   * The rails that may carry it. Null if only `rail` may, or if the request was stored by an older version of the
   * server.
   */
  readonly mayCarry: readonly string[] | null;
  readonly fundSourceId: string | null;
  readonly creator: CreatorKind;
  readonly proposal: Proposal | null;
  readonly policyName: string;
  readonly policyVersion: number;
  readonly levels: readonly Level[];
  readonly status: RequestStatus;
  /** The level that is to decide, from 1. */
  readonly level: number;
  readonly openedAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly endedBy: Actor | null;
  readonly remarks: string;
  readonly approverIds: readonly string[] | null;
  readonly releasedAt: Date | null;
  /** Set if no other person could decide when it was opened. From this time on it is done as if one had agreed. */
  readonly aloneUntil: Date | null;
  /**
   * The member who was shown the secret of the key pair that ordered it; null for the operator, or if no key pair did.
   */
  readonly secretShownTo: string | null;
  /** The earlier orders that the policies counted besides its amount. */
  readonly sums: DaySums | null;
}

/** A member's decision about one revision of a request. */
export interface Decision {
  readonly requestId: string;
  readonly memberId: string;
  readonly verdict: ApproverVerdict;
  readonly contentHash: Buffer;
}

/** A request by its own id, or the newest one of a subject. */
export type RequestName =
  | { readonly requestId: string }
  | { readonly subjectKind: SubjectKind; readonly subjectId: string };

export const REQUEST_COLUMNS = `
  request.request_id as "requestId", request.subject_kind as "subjectKind", request.subject_id as "subjectId",
  request.content_hash as "contentHash", request.revision, request.maker, request.maker_ids as "makerIds",
  request.amount_paise as "amountPaise", request.rail, request.may_carry as "mayCarry",
  request.fund_source_id as "fundSourceId", request.creator,
  request.proposal, request.policy_name as "policyName", request.policy_version as "policyVersion", request.levels,
  request.status, request.level, request.opened_at as "openedAt", request.expires_at as "expiresAt",
  request.ended_at as "endedAt", request.ended_by as "endedBy", request.remarks,
  request.approver_ids as "approverIds", request.released_at as "releasedAt",
  request.alone_until as "aloneUntil",
  request.secret_shown_to as "secretShownTo", request.sums`;

/** Returns the facts that the policies look at. */
export const factsOf = (request: Request): PolicyFacts => {
  const { amountPaise, rail, mayCarry, fundSourceId, creator, maker, sums } = request;
  return { amountPaise, rail, mayCarry, fundSourceId, creator, byMember: memberOf(maker) !== null, sums };
};

/**
 * Locks requests, in the order of their ids, until the transaction ends. Returns them in the order of the names, with
 * undefined for those that do not exist. A transaction that holds a request never waits for one that waits for it,
 * because subjects are locked after requests.
 */
export async function lockRequests(tx: Tx, names: readonly RequestName[]): Promise<(Request | undefined)[]> {
  const ids = await findIds(tx, names);
  const wanted = [...new Set(ids.filter((id) => id !== undefined))];
  if (wanted.length === 0) return names.map(() => undefined);
  const rows = await tx.query<Request>(LOCK, [tx.merchantId, wanted]);
  const byId = new Map(rows.map((row) => [row.requestId, row]));
  return ids.map((id) => (id === undefined ? undefined : byId.get(id)));
}

async function findIds(tx: Tx, names: readonly RequestName[]): Promise<(string | undefined)[]> {
  const subjects = names.flatMap((name) => ("requestId" in name ? [] : [name]));
  if (subjects.length === 0) return names.map((name) => ("requestId" in name ? name.requestId : undefined));
  const rows = await tx.query<{ subjectKind: string; subjectId: string; requestId: string }>(FIND_NEWEST, [
    tx.merchantId,
    subjects.map(({ subjectKind }) => subjectKind),
    subjects.map(({ subjectId }) => subjectId),
  ]);
  const newest = new Map(rows.map((row) => [`${row.subjectKind}:${row.subjectId}`, row.requestId]));
  return names.map((name) =>
    "requestId" in name ? name.requestId : newest.get(`${name.subjectKind}:${name.subjectId}`),
  );
}

const FIND_NEWEST = `
  select distinct on (request.subject_kind, request.subject_id)
    request.subject_kind as "subjectKind", request.subject_id as "subjectId", request.request_id as "requestId"
  from unnest($2::text[], $3::text[]) as wanted (subject_kind, subject_id)
  join approvals.request
    on request.merchant_id = $1
    and request.subject_kind = wanted.subject_kind
    and request.subject_id = wanted.subject_id
  order by request.subject_kind, request.subject_id, request.request_id desc`;

const LOCK = `
  select ${REQUEST_COLUMNS}
  from unnest($2::uuid[]) as wanted (id)
  join approvals.request on request.merchant_id = $1 and request.request_id = wanted.id
  order by request.request_id
  for no key update of request`;

/** The hash of a proposal, whatever the order of its fields. */
export function hashContent(proposal: Proposal): Buffer {
  const fields = Object.entries(proposal).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(fields)).digest();
}

/** The details of a payee in a request for approval. They are sealed as in beneficiaries and blocks. */
const SEALED = [
  ...["vpa", "phone", "email", "address1", "address2", "city", "state", "pincode"],
  // These name a payee that is to be unblocked, and the one that had a beneficiary ID before.
  ...["shown", "formerly"],
] as const;

/** A proposal as it is kept. */
export const sealProposal = (tx: Pick<Tx, "seal">, proposal: Proposal): Proposal =>
  sealFields(tx, SEALED, proposal);

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  {
    table: "approvals.request",
    key: { request_id: "uuid" },
    read: ["proposal"],
    isClear: SEALED.map((name) => isClearText(`(proposal ->> '${name}')`)).join(" or "),
    write: { proposal: "jsonb" },
    change: (tx, { proposal }) => ({ proposal: JSON.stringify(sealProposal(tx, proposal as Proposal)) }),
  },
];
