/** Limits lengths first: the readers of a value get little more than its schema allows. */
import { cutText } from "#lib/cut-text";

/** JSON Schema 2020-12, as far as it is used to declare fields. */
export type LengthSchema = Readonly<Record<string, unknown>>;

/** Returns the value itself, or one in which nothing is much longer than its schema allows. */
export type Shorten = (value: unknown) => unknown;

interface Limits {
  /** The longest text, in UTF-16 units. */
  readonly text: number;
  /** The longest list; infinite if none is declared, and then nothing in it is read. */
  readonly items: number;
  readonly item: Limits | null;
  readonly fields: ReadonlyMap<string, Limits>;
  /** The limits for fields without a name of their own. Null means that they are not declared. */
  readonly others: Limits | null;
}

/** The limit for a text for which none is declared, such as a number sent as text or an unknown field. */
const STRAY_TEXT_MAX = 5_000;
const STRAY: Limits = {
  text: STRAY_TEXT_MAX,
  items: Number.POSITIVE_INFINITY,
  item: null,
  fields: new Map(),
  others: null,
};

/**
 * Makes a function that shortens the values of a schema before anything reads them. A text that is too long
 * becomes what `cutText` returns, and a list that is too long becomes its beginning with one item too many:
 * still too long, so that the reader refuses it with its own message, and nothing is mistaken for something
 * shorter. Throws an error that names the place if a text has no `maxLength` or a list no `maxItems`: such a
 * field cannot be declared.
 */
export function makeShorten(schema: LengthSchema, place: string): Shorten {
  const limits = readLimits(schema, place);
  return (value) => shorten(value, limits);
}

/** Makes a test that nothing in a value is longer than its schema allows. Throws as `makeShorten` does. */
export function makeLengthTest(schema: LengthSchema, place: string): (value: unknown) => boolean {
  const shortenIt = makeShorten(schema, place);
  return (value) => shortenIt(value) === value;
}

function shorten(value: unknown, limits: Limits): unknown {
  if (typeof value === "string") return cutText(value, limits.text);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return shortenList(value, limits);
  let short: Record<string, unknown> | null = null;
  for (const [name, one] of Object.entries(value)) {
    const part = shorten(one, limits.fields.get(name) ?? limits.others ?? STRAY);
    if (part === one) continue;
    short ??= { ...(value as Readonly<Record<string, unknown>>) };
    short[name] = part;
  }
  return short ?? value;
}

function shortenList(list: readonly unknown[], { items, item }: Limits): readonly unknown[] {
  if (item === null) return list;
  const short = list.slice(0, items + 1).map((one) => shorten(one, item));
  return short.length < list.length || short.some((one, at) => one !== list[at]) ? short : list;
}

function readLimits(schema: LengthSchema, place: string): Limits {
  const choices = [schema["anyOf"], schema["oneOf"], schema["allOf"]].flatMap(
    (some) => (some as readonly LengthSchema[] | undefined) ?? [],
  );
  if (choices.length > 0) return joinLimits(choices.map((choice) => readLimits(choice, place)));
  const words =
    (schema["enum"] as readonly unknown[] | undefined) ?? (has(schema, "const") ? [schema["const"]] : null);
  if (words !== null) return { ...STRAY, text: Math.max(...words.map((word) => String(word).length)) };
  const types = [schema["type"]].flat();
  if (types.includes("string")) return { ...STRAY, text: maximumOf(schema, "maxLength", place) };
  if (types.includes("array")) {
    const item = readLimits((schema["items"] as LengthSchema | undefined) ?? {}, `${place}[]`);
    return { ...STRAY, items: maximumOf(schema, "maxItems", place), item };
  }
  if (types.includes("object")) return readFieldLimits(schema, place);
  if (types.some((type) => SIMPLE.has(type))) return STRAY;
  throw new Error(`${place} is declared without a type`);
}

const SIMPLE: ReadonlySet<unknown> = new Set(["integer", "number", "boolean", "null"]);
const has = (schema: LengthSchema, name: string): boolean => Object.hasOwn(schema, name);

function readFieldLimits(schema: LengthSchema, place: string): Limits {
  const named = (name: string): [string, LengthSchema][] =>
    Object.entries((schema[name] as LengthSchema | undefined) ?? {}) as [string, LengthSchema][];
  const fields = named("properties").map(
    ([name, field]) => [name, readLimits(field, `${place}.${name}`)] as const,
  );
  const others = [
    ...named("patternProperties").map(([, field]) => field),
    ...(typeof schema["additionalProperties"] === "object"
      ? [schema["additionalProperties"] as LengthSchema]
      : []),
  ].map((field) => readLimits(field, `${place}.*`));
  return { ...STRAY, fields: new Map(fields), others: others.length === 0 ? null : joinLimits(others) };
}

function maximumOf(schema: LengthSchema, name: "maxLength" | "maxItems", place: string): number {
  const max = schema[name];
  if (typeof max !== "number") throw new Error(`${place} has no ${name}`);
  return max;
}

/** Returns limits that allow what any of several allows. */
function joinLimits(several: readonly Limits[]): Limits {
  const isDeclared = ({ items }: Limits): boolean => Number.isFinite(items);
  const texts = several.filter((one) => one.text !== STRAY_TEXT_MAX);
  const lists = several.filter(isDeclared);
  const [list] = lists;
  return {
    text: texts.length === 0 ? STRAY_TEXT_MAX : Math.max(...texts.map(({ text }) => text)),
    items: list === undefined ? STRAY.items : Math.max(...lists.map(({ items }) => items)),
    item: list === undefined ? null : joinLimits(lists.map(({ item }) => item!)),
    fields: joinFields(several),
    others: several.map(({ others }) => others).find((others) => others !== null) ?? null,
  };
}

function joinFields(several: readonly Limits[]): Map<string, Limits> {
  const names = new Set(several.flatMap(({ fields }) => [...fields.keys()]));
  return new Map(
    [...names].map((name) => [name, joinLimits(several.flatMap(({ fields }) => fields.get(name) ?? []))]),
  );
}
