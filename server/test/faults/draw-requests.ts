/**
 * Random requests of every operation of both merchant APIs, drawn from their schemas: valid ones with odd values in
 * them.
 */
import fc from "fast-check";
import { buildOpenApi, buildOpenApiV2 } from "#api";
import type { DescribedAnswers, PublishedContract } from "../literals/check-answer.ts";
import {
  type SampleCall,
  type Contract,
  listCalls,
} from "../../src/surfaces/commands/collections/list-calls.ts";
import { putAt, waysInto } from "../ways-into.ts";

type Schema = Readonly<Record<string, unknown>>;

interface Described extends DescribedAnswers {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

/** An operation with a valid request, its answers, and every place where another value can be put. */
interface Drawable {
  readonly call: SampleCall;
  readonly contract: PublishedContract;
  readonly operation: DescribedAnswers;
  readonly places: readonly Place[];
}

interface Place {
  readonly where: "body" | "query" | "path" | "header";
  readonly way: readonly string[];
  readonly schema: Schema;
}

/** Another value at a place; undefined removes it. */
export interface Change {
  readonly place: Place;
  readonly value: unknown;
}

/** A request: a valid one with changes; `text` is sent instead of the body. */
export interface Drawn {
  readonly drawable: Drawable;
  readonly changes: readonly Change[];
  readonly text: string | undefined;
}

/** Lists every operation and version of both surfaces. */
export function listDrawables(): Drawable[] {
  const classic = buildOpenApi() as unknown as Contract;
  const v2 = buildOpenApiV2() as unknown as Contract;
  const calls = listCalls({ classic, v2, sandbox: { paths: {} } });
  return [classic, v2].flatMap((contract) => {
    const published = contract as unknown as PublishedContract;
    const described = Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation: operation as unknown as Described })),
    );
    return described.map(({ path, operation }): Drawable => {
      const id = contract === v2 ? `${operation.operationId}_v2` : operation.operationId;
      const call = calls.find((one) => one.id === id)!;
      return { call, contract: published, operation, places: placesOf(path, operation, call) };
    });
  });
}

function placesOf(path: string, { parameters = [], requestBody }: Described, call: SampleCall): Place[] {
  const given = parameters.map(({ name, in: where, schema }): Place => {
    const way = where === "path" ? [String(path.split("/").indexOf(`{${name}}`))] : [name];
    return { where: where as Place["where"], way, schema };
  });
  const schema = requestBody?.content["application/json"]?.schema;
  if (schema === undefined || call.body === undefined) return given;
  const shown = waysInto(JSON.parse(call.body));
  const known = Object.keys((schema.properties ?? {}) as object).map((name) => [name]);
  const ways = new Map([...shown, ...known].map((way) => [way.join("."), way]));
  return [
    ...given,
    ...[...ways.values()].map((way): Place => ({ where: "body", way, schema: schemaAt(schema, way) })),
  ];
}

function schemaAt(schema: Schema, way: readonly string[]): Schema {
  let at = schema;
  for (const name of way) {
    const { properties, items } = at as { properties?: Record<string, Schema>; items?: Schema };
    at = properties?.[name] ?? items ?? {};
  }
  return at;
}

const ODD: readonly unknown[] = [
  null,
  true,
  -1.5,
  0,
  1e300,
  "",
  " ",
  "\u0000",
  "\ud800",
  "\u202eabc",
  "x".repeat(3_000),
  "9".repeat(400),
  "'; drop table transfers.transfer; --",
  "=cmd|' /C calc'!A0",
  "4111111111111111",
  [],
  ["x"],
  {},
  { $ne: 1 },
  { toString: "x" },
];

/** Draws values that the schema mostly allows. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const { type, pattern, maxLength, minimum, maximum, anyOf } = schema as Record<string, number & string>;
  const choices = schema.enum as readonly unknown[] | undefined;
  if (choices !== undefined) return fc.constantFrom(...choices);
  if (anyOf !== undefined) return fc.oneof(...(anyOf as unknown as Schema[]).map(fitting));
  if (type === "integer") return fc.integer({ min: minimum ?? -5, max: maximum ?? 1_000_000 });
  if (type === "number") return fc.double({ min: minimum ?? -5, max: maximum ?? 1e7, noNaN: true });
  if (type === "string" && pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  if (type === "string") return fc.string({ unit: "binary", maxLength: maxLength ?? 60 });
  return fc.jsonValue();
}

const someText = fc.oneof(
  fc.json(),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.constantFrom("", "{", "null", "[]", '{"a":1', `{"amount":${"9".repeat(300)}}`, "\ufeff{}"),
);

/** Draws any request of any operation. */
export function someRequest(drawables: readonly Drawable[]): fc.Arbitrary<Drawn> {
  return fc.constantFrom(...drawables).chain((drawable) => {
    const change = fc
      .constantFrom(...drawable.places)
      .chain((place) =>
        fc
          .oneof(
            { weight: 5, arbitrary: fitting(place.schema) },
            fc.constantFrom(...ODD),
            fc.constant(undefined),
          )
          .map((value): Change => ({ place, value })),
      );
    const text = drawable.call.body === undefined ? fc.constant(undefined) : fc.option(someText, FREQUENCY);
    return fc.record({ drawable: fc.constant(drawable), changes: fc.array(change, { maxLength: 3 }), text });
  });
}

const FREQUENCY = { freq: 12, nil: undefined } as const;

/** Returns the request to send; `write` replaces variables by values. */
export function toSend({ drawable, changes, text }: Drawn, write: (text: string) => string) {
  const { method, path, query, headers, body, access } = drawable.call;
  const parts = write(path).split("/");
  const asked = new Map(query.map(([name, value]) => [name, decodeURI(write(value))]));
  const said = new Map(headers.map(([name, value]) => [name, write(value)]));
  let content: unknown = body === undefined || drawable.call.body === undefined ? undefined : write(body);
  const isJson = said.get("Content-Type") === "application/json";
  if (isJson) content = JSON.parse(content as string);
  for (const { place, value } of changes) {
    const [name = ""] = place.way;
    if (place.where === "body")
      content = reaches(content, place.way) ? putAt(content, place.way, value) : content;
    else if (place.where === "path") parts[Number(name)] = encodeURIComponent(toWords(value) || "x");
    else if (place.where === "query") setOrDelete(asked, name, value);
    else setOrDelete(said, name, typeof value === "string" ? value.replaceAll(/[^ -~]/g, "?").trim() : value);
  }
  const search = new URLSearchParams([...asked]).toString();
  return {
    method,
    path: `${parts.join("/")}${search === "" ? "" : `?${search}`}`,
    headers: said,
    text: text ?? (content === undefined ? undefined : isJson ? JSON.stringify(content) : String(content)),
    access,
  };
}

/** True if a place still exists: an earlier change may have replaced its parent. */
function reaches(content: unknown, way: readonly string[]): boolean {
  let at = content;
  for (const name of way) {
    if (typeof at !== "object" || at === null) return false;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return true;
}

const toWords = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, 1_500).toWellFormed();

function setOrDelete(map: Map<string, string>, name: string, value: unknown): void {
  if (value === undefined) map.delete(name);
  else map.set(name, toWords(value));
}
