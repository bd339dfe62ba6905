/** The schemas of values that many answers have. */
import type { JsonSchema } from "#http";
import { istText } from "#rails";

export const text: JsonSchema = { type: "string" };
export const count: JsonSchema = { type: "integer", minimum: 0 };
export const positive: JsonSchema = { type: "integer", minimum: 1 };
export const flag: JsonSchema = { type: "integer", enum: [0, 1] };
export const uuid: JsonSchema = { type: "string", format: "uuid" };
export const day: JsonSchema = { type: "string", format: "date" };

/** An amount in rupees; `signedRupees` may be below zero. */
export const rupees: JsonSchema = { type: "string", pattern: "^[0-9]+\\.[0-9]{2}$" };
export const signedRupees: JsonSchema = { type: "string", pattern: "^-?[0-9]+\\.[0-9]{2}$" };

const MOMENT = "[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}";

/** A time in India. */
export const moment: JsonSchema = { type: "string", pattern: `^${MOMENT}$` };
/** A time in India, as `istOrEmpty` writes it: empty until it happens. */
export const momentOrEmpty: JsonSchema = { type: "string", pattern: `^(${MOMENT})?$` };
export const istOrEmpty = (at: Date | null): string => (at === null ? "" : istText(at));
/** A time that `NOT_PROCESSED` stands for until it happens. */
export const momentToCome: JsonSchema = {
  ...moment,
  description: "Indian time; `0000-00-00 00:00:00` until it happens.",
};
export const NOT_PROCESSED = "0000-00-00 00:00:00";

/** Our number of a transfer or a verification. */
export const referenceIdSchema: JsonSchema = { type: "string", pattern: "^[0-9]+$" };

export const transferStatus: JsonSchema = {
  type: "string",
  enum: ["RECEIVED", "APPROVAL_PENDING", "QUEUED", "PENDING", "SUCCESS", "FAILED", "REJECTED", "REVERSED"],
};
