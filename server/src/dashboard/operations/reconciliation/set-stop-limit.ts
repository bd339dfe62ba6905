import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, rupees } from "#dashboard/schemas";
import { amount } from "#http";
import { formatRupees } from "#lib/money";
import { changeSettings } from "#settings";
import { announceSettings, settingRefusals } from "#dashboard/announce-settings";

export const setStopLimit = memberOperation({
  name: "setStopLimit",
  method: "PUT",
  path: "/merchants/{merchantId}/reconciliation/stop-limit",
  tag: "Reconciliation",
  summary: "Set how much an unknown debit may be before nothing more is sent from its bank account",
  description:
    "0.00 stops it at the first. An account that is stopped already stays so. In live, a higher limit waits for " +
    "another person.",
  permission: "manage_settings",
  stepUp: true,
  body: { stopAbove: amount({ min: 0n }) },
  output: Type.Object({
    /** The limit as asked for. */
    stopAbove: rupees,
    /** Null: it is set. */
    requestId: nullable(Type.String()),
    /** When it is set without another person, because there is none; null: another person decides. */
    aloneUntil: nullable(at),
  }),
  refusals: settingRefusals,
  handle: async ({ ctx, session, merchantId, by, input }) => {
    const stopAbove = formatRupees(input.stopAbove);
    const asked = await changeSettings(ctx, merchantId, { stopAbove, by });
    await announceSettings(ctx, session, asked);
    const [{ requestId, aloneUntil } = { requestId: null, aloneUntil: null }] = asked;
    return { stopAbove, requestId, aloneUntil };
  },
});
