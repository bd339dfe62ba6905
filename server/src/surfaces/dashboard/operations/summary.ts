/** The Summary: what needs attention now, figures of a period, and the balance forecast. */
import Type, { type Static } from "typebox";
import { partnerBank } from "#banks";
import { type DashboardOperation, memberOperation, resource } from "#dashboard/operation";
import { nullable } from "#dashboard/schemas";
import {
  type Count,
  type Figure,
  type Figures,
  forecastRunOut,
  PACE_DAYS,
  PACE_TRANSFERS_MIN,
  readFigures,
  readStanding,
  successRate,
} from "#figures";
import { WALLET_ID } from "#fund-sources";
import { listIncidents } from "#health";
import { oneOf, optional, Refusal, text, whole, withDefault } from "#http";
import { formatRupees } from "#lib/money";
import { REASON_FACTS, TRANSFER_MODES } from "#rails";

const operation = resource({ at: "", tag: "Summary", permission: "access_transfers" });

/** Selects the transfers that are counted. */
const figuresQuery = {
  days: whole({ min: 1, max: 31 }),
  fundSourceId: optional(text({ max: 100 })),
  mode: optional(oneOf(TRANSFER_MODES)),
};

const countSchema = Type.Object({ transfers: Type.Integer(), amount: Type.String() }, { $id: "Count" });

const rateSchema = Type.Object(
  {
    transfers: Type.Integer({ description: "Transfers with a result: SUCCESS, FAILED or REVERSED." }),
    rate: nullable(Type.Number({ description: "SUCCESS divided by those, 0 to 1; null without a result." })),
    low: nullable(Type.Number({ description: "Where the 95% interval (Wilson) begins." })),
    high: nullable(Type.Number()),
  },
  { $id: "SuccessRate" },
);

const tookSchema = Type.Object(
  { transfers: Type.Integer(), p50Ms: Type.Integer(), p95Ms: Type.Integer() },
  { $id: "TransferTime" },
);

const parts = {
  all: countSchema,
  succeeded: countSchema,
  failed: countSchema,
  reversed: countSchema,
  rejected: countSchema,
  inFlight: countSchema,
};

const figureFields = { ...parts, successRate: rateSchema, took: nullable(tookSchema) };

const rangeFields = { from: Type.String(), to: Type.String(), readAt: Type.String() };

/** A list of figures by a key, such as the day or the rail. */
const figuresBy = (name: string, schema: Type.TSchema = Type.String()) =>
  Type.Array(Type.Object({ [name]: schema, ...figureFields }));

const figureOf = (figure: Figure) => ({
  all: countOf(figure.all),
  succeeded: countOf(figure.succeeded),
  failed: countOf(figure.failed),
  reversed: countOf(figure.reversed),
  rejected: countOf(figure.rejected),
  inFlight: countOf(figure.inFlight),
  successRate: successRate(figure),
  took: figure.took,
});

const rangeOf = ({ from, to, readAt }: Figures) => ({ from, to, readAt });

const countOf = ({ transfers, amountPaise }: Count): Static<typeof countSchema> => ({
  transfers,
  amount: formatRupees(amountPaise),
});

const sourceOf = ({
  fundSourceId,
  fundSourceName,
}: Record<"fundSourceId" | "fundSourceName", string | null>) => ({ fundSourceId, fundSourceName });

/** Returns the figures of both tabs, Success Rate and Transfer TAT, so that the two never disagree. */
const getFigures = operation({
  name: "getFigures",
  method: "GET",
  path: "/figures",
  summary: "Read success rate, transfer time and volume of the last days",
  description:
    "Transfers count on the day in India on which they were accepted. The success rate is SUCCESS divided by " +
    "SUCCESS, FAILED and REVERSED. The transfer time runs from acceptance to the result of what succeeded or failed.",
  query: figuresQuery,
  output: Type.Object({
    ...rangeFields,
    total: Type.Object(figureFields),
    byDay: figuresBy("day"),
    byRail: figuresBy("rail"),
    byBank: Type.Array(
      Type.Object({
        bankId: Type.Union([Type.String(), Type.Null()], { description: "Null: not sent to a bank." }),
        bankName: Type.Union([Type.String(), Type.Null()]),
        ...figureFields,
      }),
    ),
  }),
  handle: async ({ ctx, merchantId, input }) => {
    const figures = await readFigures(ctx, merchantId, input);
    return {
      ...rangeOf(figures),
      total: figureOf(figures.total),
      byDay: figures.byDay.map(({ day, ...figure }) => ({ day, ...figureOf(figure) })),
      byRail: figures.byRail.map(({ rail, ...figure }) => ({ rail, ...figureOf(figure) })),
      byBank: figures.byBank.map(({ bankId, ...figure }) => ({
        bankId,
        bankName: bankId === null ? null : (partnerBank(bankId)?.name ?? bankId),
        ...figureOf(figure),
      })),
    };
  },
});

