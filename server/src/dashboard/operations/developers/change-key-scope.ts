import Type from "typebox";
import { KEY_SCOPES } from "#access";
import { requestKeyScope } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, words } from "#dashboard/schemas";
import { announceAlone } from "#entry";
import { requireFundSources } from "#fund-sources";
import { amount, listOf, oneOf, optional, text } from "#http";
import { keyRefusals } from "./refusals.ts";

/** What may be done with the key pair from now on; what is not given stays. */
export const changeKeyScope = memberOperation({
  name: "changeKeyScope",
  method: "PUT",
  path: "/merchants/{merchantId}/api-keys/scope",
  tag: "Developers",
  summary: "Change what can be done with the API keys: read, draft or pay, the fund sources, the limit a day",
  permission: "manage_keys",
  stepUp: true,
  body: {
    scope: oneOf(KEY_SCOPES),
    /** Empty: all of them. */
    fundSourceIds: optional(listOf(text({ max: 100 }), { max: 50 })),
    /** Rupees in a day of India; 0: no limit. */
    dayLimit: optional(amount({ min: 0n })),
  },
  output: Type.Object({
    scope: words(KEY_SCOPES),
    /** The request, where another person must agree first: until then the keys can do what they could. */
    requestId: nullable(Type.String()),
    /** Where no other person can approve: when it is done all the same. */
    aloneUntil: nullable(at),
  }),
  refusals: {
    ...keyRefusals,
    already_open: {
      status: 409,
      message: "Another member has asked for other rights of the keys. They are decided about first.",
    },
    not_found: { status: 422, message: "There is no such fund source. Choose one of the list." },
  },
  handle: async ({ ctx, merchantId, session, by, input: { scope, fundSourceIds, dayLimit } }) => {
    if (fundSourceIds !== undefined) await requireFundSources(ctx, merchantId, fundSourceIds);
    const { terms, ...asked } = await requestKeyScope(ctx, merchantId, {
      scope,
      ...(fundSourceIds === undefined
        ? {}
        : { fundSourceIds: fundSourceIds.length === 0 ? null : fundSourceIds }),
      ...(dayLimit === undefined ? {} : { dayLimitPaise: dayLimit === 0n ? null : dayLimit }),
      by,
    });
    await announceAlone(ctx, session, { ...asked, what: "more rights of the API keys" });
    return { ...asked, scope: terms.scope };
  },
});
