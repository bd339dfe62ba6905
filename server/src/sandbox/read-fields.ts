/** Reading what a sandbox call says; a wrong field is named. */
import { SandboxError } from "./errors.ts";

export type Fields = Readonly<Record<string, unknown>>;

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const YEAR_MS = 366 * 86_400_000;

export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string" && !value.includes("\0")) return value;
  if (typeof value === "number") return String(value);
  throw SandboxError.bad_request({ field: name, why: "is not text" });
}

export function text(fields: Fields, name: string): string {
  const value = optionalText(fields, name);
  if (value === undefined) throw SandboxError.bad_request({ field: name, why: "is missing" });
  return value;
}

/** A list of texts, or null when there is none. */
export function optionalTexts(fields: Fields, name: string): string[] | null {
  const value = fields[name];
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw SandboxError.bad_request({ field: name, why: "is not a list of texts" });
}

export function oneOf<T extends string>(
  fields: Fields,
  name: string,
  allowed: readonly T[],
  fallback?: T,
): T {
  const value = optionalText(fields, name) ?? fallback;
  const found = allowed.find((word) => word === value);
  if (found === undefined)
    throw SandboxError.bad_request({ field: name, why: `is one of ${allowed.join(", ")}` });
  return found;
}

/** True or false, as JSON has them; undefined when it is absent. */
export function optionalFlag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name];
  if (value === undefined || typeof value === "boolean") return value;
  throw SandboxError.bad_request({ field: name, why: "is neither true nor false" });
}

/** A length of time: "90s", "15m", "72h", "4d", or milliseconds as a number; at most a year. */
export function parseDuration(fields: Fields, name: string): number {
  const [, count, unit] = /^(\d{1,12})(s|m|h|d)?$/.exec(text(fields, name)) ?? [];
  const ms = count === undefined ? Number.NaN : Number(count) * (unit === undefined ? 1 : UNITS_MS[unit]!);
  if (!(ms > 0 && ms <= YEAR_MS)) {
    throw SandboxError.bad_request({
      field: name,
      why: 'is a length of time like "90s", "15m", "72h" or "4d"',
    });
  }
  return ms;
}

export function parseMoment(fields: Fields, name: string): Date {
  const moment = new Date(text(fields, name));
  if (Number.isNaN(moment.getTime()))
    throw SandboxError.bad_request({ field: name, why: "is not a moment (ISO 8601)" });
  return moment;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One of our own ids. Throws SandboxError.bad_request. */
export function identifier(fields: Fields, name: string): string {
  const value = text(fields, name);
  if (!UUID.test(value)) throw SandboxError.bad_request({ field: name, why: "it is not an id" });
  return value;
}
