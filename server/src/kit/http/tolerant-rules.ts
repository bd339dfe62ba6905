/** Tolerances for clients of many makes, and rules that judge lengths themselves. */
import Type from "typebox";
import type { JsonSchema } from "./output.ts";
import type { InputManner } from "./read-input.ts";
import type { Reading, FieldRule } from "./rule.ts";

/**
 * Null, an empty text and `undefined` as text, which some clients send, are absent; unknown fields are
 * ignored. Requests are shortened before they are read.
 */
export const TOLERANT = {
  isAbsent: (value: unknown) =>
    value === undefined || value === null || value === "" || value === "undefined",
  lenient: true,
  shortened: true,
} as const satisfies Omit<InputManner, "place">;

/** Makes a rule of a published schema. It judges lengths itself, since the request was shortened. */
export function readingRule<T>(schema: JsonSchema, read: (value: unknown) => Reading<T>): FieldRule<T> {
  return { schema: Type.Unsafe(schema), says: "", lengthMax: Number.POSITIVE_INFINITY, read };
}

/** Returns a text that a database can store: without NUL and halves of surrogate pairs; else null. */
export const asText = (value: unknown): string | null =>
  typeof value === "string" && !value.includes("\u0000") && value.isWellFormed() ? value : null;

/** Accepts any value unchanged, if nothing reads it or if its reader checks it. */
export const asGiven = (schema: JsonSchema): FieldRule<unknown> =>
  readingRule<unknown>(schema, (value) => ({ value }));

/** A field that another entry publishes. */
export const anything = asGiven({ type: "string", maxLength: 0 });
