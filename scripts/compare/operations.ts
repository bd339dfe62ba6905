/** The operations of an OpenAPI document, reduced to what is needed to make requests. */
import { type ApiDocument, inlineSchemas } from "@vitaran/open-api";

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly $ref?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Operation {
  /** The method and the path in the document, for people. */
  readonly name: string;
  readonly method: string;
  /** Includes the path of the document's server, and `{name}` for each parameter. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly mediaType: string; readonly schema: Schema; readonly example: unknown } | null;
}

interface RawOperation {
  readonly operationId: string;
  readonly responses: object;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
  };
}

export interface OpenApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** Lists the operations of a document in its order. */
export function listOperations(document: OpenApi): Operation[] {
  const [server] = document.servers;
  const base = new URL(server!.url, "http://localhost").pathname.replace(/\/$/, "");
  const { paths } = inlineSchemas(document as unknown as ApiDocument) as unknown as OpenApi;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      name: `${method.toUpperCase()} ${base}${path}`,
      method: method.toUpperCase(),
      path: base + path,
      parameters: parameters.map((one) => ("$ref" in one ? (find(document, one.$ref) as Parameter) : one)),
      body: bodyOf(document, requestBody),
    })),
  );
}

function bodyOf(document: OpenApi, body: RawOperation["requestBody"]): Operation["body"] {
  if (body === undefined) return null;
  const [[mediaType, { schema = {}, example = null }]] = Object.entries(body.content) as [
    [string, { schema?: Schema; example?: unknown }],
  ];
  const resolved = schema.$ref === undefined ? schema : (find(document, schema.$ref) as Schema);
  return { mediaType, schema: resolved, example };
}

function find(document: object, reference: string): unknown {
  const keys = reference.slice(2).split("/");
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document);
}
