import Type from "typebox";
import { memberOf } from "#access";
import { ApprovalError, decideRequests, type DecisionOutcome } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { oneOf, prose, Refusal, shaped, withDefault } from "#http";

/** As many as a person can still review. */
const DECISIONS_MAX = 50;

export const requestsField = shaped(
  Type.Array(
    Type.Object({
      requestId: Type.String({ maxLength: 36, pattern: "^[0-9a-f-]{36}$" }),
      contentHash: Type.String({ maxLength: 128, pattern: "^([0-9a-f]{2})+$" }),
    }),
    { minItems: 1, maxItems: DECISIONS_MAX },
  ),
  { says: `It is a list of 1 to ${DECISIONS_MAX} requests, each with the hash of what was shown.` },
);

export const outcomeSchema = Type.Object(
  {
    requestId: Type.String(),
    /** `pending`: recorded, more approvals are needed. `refused`: nothing was recorded, for the reason in `code`. */
    outcome: Type.Enum(["pending", "approved", "rejected", "refused"]),
    code: Type.Union([Type.String(), Type.Null()]),
    message: Type.Union([Type.String(), Type.Null()]),
    missing: Type.Integer(),
  },
  { $id: "DecisionOutcome" },
);

export const decideApprovals = memberOperation({
  name: "decideApprovals",
  method: "POST",
  path: "/merchants/{merchantId}/approvals/decide",
  tag: "Approvals",
  summary: "Approve or reject requests",
  description: "Each request is decided independently; a refusal of one does not affect the others.",
  permission: "access_transfers",
  stepUp: true,
  body: {
    requests: requestsField,
    verdict: oneOf(["approve", "reject"]),
    reason: withDefault(prose({ min: 0, max: 500 }), ""),
  },
  output: Type.Object({ items: Type.Array(outcomeSchema) }),
  refusals: { reason_missing: { status: 422, message: "Enter a reason for the rejection." } },
  handle: async ({ ctx, merchantId, by, input: { requests, verdict, reason } }) => {
    const remarks = reason.trim();
    if (verdict === "reject" && remarks === "") throw new Refusal("reason_missing", { field: "reason" });
    const memberId = memberOf(by)!;
    const outcomes = await ctx.db.inMerchant(merchantId, (tx) =>
      decideRequests(
        tx,
        requests.map(({ requestId, contentHash }) => ({
          request: { requestId },
          memberId,
          verdict,
          contentHash: Buffer.from(contentHash, "hex"),
          remarks,
        })),
      ),
    );
    return { items: outcomes.map((outcome, index) => outcomeOf(requests[index]!.requestId, outcome)) };
  },
});

/** What became of one decision. */
export function outcomeOf(requestId: string, outcome: DecisionOutcome): object {
  const isRefused = outcome.kind === "refused";
  return {
    requestId,
    outcome: outcome.kind,
    code: isRefused ? outcome.code : null,
    message: isRefused ? ApprovalError.texts[outcome.code] : null,
    missing: outcome.kind === "pending" ? outcome.missing : 0,
  };
}
