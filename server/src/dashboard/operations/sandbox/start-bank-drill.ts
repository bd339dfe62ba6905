import { memberOperation } from "#dashboard/operation";
import { oneOf, text, whole, withDefault } from "#http";
import { RAILS } from "#rails";
import { DRILL_FAULTS, reportBankDrill, startBankDrill as start } from "#sandbox";
import { bankDrillReport, describeDrill, drillRefusals } from "./bank-drill-report.ts";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

/** A simulated bank fails a share of one rail's payments from now on, on the test clock. */
export const startBankDrill = memberOperation({
  name: "startBankDrill",
  method: "POST",
  path: "/merchants/{merchantId}/sandbox/banks/{bankId}/drill",
  tag: "Sandbox",
  summary: "Let a simulated bank fail a share of one rail's payments for a time",
  permission: "manage_webhooks",
  pathFields: { bankId: text({ max: 50 }) },
  body: {
    rail: withDefault(oneOf(RAILS), "imps"),
    percent: withDefault(whole({ min: 1, max: 100 }), 30),
    minutes: withDefault(whole({ min: 1, max: 1_440 }), 20),
    fault: withDefault(oneOf(DRILL_FAULTS), "refuses"),
  },
  output: bankDrillReport,
  status: 201,
  refusals: {
    ...sandboxRefusals,
    rail_not_offered: drillRefusals.rail_not_offered,
    drill_running: drillRefusals.drill_running,
  },
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId, input } = call;
    await start(ctx, merchantId, { ...input, simulatorUrl });
    const report = await reportBankDrill(ctx, merchantId, { bankId: input.bankId, simulatorUrl });
    return describeDrill(report!);
  },
});
