/** Figures as they are published. */
import Type, { type Static } from "typebox";
import { successRate, type Count, type Figure, type Figures } from "#figures";
import { oneOf, optional, text, whole } from "#http";
import { formatRupees } from "#lib/money";
import { TRANSFER_MODES } from "#rails";
import { nullable } from "#dashboard/schemas";

/** Which transfers are counted. */
export const figuresQuery = {
  days: whole({ min: 1, max: 31 }),
  fundSourceId: optional(text({ max: 100 })),
  mode: optional(oneOf(TRANSFER_MODES)),
};

export const countSchema = Type.Object(
  { transfers: Type.Integer(), amount: Type.String() },
  { $id: "Count" },
);

export const rateSchema = Type.Object(
  {
    transfers: Type.Integer({ description: "Transfers with a result: SUCCESS, FAILED or REVERSED." }),
    rate: nullable(Type.Number({ description: "SUCCESS divided by those, 0 to 1; null without a result." })),
    low: nullable(Type.Number({ description: "Where the 95% interval (Wilson) begins." })),
    high: nullable(Type.Number()),
  },
  { $id: "SuccessRate" },
);

export const tookSchema = Type.Object(
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

export const figureFields = { ...parts, successRate: rateSchema, took: nullable(tookSchema) };

export const rangeFields = { from: Type.String(), to: Type.String(), readAt: Type.String() };

/** A list of figures by what they are of; a name of null is "not sent to a bank". */
export const figuresBy = (name: string, schema: Type.TSchema = Type.String()) =>
  Type.Array(Type.Object({ [name]: schema, ...figureFields }));

export const figureOf = (figure: Figure) => ({
  all: countOf(figure.all),
  succeeded: countOf(figure.succeeded),
  failed: countOf(figure.failed),
  reversed: countOf(figure.reversed),
  rejected: countOf(figure.rejected),
  inFlight: countOf(figure.inFlight),
  successRate: successRate(figure),
  took: figure.took,
});

export const rangeOf = ({ from, to, readAt }: Figures) => ({ from, to, readAt });

export const countOf = ({ transfers, amountPaise }: Count): Static<typeof countSchema> => ({
  transfers,
  amount: formatRupees(amountPaise),
});
