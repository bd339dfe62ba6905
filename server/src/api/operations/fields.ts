/** Reading single fields of a request as the contract tolerates them. */
import { FILE_KINDS, type FileKind } from "#batches";

/** A body's or query's fields, not yet trusted. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * A field's value. Absent are: no such field, null, an empty text, and the text `undefined`, which some
 * clients send where they have nothing.
 */
export function readField(fields: Fields, name: string): unknown {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value === null || value === "" || value === "undefined" ? undefined : value;
}

/**
 * A text field: undefined when absent, null when it is there and is no text: a number, a list, given twice, or
 * with characters that no database keeps (NUL, half of a surrogate pair).
 */
export function readText(fields: Fields, name: string): string | null | undefined {
  const value = readField(fields, name);
  if (typeof value !== "string") return value === undefined ? undefined : null;
  return value.includes("\u0000") || !value.isWellFormed() ? null : value;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar day `YYYY-MM-DD` that exists; undefined when absent, null when it is none. */
export function readDay(fields: Fields, name: string): string | null | undefined {
  const text = readText(fields, name);
  if (typeof text !== "string") return text;
  if (!DAY.test(text)) return null;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
}

const MOMENT = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;

/** A moment `YYYY-MM-DD HH:mm:ss` in India that exists; undefined when absent, null when it is none. */
export function readMoment(fields: Fields, name: string): Date | null | undefined {
  const text = readText(fields, name);
  if (typeof text !== "string") return text;
  const [, day, time] = MOMENT.exec(text) ?? [];
  if (day === undefined || time === undefined) return null;
  const shown = new Date(`${day}T${time}Z`);
  const exists = !Number.isNaN(shown.getTime()) && shown.toISOString().startsWith(`${day}T${time}`);
  return exists ? new Date(`${day}T${time}+05:30`) : null;
}

/** A whole number in digits; undefined when absent, null when it is none. */
export function readWhole(fields: Fields, name: string): number | null | undefined {
  const text = readText(fields, name);
  if (typeof text !== "string") return text;
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

const REFERENCE_ID_MAX = 2n ** 63n - 1n;

/** Our number of a transfer; undefined when absent, null when it can be none. */
export function readReferenceId(fields: Fields, name: string): bigint | null | undefined {
  const text = readText(fields, name);
  if (typeof text !== "string") return text;
  const number = /^\d{1,19}$/.test(text) ? BigInt(text) : null;
  return number !== null && number <= REFERENCE_ID_MAX ? number : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id of ours; undefined when absent, null when it can be none. */
export function readUuid(fields: Fields, name: string): string | null | undefined {
  const text = readText(fields, name);
  if (typeof text !== "string") return text;
  return UUID.test(text) ? text.toLowerCase() : null;
}

/** The kind of file that is asked for, CSV when nothing is said; null when it is none. */
export function readFileKind(fields: Fields, name: string): FileKind | null {
  const wanted = readField(fields, name) ?? "csv";
  return FILE_KINDS.find((kind) => kind === wanted) ?? null;
}
