import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { nullable } from "#dashboard/schemas";
import { text } from "#http";
import { reportBankDrill } from "#sandbox";
import { bankDrillReport, describeDrill } from "./bank-drill-report.ts";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

/** What came of the last drill of a simulated bank; null: none is known. */
export const getBankDrill = memberOperation({
  name: "getBankDrill",
  method: "GET",
  path: "/merchants/{merchantId}/sandbox/banks/{bankId}/drill",
  tag: "Sandbox",
  summary: "Report the last drill of a simulated bank",
  permission: "access_transfers",
  pathFields: { bankId: text({ max: 50 }) },
  output: Type.Object({ report: nullable(bankDrillReport) }),
  refusals: sandboxRefusals,
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId, input } = call;
    const report = await reportBankDrill(ctx, merchantId, { bankId: input.bankId, simulatorUrl });
    return { report: report === null ? null : describeDrill(report) };
  },
});