const getBalanceForecast = operation({
  name: "getBalanceForecast",
  method: "GET",
  path: "/balance-forecast",
  summary: "Read a fund source's balance and when it runs out at the pace of the last 7 days",
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

const sourceFields = {
  fundSourceId: nullable(Type.String()),
  fundSourceName: nullable(Type.String()),
};

const incident = Type.Object({
  incidentNo: Type.Integer(),
  entityCode: Type.String(),
  entityName: Type.String(),
  mode: Type.String(),
  severity: Type.String(),
  startedAt: Type.String(),
  endsAt: Type.Union([Type.String(), Type.Null()]),
});

/** Returns what the Summary shows apart from its tabs: the results of payouts, and what needs attention now. */
const getSummary = memberOperation({
  name: "getSummary",
  method: "GET",
  path: "/merchants/{merchantId}/summary",
  tag: "Summary",
  summary: "Read how payouts went in the last days, and what waits now",
  permission: "access_transfers",
  query: figuresQuery,
  output: Type.Object({
    ...rangeFields,
    total: Type.Object(figureFields),
    reasons: Type.Array(
      Type.Object({
        reason: Type.String(),
        outcome: Type.String(),
        meaning: Type.String(),
        remedy: Type.String(),
        ...countSchema.properties,
      }),
    ),
    now: Type.Object({
      waiting: Type.Array(
        Type.Object({
          waitingFor: Type.Enum(["schedule", "funds", "window", "downtime", "approval"]),
          ...sourceFields,
          transfers: Type.Integer(),
          amount: Type.String(),
          missing: nullable(
            Type.String({ description: "What the fund source lacks to pay all of them with their charges." }),
          ),
          nextAt: Type.String(),
        }),
      ),
      batchesToApprove: Type.Object({ batches: Type.Integer(), amount: Type.String() }),
      inReview: Type.Array(
        Type.Object({
          bankName: nullable(Type.String()),
          ...sourceFields,
          ...countSchema.properties,
        }),
      ),
      lowBalances: Type.Array(
        Type.Object({
          fundSourceId: Type.String(),
          name: Type.String(),
          available: Type.String(),
          threshold: Type.String(),
        }),
      ),
      incidents: Type.Array(incident),
    }),
  }),
  handle: async ({ ctx, merchantId, input }) => {
    const [figures, standing] = await Promise.all([
      readFigures(ctx, merchantId, input),
      readStanding(ctx, merchantId),
    ]);
    const { readAt } = standing;
    const incidents = await listIncidents(ctx, merchantId, {
      resolved: false,
      from: readAt,
      to: new Date(readAt.getTime() + 1),
      entityCode: null,
    });
    return {
      ...rangeOf(figures),
      total: figureOf(figures.total),
      reasons: figures.reasons.map(({ reason, outcome, ...count }) => ({
        reason,
        outcome,
        ...REASON_FACTS[reason],
        ...countOf(count),
      })),
      now: {
        waiting: standing.waiting.map(({ waitingFor, nextAt, missingPaise, ...rest }) => ({
          waitingFor,
          nextAt,
          ...sourceOf(rest),
          ...countOf(rest),
          missing: missingPaise > 0n ? formatRupees(missingPaise) : null,
        })),
        batchesToApprove: {
          batches: standing.batchesToApprove.batches,
          amount: formatRupees(standing.batchesToApprove.amountPaise),
        },
        inReview: standing.inReview.map(({ bankId, ...rest }) => ({
          bankName: bankId === null ? null : (partnerBank(bankId)?.name ?? bankId),
          ...sourceOf(rest),
          ...countOf(rest),
        })),
        lowBalances: standing.lowBalances.map(({ fundSourceId, name, availablePaise, thresholdPaise }) => ({
          fundSourceId,
          name,
          available: formatRupees(availablePaise),
          threshold: formatRupees(thresholdPaise),
        })),
        incidents,
      },
    };
  },
});

export const summary: readonly DashboardOperation[] = [getSummary, getFigures, getBalanceForecast];
