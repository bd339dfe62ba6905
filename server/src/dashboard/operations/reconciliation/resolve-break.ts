import { memberOperation } from "#dashboard/operation";
import { oneOf } from "#http";
import { RESOLUTIONS, resolveBreak as resolve } from "#reconciliation";
import { closed, noBreak, noteRefused } from "./refusals.ts";
import { announced, breakDetails, breakField, describeBreak, noteField } from "./schemas.ts";

export const resolveBreak = memberOperation({
  name: "resolveBreak",
  method: "POST",
  path: "/merchants/{merchantId}/breaks/{breakId}/resolution",
  tag: "Reconciliation",
  summary:
    "End a break with a reason and a note; credits that wait for it may need another person's approval",
  permission: "manage_settings",
  pathFields: breakField,
  body: { resolution: oneOf(RESOLUTIONS), note: noteField },
  output: breakDetails,
  refusals: { ...noBreak, ...closed, ...noteRefused },
  handle: async ({ ctx, merchantId, session, by, input }) => {
    await resolve(ctx, merchantId, { ...input, by });
    return announced(ctx, session, await describeBreak(ctx, merchantId, input.breakId));
  },
});
