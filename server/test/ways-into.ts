/** Every place in the body of a request, and the body with another value there. */

/** Returns the paths to every field of a body, including nested ones. */
export function waysInto(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [way];
  const below = Object.entries(value).flatMap(([name, one]) => waysInto(one, [...way, name]));
  return way.length === 0 ? below : [way, ...below];
}

/** Returns the same body with an odd value at one place. */
export function putAt(value: unknown, [name, ...rest]: readonly string[], odd: unknown): unknown {
  if (name === undefined) return odd;
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === name ? putAt(one, rest, odd) : one));
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [name]: putAt(fields[name], rest, odd) };
}
