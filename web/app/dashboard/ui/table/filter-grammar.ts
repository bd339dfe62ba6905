// The syntax of filters in an address. Version 1 is marked with `f=1`. Defaults are left out. Lists are joined by
// commas and ranges by two dots. Days are Indian days.

/** The kind of a key's value: one text, several words, or a range of which either end can be open. */
export type FilterKind = "text" | "list" | "range";

export type FilterKinds = Readonly<Record<string, FilterKind>>;

export interface Range {
  from?: string | undefined;
  to?: string | undefined;
}

export type Value = string | readonly string[] | Range;

export function readFilter(kind: FilterKind, text: string): Value {
  if (kind === "text") return text;
  if (kind === "list") return text === "" ? [] : text.split(",");
  const [from = "", to = from] = text.split("..");
  return { ...(from !== "" && { from }), ...(to !== "" && { to }) };
}

export function writeFilter(value: Value): string {
  if (typeof value === "string") return value;
  if ("length" in value) return value.join(",");
  const { from = "", to = "" } = value;
  return from === "" && to === "" ? "" : `${from}..${to}`;
}

/** Returns the address's query after a change. Other keys stay. */
export function changeQuery(
  former: URLSearchParams,
  changes: Readonly<Record<string, Value | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(former);
  for (const [key, value] of Object.entries(changes)) {
    const text = value === undefined ? "" : writeFilter(value);
    if (text === "") next.delete(key);
    else next.set(key, text);
  }
  next.delete("f");
  if (next.size === 0) return next;
  return new URLSearchParams([["f", "1"], ...next]);
}
