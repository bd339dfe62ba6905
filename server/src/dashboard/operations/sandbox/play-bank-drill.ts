import { memberOperation } from "#dashboard/operation";
import { text, whole, withDefault } from "#http";
import { PLAYED_MAX, playBankDrill as play, reportBankDrill } from "#sandbox";
import { bankDrillReport, describeDrill, drillRefusals } from "./bank-drill-report.ts";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

/** Small payments while a drill goes on; the test clock moves on between them. */
export const playBankDrill = memberOperation({
  name: "playBankDrill",
  method: "POST",
  path: "/merchants/{merchantId}/sandbox/banks/{bankId}/drill/play",
  tag: "Sandbox",
  summary: "Order small payments while a drill goes on, and move the clock on between them",
  permission: "manage_webhooks",
  pathFields: { bankId: text({ max: 50 }) },
  body: {
    transfers: withDefault(whole({ min: 1, max: PLAYED_MAX }), 10),
    seconds: withDefault(whole({ min: 1, max: 86_400 }), 60),
  },
  output: bankDrillReport,
  refusals: {
    ...sandboxRefusals,
    drill_not_running: drillRefusals.drill_not_running,
    too_little_money: drillRefusals.too_little_money,
  },
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId, by, input } = call;
    const { bankId, transfers, seconds } = input;
    const bank = { bankId, simulatorUrl };
    await play(ctx, merchantId, { ...bank, transfers, overMs: seconds * 1_000, by });
    return describeDrill((await reportBankDrill(ctx, merchantId, bank))!);
  },
});
