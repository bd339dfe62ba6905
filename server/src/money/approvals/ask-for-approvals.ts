import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { whoDecides } from "./alone.ts";
import { askTogether, matchPolicy } from "./match-policy.ts";
import { openRequests, type RequestToOpen } from "./open-requests.ts";
import { GUARD, GUARDS, type PolicyFacts, type Requirement, type SubjectKind } from "./policy.ts";
import { readPolicies } from "./read-policies.ts";

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
