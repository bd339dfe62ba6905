import Type from "typebox";
import { showPending, SUBJECT_KINDS, type ShownRequest } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { listOf, oneOf, optional, Refusal, text, whole, withDefault } from "#http";
import { describeRequests, requestSchema } from "./describe-requests.ts";

export const cursorRefusals = {
  bad_cursor: { status: 422, message: "The cursor is not valid. Reload the list." },
};

export const listApprovals = memberOperation({
  name: "listApprovals",
  method: "GET",
  path: "/merchants/{merchantId}/approvals",
  tag: "Approvals",
  summary: "List what waits for approval, soonest to expire first",
  permission: "access_transfers",
  query: {
    kinds: optional(listOf(oneOf(SUBJECT_KINDS), { min: 1, max: SUBJECT_KINDS.length })),
    cursor: optional(text({ max: 100 })),
    limit: withDefault(whole({ min: 1, max: 100 }), 50),
  },
  output: Type.Object({ items: Type.Array(requestSchema), next: Type.Union([Type.String(), Type.Null()]) }),
  refusals: cursorRefusals,
  handle: async ({ ctx, merchantId, by, input: { kinds, cursor, limit } }) => {
    const place = cursor === undefined ? undefined : readPlace(cursor);
    const after = place && { expiresAt: place.at, requestId: place.requestId };
    const requests = await ctx.db.inMerchant(merchantId, (tx) =>
      showPending(tx, { by, limit, subjectKinds: kinds, after }),
    );
    return {
      items: await describeRequests(ctx, merchantId, requests),
      next: nextPlace(requests, limit, ({ expiresAt }) => expiresAt),
    };
  },
});

/** Where the next page begins; null at the end. */
export function nextPlace(
  requests: readonly ShownRequest[],
  limit: number,
  atOf: (request: ShownRequest) => Date,
): string | null {
  const last = requests.at(-1);
  return last === undefined || requests.length < limit
    ? null
    : `${atOf(last).toISOString()}_${last.requestId}`;
}

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Reads where a page begins. Refuses with `bad_cursor`. */
export function readPlace(cursor: string): { at: Date; requestId: string } {
  const [, at, requestId] = PLACE.exec(cursor) ?? [];
  if (at === undefined || requestId === undefined) throw new Refusal("bad_cursor", { field: "cursor" });
  return { at: new Date(at), requestId };
}
