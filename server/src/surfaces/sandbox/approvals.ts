/** Approvals in the sandbox: a developer plays the approvers. */
import Type from "typebox";
import { listMembers } from "#access";
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
  type SubjectKind,
} from "#approvals";
import { optional, type FieldRule, whole, withDefault } from "#http";
import { maskVpasIn } from "#lib/mask-account";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { readTransfers, type TransferView } from "#transfers";
import { SandboxError } from "./errors.ts";
import { choice, type Control, sandboxOperation, word, WORD_MAX } from "./operation.ts";

const LIST_MAX = 100;
const MINUTES_MAX = 1_000_000;

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const TEXTS = nullable(Type.Array(Type.String({ maxLength: WORD_MAX }), { maxItems: LIST_MAX }));
const AMOUNT = nullable(Type.Union([Type.String({ maxLength: 16 }), Type.Number()]));
const LEVEL = Type.Partial(
  Type.Object({
    approvers: Type.Integer(),
    permission: Type.String({ maxLength: WORD_MAX }),
    members: TEXTS,
  }),
);
const POLICY = Type.Partial(
  Type.Object({
    name: Type.String({ maxLength: WORD_MAX }),
    from: AMOUNT,
    to: AMOUNT,
    rails: TEXTS,
    fundSources: TEXTS,
    creators: TEXTS,
    levels: Type.Array(LEVEL, { maxItems: LIST_MAX }),
  }),
);

/** Passes a value on to the reader of its own module, within these lengths. */
const asGiven = (schema: Type.TSchema): FieldRule<unknown> => ({
  schema,
  says: "is longer than it may be",
  lengthMax: LIST_MAX,
  read: (value) => ({ value }),
});

/** The controls with which a developer plays the approvers. */
export const approvalControls = [
  sandboxOperation({
    name: "listApprovals",
    method: "GET",
    path: "/approvals",
    ofAllSources: true,
    summary: "List pending approvals of one or all kinds, and the members you can act as",
    query: { kind: optional(choice(SUBJECT_KINDS)) },
    handle: ({ ctx, merchantId, input: { kind } }) =>
      ctx.db.inMerchant(merchantId, async (tx) => {
        const subjectKinds = kind === undefined ? undefined : [kind];
        const requests = await listRequests(tx, { limit: LIST_MAX, subjectKinds });
        const members = await listMembers(tx, { limit: LIST_MAX });
        return {
          approvals: requests.map(shown),
          members: members.map(({ email, name, rights, active }) => ({
            email,
            name,
            role: rights.sandbox.role,
            active,
          })),
        };
      }),
  }),
  sandboxOperation({
    name: "decideApproval",
    method: "POST",
    path: "/approvals/{transferId}",
    summary:
      "Approve or reject as a member, by e-mail address: a transfer by its transferId, any other kind by its subjectId",
    pathFields: { transferId: word() },
    body: {
      kind: withDefault(choice(SUBJECT_KINDS), "transfer"),
      verdict: choice(["approve", "reject"]),
      memberEmail: word(),
      remarks: withDefault(word(), ""),
    },
    handle: decideApproval,
  }),
  sandboxOperation({
    name: "setApprovalPolicies",
    method: "PUT",
    path: "/approval-policies",
    summary: "Replace the policies of one kind",
    body: {
      kind: withDefault(choice(SUBJECT_KINDS), "transfer"),
      policies: optional(asGiven(Type.Array(POLICY, { maxItems: LIST_MAX }))),
      exceptWays: optional(asGiven(TEXTS)),
      expireAfterMinutes: optional(whole({ min: 0, max: MINUTES_MAX })),
    },
    handle: async ({ ctx, merchantId, input }) => {
      const { kind: subjectKind, policies, exceptWays, expireAfterMinutes } = input;
      const set = await setPolicies(ctx, merchantId, {
        subjectKind,
        policies: parsePolicies(policies, subjectKind),
        exceptWays: parseExceptions(exceptWays),
        ...(expireAfterMinutes === undefined ? {} : { expireAfterMinutes }),
        by: "system",
      });
      return { kind: subjectKind, version: set.version, policies: set.policies.length };
    },
  }),
] as const;

interface ToDecide {
  readonly transferId: string;
  readonly kind: SubjectKind;
  readonly verdict: "approve" | "reject";
  readonly memberEmail: string;
  readonly remarks: string;
}

async function decideApproval({ ctx, merchantId, input }: Control<ToDecide>): Promise<unknown> {
  const { transferId: id, kind: subjectKind, verdict, memberEmail, remarks } = input;
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
  proposal: maskVpasIn(request.proposal),
});
