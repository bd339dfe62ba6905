import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { forecastRunOut, PACE_DAYS, PACE_TRANSFERS_MIN } from "#figures";
import { WALLET_ID } from "#fund-sources";
import { Refusal, text, withDefault } from "#http";
import { formatRupees } from "#lib/money";
import { nullable } from "#dashboard/schemas";

export const getBalanceForecast = memberOperation({
  name: "getBalanceForecast",
  method: "GET",
  path: "/merchants/{merchantId}/balance-forecast",
  tag: "Summary",
  summary: "Read a fund source's balance and when it runs out at the pace of the last 7 days",
  permission: "access_transfers",
  query: { fundSourceId: withDefault(text({ max: 100 }), WALLET_ID) },
  output: Type.Object({
    fundSourceId: Type.String(),
    available: Type.String(),
    overdraftLimit: Type.String(),
    pace: Type.Object({
      days: Type.Integer(),
      transfers: Type.Integer({ description: "Payments that the pace is based on: succeeded or in flight." }),
      transfersMin: Type.Integer({ description: "With fewer there is no pace." }),
      taken: Type.String({ description: "What they take, charges included." }),
      hours: Type.Number({ description: "Within so many hours." }),
      perHour: nullable(Type.String()),
    }),
    runsOutAt: nullable(
      Type.String({ description: "Null: there is no pace, or it is more than a year away." }),
    ),
  }),
  refusals: { fund_source_not_found: { status: 404, message: "This fund source does not exist." } },
  handle: async ({ ctx, merchantId, input }) => {
    const forecast = await forecastRunOut(ctx, merchantId, input.fundSourceId);
    if (forecast === null) throw new Refusal("fund_source_not_found", { field: "fundSourceId" });
    const { transfers, hours, takenPaise, pacePaisePerHour, runsOutAt } = forecast;
    return {
      fundSourceId: forecast.fundSourceId,
      available: formatRupees(forecast.availablePaise),
      overdraftLimit: formatRupees(forecast.overdraftLimitPaise),
      pace: {
        days: PACE_DAYS,
        transfers,
        transfersMin: PACE_TRANSFERS_MIN,
        taken: formatRupees(takenPaise),
        hours: Math.round(hours * 10) / 10,
        perHour: pacePaisePerHour === null ? null : formatRupees(pacePaisePerHour),
      },
      runsOutAt,
    };
  },
});
