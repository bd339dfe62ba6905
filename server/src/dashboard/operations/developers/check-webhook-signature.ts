import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { nullable, words } from "#dashboard/schemas";
import { id, oneOf, optional, prose, text } from "#http";
import { diagnoseSignature, MISTAKES, SCHEMES } from "#webhooks";
import { endpointRefusals, targetRefusals } from "./refusals.ts";

const VERDICTS = ["right", "old_secret", "clock_skew", "different", ...MISTAKES] as const;

/** Why a check of a signature fails: the base string and the mistake. */
export const checkWebhookSignature = memberOperation({
  name: "checkWebhookSignature",
  method: "POST",
  path: "/merchants/{merchantId}/webhook-signatures",
  tag: "Developers",
  summary: "Check a webhook's signature and name the mistake behind a wrong one",
  permission: "manage_webhooks",
  body: {
    endpointId: id(),
    scheme: optional(oneOf(SCHEMES)),
    body: prose({ max: 65_536, cards: "let_pass" }),
    signature: text({ max: 2_000, cards: "let_pass" }),
    timestamp: optional(text({ max: 30, cards: "let_pass" })),
    webhookId: optional(text({ max: 100, cards: "let_pass" })),
  },
  output: Type.Object({
    scheme: words(SCHEMES),
    verdict: words(VERDICTS),
    baseString: Type.String(),
    skewSeconds: nullable(Type.Integer()),
  }),
  refusals: { ...endpointRefusals, api_key_missing: targetRefusals.api_key_missing },
  handle: ({ ctx, merchantId, input }) => diagnoseSignature(ctx, merchantId, input),
});
