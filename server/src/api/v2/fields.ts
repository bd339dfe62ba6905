/** Reads single fields of a request without coercion: a text is a text, and a number a number. */
import { Refused, type Refusal } from "./refusals.ts";

/** The fields of a body or query, not yet validated. */
export type Fields = Readonly<Record<string, unknown>>;

/** The refusal of a field, and where the field stands. */
export interface OnWrong {
  readonly refusal: Refusal;
  readonly place?: string | undefined;
}

/**
 * Returns the value of a field. A field counts as absent if it is missing, null, an empty text, or the text
 * `undefined`, which some clients send when they have no value.
 */
export function readField(fields: Fields, name: string): unknown {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value === null || value === "" || value === "undefined" ? undefined : value;
}

/**
 * Returns a text, or undefined if absent. Refuses a number, a list, a field given twice, and characters that
 * no database stores.
 */
export function readText(fields: Fields, name: string, { refusal, place }: OnWrong): string | undefined {
  const value = readField(fields, name);
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value.includes("\u0000") || !value.isWellFormed()) {
    throw new Refused(refusal, { place, values: { value: typeof value === "string" ? "" : "no text" } });
  }
  return value;
}

/** Returns the fields within a field, or undefined if absent. */
export function readObject(fields: Fields, name: string, { refusal, place }: OnWrong): Fields | undefined {
  const value = readField(fields, name);
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refused(refusal, { place });
  return value as Fields;
}
