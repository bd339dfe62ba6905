/** Shows, decides and withdraws approval requests. In the sandbox, a practice approver can decide them. */
import Type from "typebox";
import { addPracticeApprover, memberOf } from "#access";
import {
  ApprovalError,
  decideRequests,
  type DecisionOutcome,
  findOtherApprover,
  lockRequests,
  showHistory,
  showPending,
  showRequest,
  SUBJECT_KINDS,
  type SubjectKind,
  withdrawRequests,
} from "#approvals";
import type { Actor } from "#audit";
import { resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { id, listOf, oneOf, optional, prose, Refusal, shaped, text, withDefault } from "#http";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { describeRequests, hashForReader, requestSchema } from "./describe-requests.ts";

const operation = resource({ at: "", tag: "Approvals", permission: "access_transfers" });

/** Counting stops here, since a menu shows at most "99+". */
const COUNTED_MAX = 100;

export const countApprovals = operation({
  name: "countApprovals",
  method: "GET",
  path: "/approval-counts",
  summary: "Count what this member may decide now, up to 100",
  output: Type.Object({
    requests: Type.Integer({ description: "Transfers, beneficiaries and other changes." }),
    batches: Type.Integer(),
  }),
  handle: async ({ ctx, merchantId, by }) => {
    const pending = await ctx.db.inMerchant(merchantId, (tx) => showPending(tx, { by, limit: COUNTED_MAX }));
    const turns = pending.filter(({ turn }) => turn === "now");
    const batches = turns.filter(({ subjectKind }) => subjectKind === "batch").length;
    return { requests: turns.length - batches, batches };
  },
});

/** The moment that orders the list, and the request at it. */
const place = Type.Tuple([Type.String({ format: "date-time" }), Type.String({ format: "uuid" })]);

export const listApprovals = operation({
  name: "listApprovals",
  method: "GET",
  path: "/approvals",
  summary: "List what waits for approval, soonest to expire first",
  query: {
    kinds: optional(listOf(oneOf(SUBJECT_KINDS), { min: 1, max: SUBJECT_KINDS.length })),
    ...pageFields(place),
  },
  output: listOfItems(requestSchema),
  handle: async ({ ctx, merchantId, by, input: { kinds, cursor, limit } }) => {
    const after = cursor && { expiresAt: new Date(cursor[0]), requestId: cursor[1] };
    const requests = await ctx.db.inMerchant(merchantId, (tx) =>
      showPending(tx, { by, limit: limit + 1, subjectKinds: kinds, after }),
    );
    const page = pageOf(requests, limit, {
      item: (request) => request,
      place: ({ expiresAt, requestId }) => [expiresAt.toISOString(), requestId],
    });
    return { ...page, items: await describeRequests(ctx, merchantId, { requests: page.items, by }) };
  },
});

export const getApproval = operation({
  name: "getApproval",
  method: "GET",
  path: "/approvals/{requestId}",
  summary: "Read one request with its decisions",
  pathFields: { requestId: id() },
  output: requestSchema,
  refusals: { not_found: { status: 404, message: "This request does not exist." } },
  handle: async ({ ctx, merchantId, by, input: { requestId } }) => {
    const request = await ctx.db.inMerchant(merchantId, (tx) => showRequest(tx, { requestId, by }));
    if (request === null) throw new Refusal("not_found");
    return (await describeRequests(ctx, merchantId, { requests: [request], by }))[0];
  },
});

export const listApprovalHistory = operation({
  name: "listApprovalHistory",
  method: "GET",
  path: "/approval-history",
  summary: "List what was decided, withdrawn or expired, the newest first",
  query: pageFields(place),
  output: listOfItems(requestSchema),
  handle: async ({ ctx, merchantId, by, input: { cursor, limit } }) => {
    const before = cursor && { endedAt: new Date(cursor[0]), requestId: cursor[1] };
    const requests = await ctx.db.inMerchant(merchantId, (tx) =>
      showHistory(tx, { by, limit: limit + 1, before }),
    );
    const page = pageOf(requests, limit, {
      item: (request) => request,
      place: ({ endedAt, requestId }) => [endedAt!.toISOString(), requestId],
    });
    return { ...page, items: await describeRequests(ctx, merchantId, { requests: page.items, by }) };
  },
});

/** A person cannot review more requests at once with care. */
const DECISIONS_MAX = 50;

const requestsField = shaped(
  Type.Array(
    Type.Object({
      requestId: Type.String({ maxLength: 36, pattern: "^[0-9a-f-]{36}$" }),
      contentHash: Type.String({ maxLength: 128, pattern: "^([0-9a-f]{2})+$" }),
    }),
    { minItems: 1, maxItems: DECISIONS_MAX },
  ),
  { says: `It is a list of 1 to ${DECISIONS_MAX} requests, each with the hash of what was shown.` },
);

const outcomeSchema = Type.Object(
  {
    requestId: Type.String(),
    /** `pending` is recorded, but needs more approvals. `refused` is not recorded, for the reason in `code`. */
    outcome: Type.Enum(["pending", "approved", "rejected", "refused"]),
    code: Type.Union([Type.String(), Type.Null()]),
    message: Type.Union([Type.String(), Type.Null()]),
    missing: Type.Integer(),
  },
  { $id: "DecisionOutcome" },
);

export const decideApprovals = operation({
  name: "decideApprovals",
  method: "POST",
  path: "/approvals/decide",
  summary: "Approve or reject requests",
  description: "Each request is decided independently; a refusal of one does not affect the others.",
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
    const outcomes = await ctx.db.inMerchant(merchantId, async (tx) => {
      const hashes = await readHashes({ ctx, tx, by }, requests);
      return decideRequests(
        tx,
        requests.map(({ requestId }, index) => ({
          ...{ request: { requestId }, memberId, verdict, remarks },
          contentHash: hashes[index]!,
        })),
      );
    });
    return { items: outcomes.map((outcome, index) => outcomeOf(requests[index]!.requestId, outcome)) };
  },
});

