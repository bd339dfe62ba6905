/** Writes the OpenAPI 3.1 document of a surface from its operations. */
import { STATUS_CODES } from "node:http";
import { KEY_DESCRIPTION, keySchema } from "#idempotency";
import { isDownload, type Operation } from "./operation.ts";
import { fieldsOf, type InputShape } from "./rule.ts";
import { schemaOf } from "./rules.ts";

type Json = Readonly<Record<string, unknown>>;

export interface Document {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly serverUrl: string;
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
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const methods = (paths[operation.path] ??= {});
    methods[operation.method.toLowerCase()] = describe(operation, document, components);
  }
  const { title, version, description, serverUrl, security, refusal } = document;
  return {
    openapi: "3.1.1",
    info: { title, version, description, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: serverUrl, description: "The sandbox on this machine" }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    security: Object.keys(security).map((name) => ({ [name]: [] })),
    paths,
    components: {
      securitySchemes: security,
      schemas: { Refusal: refusal, ...Object.fromEntries([...components].toSorted(byName)) },
    },
  };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: keySchema,
  description: KEY_DESCRIPTION,
};

const byName = ([a]: [string, Json], [b]: [string, Json]): number => (a < b ? -1 : 1);

function describe(operation: Operation<never>, document: Document, components: Map<string, Json>): Json {
  const { name, tag, summary, description, pathFields, query, body, file } = operation;
  const parameters = [
    ...describeFields(pathFields, "path"),
    ...describeFields(query, "query"),
    ...(document.takesKey(operation) ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...document.more?.(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: inJson(hoist(schemaOf(body), components)) }),
    ...(file === undefined ? {} : { requestBody: { required: true, content: asFile(file.mediaTypes) } }),
    responses: describeAnswers(operation, document, components),
  };
}

function describeFields(shape: InputShape, place: "path" | "query"): Json[] {
  return [...fieldsOf(shape)].map(([name, { rule, required }]) => {
    const isList = (rule.schema as { type?: unknown }).type === "array";
    return {
      name,
      in: place,
      required,
      schema: rule.schema,
      ...(place === "query" && isList ? { style: "form", explode: false } : {}),
    };
  });
}

const inJson = (schema: unknown): Json => ({ required: true, content: { "application/json": { schema } } });

const asFile = (mediaTypes: readonly string[]): Json =>
  Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: "string", format: "binary" } }]));

function describeAnswers(
  operation: Operation<never>,
  document: Document,
  components: Map<string, Json>,
): Json {
  const { output, status } = operation;
  const content = isDownload(output)
    ? asFile(output.download)
    : { "application/json": { schema: hoist(output, components) } };
  const refusals = { ...operation.refusals, ...document.commonRefusals(operation) };
  const byStatus = Map.groupBy(Object.entries(refusals), ([, refusal]) => refusal.status);
  return Object.fromEntries([
    [String(status), { description: STATUS_CODES[status], content }],
    ...[...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([code, said]) => [String(code), describeRefusals(code, said)] as const),
  ]);
}

function describeRefusals(status: number, said: readonly (readonly [string, { message: string }])[]): Json {
  return {
    description: `${STATUS_CODES[status]}: ${said.map(([code]) => `\`${code}\``).join(", ")}`,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
  };
}

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
  return { $ref: `#/components/schemas/${$id}` };
}
