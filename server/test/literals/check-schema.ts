/** Checks values against the published schemas: the few keywords of JSON Schema that these use. */
import assert from "node:assert/strict";

type Schema = Readonly<Record<string, unknown>>;

const WORDS = new Set([
  "type",
  "properties",
  "required",
  "items",
  "additionalProperties",
  "enum",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "maxItems",
  "anyOf",
  "description",
  "default",
  "format",
]);

/** Lists the errors of a value, each with its place; throws on a keyword that it does not know. */
export function checkSchema(schema: Schema, value: unknown, place = ""): string[] {
  for (const word of Object.keys(schema)) assert.ok(WORDS.has(word), `schema word ${word}`);
  const { type, anyOf } = schema as { type?: string | readonly string[]; anyOf?: readonly Schema[] };
  const types = [type ?? []].flat();
  if (types.length > 0 && !types.some((one) => isOfType(one, value)))
    return [`${place} is no ${types.join(" or ")}`];
  if (anyOf !== undefined && !anyOf.some((one) => checkSchema(one, value).length === 0))
    return [`${place} fits nothing`];
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return [`${place} is none of the known`];
  if (typeof value === "string") return checkText(schema, value, place);
  if (typeof value === "number") return checkNumber(schema, value, place);
  if (Array.isArray(value)) {
    const isTooLong = value.length > ((schema.maxItems as number | undefined) ?? Infinity);
    return [
      ...(isTooLong ? [`${place} has too many`] : []),
      ...value.flatMap((item, index) =>
        checkSchema((schema.items ?? {}) as Schema, item, `${place}[${index}]`),
      ),
    ];
  }
  return typeof value === "object" && value !== null ? checkObject(schema, value as Schema, place) : [];
}

function isOfType(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function checkText({ pattern, minLength, maxLength }: Schema, value: string, place: string): string[] {
  const fits =
    (typeof pattern !== "string" || new RegExp(pattern).test(value)) &&
    value.length >= ((minLength as number | undefined) ?? 0) &&
    value.length <= ((maxLength as number | undefined) ?? Infinity);
  return fits ? [] : [`${place} is not of the form`];
}

function checkNumber({ minimum, maximum }: Schema, value: number, place: string): string[] {
  const fits =
    value >= ((minimum as number | undefined) ?? -Infinity) &&
    value <= ((maximum as number | undefined) ?? Infinity);
  return fits ? [] : [`${place} is out of bounds`];
}

function checkObject(
  { properties = {}, required = [], additionalProperties }: Schema,
  value: Schema,
  place: string,
): string[] {
  const missing = (required as readonly string[]).filter((name) => !(name in value));
  const known = Object.entries(properties as Readonly<Record<string, Schema>>);
  const others = Object.keys(value).filter((name) => !(name in (properties as object)));
  return [
    ...missing.map((name) => `${place}.${name} is missing`),
    ...known.flatMap(([name, one]) =>
      name in value ? checkSchema(one, value[name], `${place}.${name}`) : [],
    ),
    ...(typeof additionalProperties === "object" && additionalProperties !== null ? others : []).flatMap(
      (name) => checkSchema(additionalProperties as Schema, value[name], `${place}.${name}`),
    ),
  ];
}
