import Type from "typebox";
import { changeApiClient } from "#access";
import { memberOperation } from "#dashboard/operation";
import { words } from "#dashboard/schemas";
import { listOf, oneOf, optional, text } from "#http";
import { keyRefusals } from "./refusals.ts";

const STATUS_MODES = ["rest", "always-200"] as const;

/** How the API answers, and from where it may be called. How often is for the operator to say. */
export const changeApiKeys = memberOperation({
  name: "changeApiKeys",
  method: "PATCH",
  path: "/merchants/{merchantId}/api-keys",
  tag: "Developers",
  summary: "Change the status mode and the IP allowlist",
  permission: "manage_keys",
  stepUp: true,
  body: {
    statusMode: optional(oneOf(STATUS_MODES)),
    ipAllowlist: optional(listOf(text({ max: 50 }), { max: 25 })),
  },
  output: Type.Object({ statusMode: words(STATUS_MODES), ipAllowlist: Type.Array(Type.String()) }),
  refusals: {
    ...keyRefusals,
    bad_allowlist: {
      status: 422,
      message: "Each line is an IPv4 or IPv6 address, or a network such as 203.0.113.0/24; at most 25.",
    },
  },
  handle: async ({ ctx, merchantId, by, input: { statusMode, ipAllowlist } }) =>
    changeApiClient(ctx, merchantId, {
      ...(statusMode === undefined ? {} : { statusMode }),
      ...(ipAllowlist === undefined ? {} : { ipAllowlist }),
      by,
    }),
});
