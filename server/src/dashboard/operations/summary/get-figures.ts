import Type from "typebox";
import { partnerBank } from "#banks";
import { memberOperation } from "#dashboard/operation";
import { readFigures } from "#figures";
import { figureFields, figureOf, figuresBy, figuresQuery, rangeFields, rangeOf } from "./figure.ts";

/** What the tabs Success Rate and Transfer TAT show: one answer, so that they never disagree. */
export const getFigures = memberOperation({
  name: "getFigures",
  method: "GET",
  path: "/merchants/{merchantId}/figures",
  tag: "Summary",
  summary: "Read success rate, transfer time and volume of the last days",
  description:
    "Transfers count on the day in India on which they were accepted. The success rate is SUCCESS divided by " +
    "SUCCESS, FAILED and REVERSED. The transfer time runs from acceptance to the result of what succeeded or failed.",
  permission: "access_transfers",
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
