import { memberOperation } from "#dashboard/operation";
import { Refusal, text } from "#http";
import { matchBreak as match } from "#reconciliation";
import { readTransfers } from "#transfers";
import { closed, matchRefused, noBreak, noteRefused } from "./refusals.ts";
import { announced, breakDetails, breakField, describeBreak, noteField } from "./schemas.ts";

export const matchBreak = memberOperation({
  name: "matchBreak",
  method: "POST",
  path: "/merchants/{merchantId}/breaks/{breakId}/match",
  tag: "Reconciliation",
  summary: "Say which transfer the line of a break is of; the books follow",
  permission: "manage_settings",
  stepUp: true,
  pathFields: breakField,
  body: { transferKey: text({ max: 40, cards: "let_pass" }), note: noteField },
  output: breakDetails,
  refusals: { ...noBreak, ...closed, ...noteRefused, ...matchRefused },
  handle: async ({ ctx, merchantId, session, by, input: { breakId, transferKey, note } }) => {
    const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [transferKey] });
    if (transfer === undefined) throw new Refusal("transfer_not_found");
    await match(ctx, merchantId, { breakId, referenceId: transfer.referenceId, note, by });
    return announced(ctx, session, await describeBreak(ctx, merchantId, breakId));
  },
});
