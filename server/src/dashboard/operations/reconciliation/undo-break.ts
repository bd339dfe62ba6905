import { memberOperation } from "#dashboard/operation";
import { undoBreak as undo } from "#reconciliation";
import { noBreak, noteRefused, undoRefused } from "./refusals.ts";
import { breakDetails, breakField, describeBreak, noteField } from "./schemas.ts";

export const undoBreak = memberOperation({
  name: "undoBreak",
  method: "POST",
  path: "/merchants/{merchantId}/breaks/{breakId}/undo",
  tag: "Reconciliation",
  summary: "Take back how a break ended; its history stays",
  permission: "manage_settings",
  stepUp: true,
  pathFields: breakField,
  body: { note: noteField },
  output: breakDetails,
  refusals: { ...noBreak, ...noteRefused, ...undoRefused },
  handle: async ({ ctx, merchantId, by, input: { breakId, note } }) => {
    await undo(ctx, merchantId, { breakId, note, by });
    return describeBreak(ctx, merchantId, breakId);
  },
});