interface Reader {
  readonly ctx: Context;
  readonly tx: Tx;
  readonly by: Actor;
}

/** Returns the stored hashes of requests; an empty one where a member was shown something else. */
async function readHashes(
  { ctx, tx, by }: Reader,
  shown: readonly { readonly requestId: string; readonly contentHash: string }[],
): Promise<Buffer[]> {
  const requests = await lockRequests(
    tx,
    shown.map(({ requestId }) => ({ requestId })),
  );
  return requests.map((request, index) => {
    const isShown =
      request !== undefined &&
      hashForReader(ctx, tx.merchantId, { request, by }) === shown[index]!.contentHash;
    return isShown ? request.contentHash : Buffer.alloc(0);
  });
}

function outcomeOf(requestId: string, outcome: DecisionOutcome): object {
  const isRefused = outcome.kind === "refused";
  return {
    requestId,
    outcome: outcome.kind,
    code: isRefused ? outcome.code : null,
    message: isRefused ? ApprovalError.texts[outcome.code] : null,
    missing: outcome.kind === "pending" ? outcome.missing : 0,
  };
}

/** The changes that can be withdrawn here. A payment is cancelled, and a beneficiary removed, where they are listed. */
const CHANGES: readonly SubjectKind[] = ["key_reset", "limit", "rights", "policy", "credit"];

/** A member withdraws their own request for a change. */
export const withdrawRequest = operation({
  name: "withdrawRequest",
  method: "DELETE",
  path: "/approvals/{requestId}",
  summary: "Withdraw your own request for a change",
  pathFields: { requestId: id() },
  output: Type.Object({}),
  refusals: {
    not_found: { status: 404, message: "This request does not exist." },
    already_ended: { status: 409, message: "This request has ended." },
    not_the_maker: { status: 403, message: "Only the member who made this request can withdraw it." },
    not_a_change: { status: 422, message: "Only requests for changes can be withdrawn here." },
  },
  handle: async ({ ctx, merchantId, by, input: { requestId } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const shown = await showRequest(tx, { requestId, by });
      if (shown === null) throw new Refusal("not_found");
      if (!CHANGES.includes(shown.subjectKind)) throw new Refusal("not_a_change");
      const [outcome] = await withdrawRequests(tx, [{ request: { requestId }, by }]);
      if (outcome!.kind === "refused") throw new Refusal(outcome!.code as "not_the_maker");
      return {};
    }),
});

export const playApprover = operation({
  name: "playApprover",
  method: "POST",
  path: "/approvals/{requestId}/play",
  summary: "Decide in the sandbox as another member of one's organization",
  description: "Sandbox only, for members who may manage policies. The reason records who acted.",
  permission: "manage_policies",
  stepUp: true,
  pathFields: { requestId: id() },
  body: {
    contentHash: text({ max: 128, pattern: /^([0-9a-f]{2})+$/, says: "It is a hash.", cards: "let_pass" }),
    verdict: oneOf(["approve", "reject"]),
    reason: withDefault(prose({ min: 0, max: 400 }), ""),
  },
  output: outcomeSchema,
  refusals: {
    only_in_sandbox: { status: 403, message: "You can act as another approver only in the sandbox." },
    not_found: { status: 404, message: "This request does not exist." },
    nobody_else: {
      status: 409,
      message:
        "Your organization has no other member who can decide this. Invite one under Access Management.",
    },
  },
  handle: async ({ ctx, merchantId, mode, by, session, input }) => {
    if (mode !== "sandbox") throw new Refusal("only_in_sandbox");
    const { requestId, contentHash, verdict, reason } = input;
    const find = async (tx: Tx): Promise<string | null> => {
      const request = await showRequest(tx, { requestId, by });
      if (request === null) throw ApprovalError.not_found({ requestId });
      return findOtherApprover(tx, { request, by });
    };
    // If no other member can decide, the organization gets a practice approver.
    const isAlone = (await ctx.db.inMerchant(merchantId, find)) === null;
    if (isAlone) await addPracticeApprover(ctx, session.organizationId, { by });
    return ctx.db.inMerchant(merchantId, async (tx) => {
      const memberId = await find(tx);
      if (memberId === null) throw new Refusal("nobody_else");
      const remarks = `Played in the sandbox by ${session.name}${reason === "" ? "" : `: ${reason}`}`;
      const [hash] = await readHashes({ ctx, tx, by }, [{ requestId, contentHash }]);
      const decision = {
        request: { requestId },
        memberId,
        playedBy: by,
        verdict,
        contentHash: hash!,
        remarks,
      };
      const [outcome] = await decideRequests(tx, [decision]);
      return outcomeOf(requestId, outcome!);
    });
  },
});
