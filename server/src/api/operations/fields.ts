/** Reads single fields of a request with the contract's tolerances. */
/** The fields of a body or query, not yet validated. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the value of a field. A field counts as absent if it is missing, null, an empty text, or the text
 * `undefined`, which some clients send when they have no value.
 */
export function readField(fields: Fields, name: string): unknown {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value === null || value === "" || value === "undefined" ? undefined : value;
}

/**
 * Reads a text field: undefined if absent, null if it is not a text: a number, a list, a field given twice,
 * or a text with characters that no database stores (NUL, half of a surrogate pair).
 */
export function readText(fields: Fields, name: string): string | null | undefined {
  const value = readField(fields, name);
  if (typeof value !== "string") return value === undefined ? undefined : null;
  return value.includes("\u0000") || !value.isWellFormed() ? null : value;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a calendar day `YYYY-MM-DD` that exists; undefined if absent, null if it is not one. */
export function readDay(fields: Fields, name: string): string | null | undefined {
  const text = readText(fields, name);
  if (typeof text !== "string") return text;
  if (!DAY.test(text)) return null;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
}

/** Reads a whole number in digits; undefined if absent, null if it is not one. */
export function readWhole(fields: Fields, name: string): number | null | undefined {
  const text = readText(fields, name);
  if (typeof text !== "string") return text;
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

const REFERENCE_ID_MAX = 2n ** 63n - 1n;

/** Reads our number of a transfer; undefined if absent, null if it cannot be one. */
export function readReferenceId(fields: Fields, name: string): bigint | null | undefined {
  const text = readText(fields, name);
  if (typeof text !== "string") return text;
  const number = /^\d{1,19}$/.test(text) ? BigInt(text) : null;
  return number !== null && number <= REFERENCE_ID_MAX ? number : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads one of our ids; undefined if absent, null if it cannot be one. */
export function readUuid(fields: Fields, name: string): string | null | undefined {
  const text = readText(fields, name);
  if (typeof text !== "string") return text;
  return UUID.test(text) ? text.toLowerCase() : null;
}
