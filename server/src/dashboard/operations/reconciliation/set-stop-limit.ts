import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { rupees } from "#dashboard/schemas";
import { amount } from "#http";
import { formatRupees } from "#lib/money";
import { setStopLimit as set } from "#reconciliation";

export const setStopLimit = memberOperation({
  name: "setStopLimit",
  method: "PUT",
  path: "/merchants/{merchantId}/reconciliation/stop-limit",
  tag: "Reconciliation",
  summary: "Set how much an unknown debit may be before nothing more is sent from its bank account",
  description: "0.00 stops it at the first. An account that is stopped already stays so.",
  permission: "manage_settings",
  stepUp: true,
  body: { stopAbove: amount({ min: 0n }) },
  output: Type.Object({ stopAbove: rupees }),
  handle: async ({ ctx, merchantId, by, input: { stopAbove } }) => {
    await set(ctx, merchantId, { stopAbovePaise: stopAbove, by });
    return { stopAbove: formatRupees(stopAbove) };
  },
});
