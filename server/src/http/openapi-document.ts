/** Writes the parts that the OpenAPI 3.1 documents of all surfaces share. */
import { STATUS_CODES } from "node:http";
import { KEY_DESCRIPTION, keySchema } from "#idempotency";

export type Json = Readonly<Record<string, unknown>>;

/** A document without its operations. */
export interface Frame {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly serverUrl: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly components: Json;
}

/** An operation as it is described under its path and method. */
export interface Described {
  readonly path: string;
  readonly method: string;
  readonly content: Json;
}

export function writeDocument(frame: Frame, operations: readonly Described[]): Json {
  const { title, version, description, serverUrl, tags, security, components } = frame;
  const paths: Record<string, Record<string, Json>> = {};
  for (const { path, method, content } of operations) (paths[path] ??= {})[method.toLowerCase()] = content;
  return {
    openapi: "3.1.1",
    info: { title, version, description, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: serverUrl, description: "The sandbox on this machine" }],
    tags: tags.map((name) => ({ name })),
    security,
    paths,
    components,
  };
}

type Place = "path" | "query" | "header";

export const parameter = (name: string, place: Place, schema: unknown, required = false): Json => ({
  name,
  in: place,
  required,
  schema,
});

export const keyParameter = (name = "Idempotency-Key"): Json => ({
  ...parameter(name, "header", keySchema),
  description: KEY_DESCRIPTION,
});

/** Describes content in JSON; `more` is its example or examples. */
export const inJson = (schema: unknown, more: Json = {}): Json => ({
  "application/json": { schema, ...more },
});

export const asFile = (mediaTypes: readonly string[]): Json =>
  Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: "string", format: "binary" } }]));

export const requestBody = (content: Json): Json => ({ required: true, content });

/** Describes responses by HTTP status, in ascending order. */
export function responsesByStatus<T>(
  answers: readonly T[],
  statusOf: (answer: T) => number,
  describe: (answers: readonly T[], status: number) => Json,
): Json {
  const byStatus = [...Map.groupBy(answers, statusOf)].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(
    byStatus.map(([status, said]) => [
      String(status),
      { description: STATUS_CODES[status] ?? "", ...describe(said, status) },
    ]),
  );
}

export const ref = (kind: "headers" | "schemas", name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

const whole = { type: "integer", minimum: 0 };

/** The headers of the merchant APIs' answers, as components. */
export const HEADERS_OF_ANSWERS = {
  RequestId: {
    description: "The request ID: yours if you sent one, otherwise ours.",
    schema: { type: "string" },
  },
  RateLimitLimit: { description: "Calls per minute.", schema: whole },
  RateLimitRemaining: { description: "Calls left in this minute.", schema: whole },
};
