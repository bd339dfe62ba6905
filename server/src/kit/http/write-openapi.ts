/** Writes the OpenAPI 3.1 document of a surface from its operations, and the parts that all such documents share. */
import { STATUS_CODES } from "node:http";
import { KEY_DESCRIPTION, keySchema } from "#idempotency";
import { isDownload, type Operation } from "./operation.ts";
import { fieldsOf, type InputShape } from "./rule.ts";
import { schemaOf } from "./rules.ts";

export interface Document {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The path of the server below the address that the document came from. */
  readonly serverPath: string;
  readonly security: Readonly<Record<string, Json>>;
  /** The schema of every refusal. */
  readonly refusal: Json;
  /** Refusals that an operation has besides its own, by code. */
  readonly commonRefusals: (operation: Operation<never>) => Operation["refusals"];
  /** Returns true if an operation takes an idempotency key. */
  readonly takesKey: (operation: Operation<never>) => boolean;
  /** Returns what else to say of an operation, such as the permission that it needs. */
  readonly more?: (operation: Operation<never>) => Json;
}

/** Writes the document. Schemas with an `$id` become components, and their places refer to them. */
export function writeOpenApi(operations: readonly Operation<never>[], document: Document): Json {
  const components = new Map<string, Json>();
  const described = operations.map((operation) => ({
    path: operation.path,
    method: operation.method,
    content: describe(operation, document, components),
  }));
  const { security, refusal, ...frame } = document;
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const schemas = { Refusal: refusal, ...Object.fromEntries([...components].toSorted(byName)) };
  return writeDocument(
    {
      ...frame,
      tags,
      security: Object.keys(security).map((name) => ({ [name]: [] })),
      components: { securitySchemes: security, schemas },
    },
    described,
  );
}

const byName = ([a]: [string, Json], [b]: [string, Json]): number => (a < b ? -1 : 1);

function describe(operation: Operation<never>, document: Document, components: Map<string, Json>): Json {
  const { name, tag, summary, description, pathFields, query, body, file } = operation;
  const parameters = [
    ...describeFields(pathFields, "path"),
    ...describeFields(query, "query"),
    ...(document.takesKey(operation) ? [keyParameter()] : []),
  ];
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...document.more?.(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(inJson(hoist(schemaOf(body), components))) }),
    ...(file === undefined ? {} : { requestBody: requestBody(asFile(file.mediaTypes)) }),
    responses: describeAnswers(operation, document, components),
  };
}

function describeFields(shape: InputShape, place: "path" | "query"): Json[] {
  return [...fieldsOf(shape)].map(([name, { rule, required }]) => {
    const isList = (rule.schema as { type?: unknown }).type === "array";
    const style = place === "query" && isList ? { style: "form", explode: false } : {};
    return { ...parameter(name, place, rule.schema, required), ...style };
  });
}

function describeAnswers(
  operation: Operation<never>,
  document: Document,
  components: Map<string, Json>,
): Json {
  const { output, status } = operation;
  const content = isDownload(output) ? asFile(output.download) : inJson(hoist(output, components));
  const refusals = { ...operation.refusals, ...document.commonRefusals(operation) };
  return {
    [String(status)]: { description: STATUS_CODES[status], content },
    ...responsesByStatus(Object.entries(refusals), ([, refusal]) => refusal.status, describeRefusals),
  };
}

const describeRefusals = (said: readonly (readonly [string, unknown])[], status: number): Json => ({
  description: `${STATUS_CODES[status]}: ${said.map(([code]) => `\`${code}\``).join(", ")}`,
  content: inJson(ref("schemas", "Refusal")),
});

/** Returns the schema, with every part that has an `$id` moved to the components. */
function hoist(schema: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, components));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $id, ...rest } = schema as { $id?: string };
  const parts = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, hoist(value, components)]),
  );
  if ($id === undefined) return parts;
  const known = components.get($id);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(parts)) {
    throw new Error(`two schemas are called ${$id}`);
  }
  components.set($id, parts);
  return ref("schemas", $id);
}

export type Json = Readonly<Record<string, unknown>>;

/** A document without its operations. */
export interface Frame {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The path of the server below the address that the document came from. */
  readonly serverPath: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly components: Json;
  readonly webhooks?: Json;
}

/** An operation as it is described under its path and method. */
export interface Described {
  readonly path: string;
  readonly method: string;
  readonly content: Json;
}

/** Writes the document, with its schemas in their places; it is published with a name for each of them. */
export function writeDocument(frame: Frame, operations: readonly Described[]): Json {
  const { title, version, description, serverPath, tags, security, components, webhooks } = frame;
  const paths: Record<string, Record<string, Json>> = {};
  for (const { path, method, content } of operations) (paths[path] ??= {})[method.toLowerCase()] = content;
  return {
    openapi: "3.1.1",
    info: { title, version, description, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: serverPath, description: "The address of this document" }],
    tags: tags.map((name) => ({ name })),
    security,
    paths,
    ...(webhooks === undefined ? {} : { webhooks }),
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
