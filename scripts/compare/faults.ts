/**
 * Lists the faults that are put into requests: into a field of the body, into a parameter, or into the whole request.
 */
import type { Dice } from "./dice.ts";
import type { Parameter, Schema } from "./operations.ts";
import type { Draft } from "./requests.ts";

type Fault = readonly [name: string, spoil: (draft: Draft, dice: Dice) => void];

export interface Field {
  /** The keys on the way to it; in lists, the first member. */
  readonly path: readonly string[];
  readonly schema: Schema;
}

/** Lists the fields of a body, including nested ones. */
export function listFields(schema: Schema, path: readonly string[] = []): Field[] {
  const choices = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return choices.flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([name, one]) => [
      { path: [...path, name], schema: one },
      ...listFields(one, [...path, name]),
    ]),
    ...(items === undefined ? [] : listFields(items, [...path, "0"])),
  ]);
}

const REMOVED = Symbol("removed");
const CARD = "4111111111111111";

/** Wrong values for a field, by the kind of fault. */
const VALUES: Readonly<Record<string, (schema: Schema) => unknown>> = {
  missing: () => REMOVED,
  null: () => null,
  empty: () => "",
  blank: () => " ",
  zero: () => 0,
  negative: () => -1,
  fraction: () => 12.345,
  "a large number": () => 1e21,
  "a boolean": () => true,
  "a list": () => ["a"],
  "an object": () => ({ a: 1 }),
  "the text undefined": () => "undefined",
  "as long as it may be": ({ maxLength = 50 }) => "7".repeat(Math.min(maxLength, 20_000)),
  "too long": ({ maxLength = 50 }) => "x".repeat(Math.min(maxLength, 20_000) + 1),
  "far too long": () => "y".repeat(100_000),
  "too short": ({ minLength = 2 }) => "x".repeat(Math.max(0, minLength - 1)),
  "above its maximum": ({ maximum = 2 ** 31 }) => maximum + 1,
  "below its minimum": ({ minimum = 0 }) => minimum - 1,
  "a control character": () => "a\u0000b\u001f",
  "a line break": () => "Asha\nRao",
  "a turn of direction": () => "Asha\u202eRao",
  "half a character": () => "a\ud800b",
  "another script": () => "आशा राव",
  "an emoji": () => "Asha 🙂",
  markup: () => "<b>' or 1=1 --</b>",
  "a card number": () => CARD,
  "a card number with spaces": () => "4111 1111 1111 1111",
  "an unknown word": () => "nonsense",
  "a day that is none": () => "2026-13-45",
  "a day far ahead": () => "2031-01-01",
  "an unknown UUID": () => "0190a1b2-0000-7000-8000-000000000000",
};

export const FIELD_FAULTS: readonly ((field: Field) => Fault)[] = Object.entries(VALUES).map(
  ([name, value]) =>
    ({ path, schema }: Field): Fault => [
      `${path.join(".")}: ${name}`,
      (draft) => put(draft, path, value(schema)),
    ],
);

/** Sets a field of the body to a value; if its parent is missing, there is nothing to change. */
function put(draft: Draft, path: readonly string[], value: unknown): void {
  let place = draft.body as Record<string, unknown> | null | undefined;
  for (const key of path.slice(0, -1)) place = place?.[key] as typeof place;
  if (typeof place !== "object" || place === null) return;
  const key = path.at(-1)!;
  if (value === REMOVED) delete place[key];
  else place[key] = value;
}

export const PARAMETER_FAULTS: readonly ((parameter: Parameter) => Fault)[] = [
  ...Object.entries(VALUES).map(([name, value]) => (parameter: Parameter): Fault => [
    `${parameter.name}: ${name}`,
    (draft) => putParameter(draft, parameter, value(parameter.schema)),
  ]),
  ({ name }) => [`${name}: twice`, (draft) => void draft.query.push([name, "twice"], [name, "again"])],
];

function putParameter(draft: Draft, { name, in: place }: Parameter, value: unknown): void {
  draft.query = draft.query.filter(([one]) => one !== name);
  if (value === REMOVED) return;
  const text = (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 3_000);
  if (place === "path") draft.parameters[name] = text;
  else draft.query.push([name, text]);
}

/** Makes a request send a text instead of its body. */
const saying = (name: string, text: string | ((draft: Draft) => string)): Fault => [
  name,
  (draft) => {
    draft.text = typeof text === "string" ? text : text(draft);
  },
];

const withHeader = (name: string, header: string, value: string): Fault => [
  name,
  (draft) => {
    draft.headers[header] = value;
  },
];

const bodyOf = ({ body }: Draft): string => JSON.stringify(body ?? {});

export const REQUEST_FAULTS: readonly Fault[] = [
  ["no credentials", (draft) => void (draft.credentials = "none")],
  ["wrong credentials", (draft) => void (draft.credentials = "wrong")],
  [
    "another method",
    (draft, dice) => void (draft.method = dice.pick(["PATCH", "DELETE", "PUT", "POST", "GET"])),
  ],
  ["a longer path", (draft) => void (draft.path += "/more")],
  ["a slash at the end", (draft) => void (draft.path += "/")],
  ["another version", (draft) => void (draft.path = draft.path.replace(/\/v1[^/]*\//, "/v9/"))],
  ["a path in capitals", (draft) => void (draft.path = draft.path.toUpperCase())],
  ["an unknown parameter", (draft) => void draft.query.push(["unknown", "1"])],
  ["an unknown field", (draft) => put(draft, ["unknown"], { a: 1 })],
  ["a card number in an unknown field", (draft) => put(draft, ["note"], CARD)],
  ["a card number as a parameter", (draft) => void draft.query.push(["note", CARD])],
  ["the fields of a prototype", (draft) => put(draft, ["constructor"], { prototype: { a: 1 } })],
  saying("no body", ""),
  saying("half a body", (draft) => bodyOf(draft).slice(0, -2)),
  saying("a body that is no JSON", "amount=10&transferId=t1"),
  saying("a body that is a list", (draft) => `[${bodyOf(draft)}]`),
  saying("a body that is a text", '"text"'),
  saying("a body that is null", "null"),
  saying("a field twice", (draft) => bodyOf(draft).replace(/^\{/, '{"amount":"1.00","amount":"2.00",')),
  saying("a body with a mark before it", (draft) => `\ufeff${bodyOf(draft)}`),
  saying("a deep body", `${'{"a":'.repeat(200)}1${"}".repeat(200)}`),
  withHeader("a body said to be a form", "content-type", "application/x-www-form-urlencoded"),
  withHeader("a body said to be text", "content-type", "text/plain"),
  withHeader("a body said to be nothing known", "content-type", "nonsense"),
  withHeader("a body in another charset", "content-type", "application/json; charset=latin1"),
  withHeader("another kind of answer wanted", "accept", "text/html"),
  withHeader("an id of the request", "x-request-id", "request-of-the-client-1"),
  withHeader("an id of the request that is too long", "x-request-id", "r".repeat(200)),
  withHeader("another version of the API", "x-api-version", "2030-01-01"),
  withHeader("the version of the API", "x-api-version", "2024-01-01"),
  withHeader("an unknown signature", "x-cf-signature", "bm90aGluZw=="),
  withHeader("an empty idempotency key", "idempotency-key", ""),
  withHeader("a long idempotency key", "idempotency-key", "k".repeat(256)),
  withHeader("a key of another request", "idempotency-key", "one-key-for-all"),
  withHeader("a key of another request in v2", "x-idempotency-key", "one-key-for-all"),
];
