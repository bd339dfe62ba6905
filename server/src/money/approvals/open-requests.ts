/** Opens the requests that policies ask for. */
import assert from "node:assert/strict";
import { memberOf, secretShownTo } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { whoDecides } from "./alone.ts";
import { ApprovalError } from "./errors.ts";
import { askTogether, matchPolicy } from "./match-policy.ts";
import { GUARD, GUARDS, type PolicyFacts, type Requirement, type SubjectKind } from "./policy.ts";
import { type Proposal, type Request, sealProposal } from "./request.ts";
import { readPolicies } from "./stored-policies.ts";

interface ToApprove extends Omit<RequestToOpen, "subjectKind" | "requirement"> {
  /** True if another person is asked, as for a guard, when no policy of the merchant fits the subject. */
  readonly isGuarded?: boolean;
  /** The approvers that the policies of other merchants ask for, if the subject concerns those as well. */
  readonly alsoAsked?: readonly Requirement[];
}

/** `not_needed`: no policy asks for it. */
type ApprovalNeed =
  | { readonly kind: "not_needed" }
  | {
      readonly kind: "pending";
      readonly requestId: string;
      readonly policyName: string;
      /** The time when it is done without another person, because there is none; null if another person decides. */
      readonly aloneUntil: Date | null;
    };

/**
 * Requests approval of those subjects of a set that a policy requires it for, in the caller's transaction. Returns the
 * results in the order given. Throws `already_open`.
 */
export async function askForApprovals(
  tx: Tx,
  subjectKind: SubjectKind,
  subjects: readonly ToApprove[],
): Promise<ApprovalNeed[]> {
  const set = await readPolicies(tx, subjectKind);
  const guarded = { ...set, policies: [...set.policies, GUARD] };
  const matched = subjects.map(({ facts, isGuarded, alsoAsked }) =>
    askTogether(isGuarded ? guarded : set, facts, alsoAsked),
  );
  const isOfGuards = GUARDS.includes(subjectKind);
  const toOpen: RequestToOpen[] = [];
  for (const [index, subject] of subjects.entries()) {
    const requirement = matched[index] ?? null;
    if (requirement === null) continue;
    const isByGuard = isOfGuards || matchPolicy(set, subject.facts) === null;
    const deciding = isByGuard ? await whoDecides(tx, subject.maker, requirement) : { requirement };
    toOpen.push({ ...subject, subjectKind, ...deciding });
  }
  const requestIds = await openRequests(tx, toOpen);
  await recordAudit(
    tx,
    toOpen.map(({ maker, subjectId, requirement, aloneUntil = null }) => ({
      actor: maker,
      action: aloneUntil === null ? "approvals.approval_asked_for" : "approvals.asked_alone",
      subject: `${subjectKind}:${subjectId}`,
      detail: {
        policy: requirement.policyName,
        ...(aloneUntil === null ? {} : { aloneUntil: aloneUntil.toISOString() }),
      },
    })),
  );
  let next = 0;
  return matched.map((asks) => {
    if (asks === null) return { kind: "not_needed" };
    const requestId = requestIds[next]!;
    const { requirement, aloneUntil = null } = toOpen[next++]!;
    return { kind: "pending", requestId, policyName: requirement.policyName, aloneUntil };
  });
}

/** Reads what the policies of merchants ask for about a subject that waits with another one and concerns them too. */
export async function readAlsoAsked(
  ctx: Pick<Context, "db">,
  merchantIds: readonly string[],
  { subjectKind, facts }: { readonly subjectKind: SubjectKind; readonly facts: PolicyFacts },
): Promise<Requirement[]> {
  const asked: Requirement[] = [];
  for (const merchantId of merchantIds) {
    const set = await ctx.db.inMerchant(merchantId, (tx) => readPolicies(tx, subjectKind));
    const requirement = matchPolicy(set, facts);
    if (requirement !== null) asked.push(requirement);
  }
  return asked;
}

export interface RequestToOpen {
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  /** The hash of everything that is asked for, 16 to 64 bytes. */
  readonly contentHash: Buffer;
  /**
   * The actor that asks. A member never decides about its own request. If the merchant's programs ask, any permitted
   * member may decide.
   */
  readonly maker: Actor;
  /**
   * The member who was shown the secret of the key pair that asks. If absent or null, the member who was shown the
   * present secret counts.
   */
  readonly secretShownTo?: string | null | undefined;
  /** Members who do not decide about it either. */
  readonly otherMakers?: readonly string[];
  readonly facts: PolicyFacts;
  /** The approvers that are needed, as `matchPolicy` returned them. */
  readonly requirement: Requirement;
  readonly proposal?: Proposal;
  /** Set if no other person could decide; at this time it is done as if one had agreed. */
  readonly aloneUntil?: Date | null;
}

