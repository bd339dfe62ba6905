/** Every place in a body of a request, and the body with something else there. */

/** The ways to every field of a body, those within others too. */
export function waysInto(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [way];
  const below = Object.entries(value).flatMap(([name, one]) => waysInto(one, [...way, name]));
  return way.length === 0 ? below : [way, ...below];
}

/** The same body with something odd at one place. */
export function putAt(value: unknown, [name, ...rest]: readonly string[], odd: unknown): unknown {
  if (name === undefined) return odd;
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === name ? putAt(one, rest, odd) : one));
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [name]: putAt(fields[name], rest, odd) };
}
