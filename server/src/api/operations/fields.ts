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
