/** Long texts that are more expensive to scan than letters, and the places where they can be put. */

interface HostileText {
  readonly kind: string;
  readonly text: string;
}

const UNITS: Readonly<Record<string, string>> = {
  "digits of another script": "٣",
  "accents without end": "e\u0301\u0301\u0301",
  "signs that are not seen": "4\u200b",
  "halves of characters": "\ud800",
  "signs between digits": "4-",
  blanks: " ",
  braces: "{{{{",
  formulas: "=+-@",
  "quotes and backslashes": '\\"',
  "addresses without end": "a@a.",
  brackets: "[",
};

/** Returns a text of each kind with this many bytes in JSON. */
export function hostileTexts(bytes: number): HostileText[] {
  return Object.entries(UNITS).map(([kind, unit]) => {
    const unitBytes = Buffer.byteLength(JSON.stringify(unit)) - 2;
    return { kind, text: unit.repeat(Math.floor(bytes / unitBytes)) };
  });
}

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * Returns the paths to every field of a schema that can hold text or a number; `[]` means the first element of a list.
 */
export function textPlaces(schema: Schema, way: readonly string[] = []): (readonly string[])[] {
  const { type, enum: words, anyOf, items, properties } = schema;
  if (anyOf !== undefined) {
    const ways = anyOf.flatMap((one) => textPlaces(one, way));
    return [...new Map(ways.map((one) => [one.join("."), one])).values()];
  }
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, one]) => textPlaces(one, [...way, name]));
  if (items !== undefined) return textPlaces(items, [...way, "[]"]);
  const isText = words !== undefined || [type].flat().some((one) => one === "string" || one === "number");
  return isText ? [way] : [];
}

/** Returns the same value with a change at one place; missing parents are added. */
export function putInto(value: unknown, [name, ...rest]: readonly string[], odd: unknown): unknown {
  if (name === undefined) return odd;
  if (name === "[]") {
    const [first, ...others] = Array.isArray(value) ? (value as readonly unknown[]) : [];
    return [putInto(first, rest, odd), ...others];
  }
  const fields =
    typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  return { ...fields, [name]: putInto(fields[name], rest, odd) };
}

/** Counts the characters of all texts in a value, which its reader could scan. */
export function countCharacters(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + countCharacters(one), 0);
}

/** Returns the milliseconds of CPU time that something takes on this thread. */
export async function cpuMsOf(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Returns the least CPU time of several runs, because other work in the process only adds to it. */
export async function leastCpuMsOf(run: () => unknown, times: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) least = Math.min(least, await cpuMsOf(run));
  return least;
}
