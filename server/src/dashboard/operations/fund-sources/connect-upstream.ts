import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at, nullable } from "#dashboard/schemas";
import { announceAlone } from "#entry";
import { connectUpstream as connect } from "#fund-sources";
import { oneOf, Refusal, secretText, text } from "#http";
import { showUpstreams, upstream } from "./show-upstreams.ts";

const KEY = /^[\x21-\x7e]+$/;

export const connectUpstream = memberOperation({
  name: "connectUpstream",
  method: "PUT",
  path: "/merchants/{merchantId}/upstreams/{upstreamId}",
  tag: "Fund sources",
  summary:
    "Connect a service by its keys, or give it new ones, once another person agrees; they are never shown",
  permission: "manage_fund_sources",
  stepUp: true,
  pathFields: { upstreamId: text({ max: 40 }) },
  body: {
    environment: oneOf(["test", "live"]),
    keyId: text({ max: 100, pattern: KEY, cards: "in_ids", says: "A key id has no spaces." }),
    apiKey: secretText({ max: 200 }),
    callbackSecret: secretText({ max: 200 }),
    debitAccount: text({
      max: 40,
      pattern: /^\w+$/,
      cards: "let_pass",
      says: "An account has letters, digits and underscores.",
    }),
  },
  output: Type.Object({
    items: Type.Array(upstream),
    /** The request, where another person must agree first: until then nothing is connected. */
    requestId: nullable(Type.String()),
    /** Where no other person can approve: when it is connected all the same. */
    aloneUntil: nullable(at),
  }),
  refusals: {
    live_only: { status: 422, message: "A sandbox merchant pays through the sandbox's own banks only." },
    already_open: { status: 409, message: "Other keys of this service wait for approval already." },
    upstream_unknown: { status: 404, message: "There is no such service to connect." },
    secret_too_short: { status: 422, message: "The secret of the webhooks has at least 32 characters." },
    key_of_other_environment: {
      status: 422,
      message: "That key is not one of the environment that was chosen.",
    },
  },
  handle: async ({ ctx, merchantId, mode, session, by, input }) => {
    if (mode !== "live") throw new Refusal("live_only");
    const asked = await connect(ctx, merchantId, { ...input, by });
    await announceAlone(ctx, session, { ...asked, what: "new keys of a service that pays" });
    return ctx.db.inMerchant(merchantId, async (tx) => ({ ...asked, items: await showUpstreams(ctx, tx) }));
  },
});
