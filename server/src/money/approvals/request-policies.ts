/** Changes of policies, which wait for another person if the merchant's policies about policies require it. */
import { AccessError } from "#access";
import { recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { askForApprovals } from "./open-requests.ts";
import {
  creatorOf,
  type ExemptWay,
  EXPIRE_AFTER_MINUTES,
  type Policy,
  type PolicySet,
  type SubjectKind,
} from "./policy.ts";
import { ApprovalError } from "./errors.ts";
import type { RequestEnd } from "./follow-requests.ts";
import { hashContent, type Proposal } from "./request.ts";
import {
  checkPoliciesToSet,
  inJson,
  type PoliciesToSet,
  readPolicies,
  setPoliciesWithin,
} from "./stored-policies.ts";

type PolicyChange =
  | { readonly kind: "set"; readonly set: PolicySet }
  /** Others must agree. Until then the earlier policies hold. */
  | { readonly kind: "pending"; readonly requestId: string; readonly aloneUntil: Date | null };

/**
 * Replaces a merchant's policies of one kind, or requests approval of it. Loosening, tightening and changes of the
 * policies about policies are all such changes. This is the way for people. Throws as `setPolicies` does, and
 * `already_open`.
 */
export async function requestPolicies(
  ctx: Pick<Context, "db">,
  merchantId: string,
  wanted: PoliciesToSet,
): Promise<PolicyChange> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const { subjectKind, by } = wanted;
    await checkPoliciesToSet(tx, wanted);
    const proposal = proposalOf(wanted, await readPolicies(tx, subjectKind));
    const facts = { amountPaise: null, rail: null, fundSourceId: null, creator: creatorOf(by) };
    const subject = {
      subjectId: subjectKind,
      contentHash: hashContent(proposal),
      maker: by,
      facts,
      proposal,
    };
    const [asked] = await askForApprovals(tx, "policy", [subject]);
    return asked?.kind === "pending" ? asked : { kind: "set", set: await setPoliciesWithin(tx, wanted) };
  });
}

/** Returns the present and the wanted policies, both as JSON. */
function proposalOf(wanted: PoliciesToSet, before: PolicySet): Proposal {
  return {
    subject: wanted.subjectKind,
    replaces: before.version,
    before: JSON.stringify(before.policies.map(inJson)),
    policies: JSON.stringify(wanted.policies.map(inJson)),
    beforeExceptWays: before.exceptWays.join(","),
    exceptWays: (wanted.exceptWays ?? []).join(","),
    beforeExpireAfterMinutes: before.expireAfterMinutes,
    expireAfterMinutes: wanted.expireAfterMinutes ?? EXPIRE_AFTER_MINUTES,
  };
}

/** Sets the policies that were approved, in the maker's name, unless others were set in the meantime. */
export async function followPolicies(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  for (const { request } of ends) {
    if (request.status !== "approved" || request.proposal === null) continue;
    const subjectKind = request.subjectId as SubjectKind;
    const because = await setAgreed(tx, { subjectKind, proposal: request.proposal, by: request.maker });
    if (because === null) continue;
    await recordAudit(tx, [
      {
        actor: "system",
        action: "approvals.policies_without_effect",
        subject: `policies:${subjectKind}`,
        detail: { requestId: request.requestId, because },
      },
    ]);
  }
}

/** Returns the reason why it did nothing; null if the policies are set. */
async function setAgreed(
  tx: Tx,
  { subjectKind, proposal, by }: { subjectKind: SubjectKind; proposal: Proposal; by: PoliciesToSet["by"] },
): Promise<string | null> {
  const { version } = await readPolicies(tx, subjectKind);
  const { replaces, expireAfterMinutes, exceptWays, policies } = proposal;
  if (version !== replaces) return "policies_changed";
  try {
    await setPoliciesWithin(tx, {
      subjectKind,
      by,
      policies: readJson(String(policies)),
      expireAfterMinutes: Number(expireAfterMinutes),
      exceptWays: String(exceptWays).split(",").filter(Boolean) as ExemptWay[],
    });
    return null;
  } catch (error) {
    // It was refused before anything was written: the maker lost the permission, or a member or fund source is gone.
    if (AccessError.is(error, "not_permitted") || ApprovalError.is(error, "bad_policy")) return error.code;
    throw error;
  }
}

/** Returns the policies in a change that waits, before and after it; null if the request is about something else. */
export function readProposedPolicies(proposal: Proposal): { before: Policy[]; policies: Policy[] } | null {
  const { before, policies } = proposal;
  if (typeof before !== "string" || typeof policies !== "string") return null;
  return { before: readJson(before), policies: readJson(policies) };
}

const readJson = (json: string): Policy[] =>
  (JSON.parse(json) as ReturnType<typeof inJson>[]).map((policy) => ({
    ...policy,
    fromPaise: policy.fromPaise === null ? null : BigInt(policy.fromPaise),
    toPaise: policy.toPaise === null ? null : BigInt(policy.toPaise),
  }));
