/** Reading single fields of a request. Nothing is coerced: a text is a text, and a number a number. */
import { Refused, type Refusal } from "./refusals.ts";

/** A body's or query's fields, not yet trusted. */
export type Fields = Readonly<Record<string, unknown>>;

/** What is said of a field, and where it stands. */
export interface OnWrong {
  readonly refusal: Refusal;
  readonly place?: string | undefined;
}

/**
 * A field's value. Absent are: no such field, null, an empty text, and the text `undefined`, which some clients send
 * where they have nothing.
 */
export function readField(fields: Fields, name: string): unknown {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value === null || value === "" || value === "undefined" ? undefined : value;
}

/**
 * A text, or undefined when absent. What is there and is none is refused: a number, a list, given twice, or with
 * characters that no database keeps.
 */
export function readText(fields: Fields, name: string, { refusal, place }: OnWrong): string | undefined {
  const value = readField(fields, name);
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value.includes("\u0000") || !value.isWellFormed()) {
    throw new Refused(refusal, { place, values: { value: typeof value === "string" ? "" : "no text" } });
  }
  return value;
}

/** Fields within a field, or undefined when absent. */
export function readObject(fields: Fields, name: string, { refusal, place }: OnWrong): Fields | undefined {
  const value = readField(fields, name);
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refused(refusal, { place });
  return value as Fields;
}