/**
 * Requests approval of a set of subjects in the caller's transaction. Returns the ids of the requests, in the order
 * given. Throws `already_open` if one of the subjects has a pending request.
 */
export async function openRequests(tx: Tx, requests: readonly RequestToOpen[]): Promise<string[]> {
  if (requests.length === 0) return [];
  for (const { maker } of requests) {
    // A maker who cannot be told apart from the approvers could approve.
    assert(!maker.startsWith("member:") || memberOf(maker) !== null, "a member is named by its id");
  }
  const ids = requests.map(() => newId());
  const inserted = await tx.execute(INSERT, [
    tx.merchantId,
    tx.now,
    ids,
    requests.map(({ subjectKind }) => subjectKind),
    requests.map(({ subjectId }) => subjectId),
    requests.map(({ contentHash }) => contentHash),
    requests.map(({ maker }) => maker),
    requests.map(({ maker, otherMakers = [] }) => {
      const makerIds = new Set([memberOf(maker), ...otherMakers]);
      return `{${[...makerIds].filter((id) => id !== null).join(",")}}`;
    }),
    requests.map(({ facts }) => facts.amountPaise),
    requests.map(({ facts }) => facts.rail),
    requests.map(({ facts }) => facts.fundSourceId),
    requests.map(({ facts }) => facts.creator),
    requests.map(({ proposal }) =>
      proposal === undefined ? null : JSON.stringify(sealProposal(tx, proposal)),
    ),
    requests.map(({ requirement }) => requirement.policyName),
    requests.map(({ requirement }) => requirement.policyVersion),
    requests.map(({ requirement }) => JSON.stringify(requirement.levels)),
    requests.map(({ requirement }) => requirement.expireAfterMinutes),
    requests.map(({ aloneUntil }) => aloneUntil ?? null),
    requests.map(({ facts: { sums } }) => (sums ? JSON.stringify(sums) : null)),
    requests.map(({ secretShownTo }) => secretShownTo ?? null),
    requests.map(({ facts: { mayCarry } }) => (mayCarry ? `{${mayCarry.join(",")}}` : null)),
  ]);
  if (inserted < requests.length) throw ApprovalError.already_open();
  return ids;
}

/**
 * Opens ended requests again in the caller's transaction, for the same approvers and as long as before, with a reason
 * behind the name of the policy.
 */
export async function reopenRequests(
  tx: Tx,
  requests: readonly Pick<Request, "requestId">[],
  because: string,
): Promise<void> {
  if (requests.length === 0) return;
  const ids = requests.map(({ requestId }) => requestId);
  await tx.execute(REOPEN, [tx.merchantId, tx.now, ids, ids.map(() => newId()), ` (again: ${because})`]);
}

const REOPEN = `
  insert into approvals.request (merchant_id, request_id, subject_kind, subject_id, content_hash, revision, maker,
    maker_ids, amount_paise, rail, fund_source_id, creator, proposal, policy_name, policy_version, levels, opened_at,
    expires_at, sums, secret_shown_to, may_carry)
  select $1, again.id, subject_kind, subject_id, content_hash, revision, maker,
    maker_ids, amount_paise, rail, fund_source_id, creator, proposal, replace(policy_name, $5, '') || $5,
    policy_version, levels, $2, $2::timestamptz + (expires_at - opened_at), sums, secret_shown_to, may_carry
  from unnest($3::uuid[], $4::uuid[]) as again (ended_id, id)
  join approvals.request
    on merchant_id = $1
   and request_id = again.ended_id`;

const INSERT = `
  insert into approvals.request (merchant_id, request_id, subject_kind, subject_id, content_hash, maker, maker_ids,
    amount_paise, rail, fund_source_id, creator, proposal, policy_name, policy_version, levels, opened_at, expires_at,
    alone_until, sums, secret_shown_to, may_carry)
  select $1, request_id, subject_kind, subject_id, content_hash, maker,
    given.maker_ids::uuid[], amount_paise, rail, fund_source_id, creator, proposal, policy_name,
    policy_version, levels, $2::timestamptz,
    greatest($2::timestamptz + make_interval(mins => expire_after_minutes), alone_until + interval '1 day'),
    alone_until, sums,
    coalesce(given.secret_shown_to, ${secretShownTo("$1", "given.maker")}), may_carry::text[]
  from unnest($3::uuid[], $4::text[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::bigint[], $10::text[],
      $11::text[], $12::text[], $13::jsonb[], $14::text[], $15::integer[], $16::jsonb[], $17::integer[],
      $18::timestamptz[], $19::jsonb[], $20::uuid[], $21::text[])
    as given (request_id, subject_kind, subject_id, content_hash, maker, maker_ids, amount_paise, rail,
      fund_source_id, creator, proposal, policy_name, policy_version, levels, expire_after_minutes, alone_until, sums,
      secret_shown_to, may_carry)
  on conflict (merchant_id, subject_kind, subject_id) where status = 'pending' do nothing`;
