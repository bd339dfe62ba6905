import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { readFigures, readStanding } from "#figures";
import { listIncidents } from "#health";
import { formatRupees } from "#lib/money";
import { REASON_FACTS } from "#rails";
import {
  countOf,
  countSchema,
  figureFields,
  figureOf,
  figuresQuery,
  rangeFields,
  rangeOf,
} from "./summary.ts";

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
export const getSummary = memberOperation({
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
          transfers: Type.Integer(),
          amount: Type.String(),
          nextAt: Type.String(),
        }),
      ),
      batchesToApprove: Type.Object({ batches: Type.Integer(), amount: Type.String() }),
      inReview: countSchema,
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
        waiting: standing.waiting.map(({ waitingFor, nextAt, ...count }) => ({
          waitingFor,
          nextAt,
          ...countOf(count),
        })),
        batchesToApprove: {
          batches: standing.batchesToApprove.batches,
          amount: formatRupees(standing.batchesToApprove.amountPaise),
        },
        inReview: countOf(standing.inReview),
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
