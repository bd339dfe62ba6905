import { makeShorten, type LengthSchema, type Shorten } from "#http";
import type { Fields } from "./operations/fields.ts";
import type { FieldShapes, Operation, Version } from "./operations/operation.ts";

/** Functions that shorten each part of a call, so that no text is much longer than its declaration allows. */
export interface CallShorten {
  readonly headers: (fields: Fields) => Fields;
  readonly path: (fields: Fields) => Fields;
  readonly query: (fields: Fields) => Fields;
  readonly body: (fields: Fields) => Fields;
}

/** Shortens calls of a classic operation in a version. Throws if a field is declared without a maximum. */
export function shortenClassic(operation: Operation, version: Version): CallShorten {
  const { name, headers, pathFields, query, body } = operation;
  const part = (fields: FieldShapes | undefined, place: string) =>
    shortenFields(propertiesOf(fields, version), `${name}.${place}`);
  // Node lowercases header names.
  const small = Object.entries(headers ?? {}).map(
    ([header, shape]) => [header.toLowerCase(), shape] as const,
  );
  return {
    headers: part(Object.fromEntries(small), "headers"),
    path: part(pathFields, "path"),
    query: part(query, "query"),
    body: part(body, "body"),
  };
}

function propertiesOf(fields: FieldShapes | undefined, version: Version): LengthSchema {
  const entries = Object.entries(fields ?? {}).map(
    ([name, { schema }]) => [name, typeof schema === "function" ? schema(version) : schema] as const,
  );
  return Object.fromEntries(entries);
}

const shortenFields = (properties: LengthSchema, place: string): ((fields: Fields) => Fields) =>
  shortenWhole({ type: "object", properties }, place);

/** An object remains an object. */
const shortenWhole = (schema: LengthSchema, place: string): ((fields: Fields) => Fields) =>
  makeShorten(schema, place) as Shorten as (fields: Fields) => Fields;
