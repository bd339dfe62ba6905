import { memberOperation } from "#dashboard/operation";
import { text } from "#http";
import { endBankDrill as end, reportBankDrill } from "#sandbox";
import { bankDrillReport, describeDrill, drillRefusals } from "./bank-drill-report.ts";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

/** Ends a drill of a simulated bank before its time. */
export const endBankDrill = memberOperation({
  name: "endBankDrill",
  method: "POST",
  path: "/merchants/{merchantId}/sandbox/banks/{bankId}/drill/end",
  tag: "Sandbox",
  summary: "End a drill of a simulated bank",
  permission: "manage_webhooks",
  pathFields: { bankId: text({ max: 50 }) },
  output: bankDrillReport,
  refusals: { ...sandboxRefusals, drill_not_running: drillRefusals.drill_not_running },
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId, input } = call;
    const bank = { bankId: input.bankId, simulatorUrl };
    await end(ctx, merchantId, bank);
    return describeDrill((await reportBankDrill(ctx, merchantId, bank))!);
  },
});
