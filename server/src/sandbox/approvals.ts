/** Approvals in the sandbox: a developer plays the people who must agree. */
import { listMembers, type Caller } from "#access";
import {
  ApprovalError,
  decideRequests,
  findRequests,
  listRequests,
  parseExceptions,
  parsePolicies,
  setPolicies,
  SUBJECT_KINDS,
  type DecisionOutcome,
  type Request,
} from "#approvals";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { readTransfers, type TransferView } from "#transfers";
import { SandboxError } from "./errors.ts";
import { oneOf, optionalText, text, type Fields } from "./read-fields.ts";

interface Call {
  readonly ctx: Context;
  readonly caller: Caller;
  readonly params: Fields;
  readonly body: Fields;
}

const LIST_MAX = 100;
const VERDICTS = ["approve", "reject"] as const;

/** What waits for approval, of the `kind` given or of all, and the members who may be played. */
export async function listApprovals({ ctx, caller, body }: Call): Promise<unknown> {
  const kind = optionalText(body, "kind");
  const subjectKinds = kind === undefined ? undefined : [oneOf(body, "kind", SUBJECT_KINDS)];
  return ctx.db.inMerchant(caller.merchantId, async (tx) => {
    const requests = await listRequests(tx, { limit: LIST_MAX, subjectKinds });
    const members = await listMembers(tx, { limit: LIST_MAX });
    return {
      approvals: requests.map(shown),
      members: members.map(({ email, name, role, active }) => ({ email, name, role, active })),
    };
  });
}

/**
 * Approves or rejects as the member with that e-mail address: a transfer by the merchant's id, or with another `kind`
 * what has that `subjectId` in the list.
 */
export async function decideApproval({ ctx, caller, params, body }: Call): Promise<unknown> {
  const { merchantId } = caller;
  const id = text(params, "transferId");
  const subjectKind = oneOf(body, "kind", SUBJECT_KINDS, "transfer");
  const verdict = oneOf(body, "verdict", VERDICTS);
  const memberEmail = text(body, "memberEmail");
  const remarks = optionalText(body, "remarks") ?? "";
  const transfer = subjectKind === "transfer" ? await findTransfer(ctx, merchantId, id) : null;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [member] = await listMembers(tx, { limit: 1, email: memberEmail });
    if (member === undefined) throw SandboxError.member_not_found({ memberEmail });
    const subjectId = transfer?.transferId ?? id;
    const content = transfer ?? (await findRequests(tx, subjectKind, [subjectId])).get(subjectId);
    if (content === undefined) throw ApprovalError.not_found({ kind: subjectKind, subjectId });
    const { contentHash } = content;
    const request = { subjectKind, subjectId };
    const [outcome] = await decideRequests(tx, [
      { request, memberId: member.memberId, verdict, contentHash, remarks },
    ]);
    return answer(outcome!);
  });
}

async function findTransfer(ctx: Context, merchantId: string, transferKey: string): Promise<TransferView> {
  const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [transferKey] });
  if (transfer === undefined) throw SandboxError.transfer_not_found({ transferId: transferKey });
  return transfer;
}

/** Replaces the merchant's policies of one kind (`transfer` unless `kind` says otherwise). */
export async function putPolicies({ ctx, caller, body }: Call): Promise<unknown> {
  const subjectKind = oneOf(body, "kind", SUBJECT_KINDS, "transfer");
  const minutes = optionalText(body, "expireAfterMinutes");
  const set = await setPolicies(ctx, caller.merchantId, {
    subjectKind,
    policies: parsePolicies(body.policies, subjectKind),
    exceptWays: parseExceptions(body.exceptWays),
    ...(minutes === undefined ? {} : { expireAfterMinutes: Number(minutes) }),
    by: "system",
  });
  return { kind: subjectKind, version: set.version, policies: set.policies.length };
}

function answer(outcome: DecisionOutcome): unknown {
  switch (outcome.kind) {
    case "refused":
      throw ApprovalError[outcome.code]({ status: outcome.request?.status ?? null });
    case "pending": {
      const { level, levels, missing } = outcome;
      return { outcome: "pending", level, levels, missing };
    }
    case "approved":
      return { outcome: "approved", approvedBy: outcome.approvers.map(({ email }) => email) };
    case "rejected":
      return { outcome: "rejected", remarks: outcome.request.remarks };
  }
}

const shown = (request: Request) => ({
  kind: request.subjectKind,
  subjectId: request.subjectId,
  amount: request.amountPaise === null ? null : formatRupees(request.amountPaise),
  policy: request.policyName,
  level: request.level,
  levels: request.levels.length,
  askedFor: request.openedAt,
  expires: request.expiresAt,
  proposal: request.proposal,
});
