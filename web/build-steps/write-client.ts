// Writes the dashboard's typed client from contract/openapi-dashboard.json. With --check, it reports if the client is
// out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ApiDocument, inlineSchemas } from "@vitaran/open-api";

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

interface Operation {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: "path" | "query" | "header"; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  "x-permission"?: string;
}

interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const ROOT = join(import.meta.dirname, "../..");
const CONTRACT = join(ROOT, "contract/openapi-dashboard.json");
const CLIENT = join(ROOT, "web/app/dashboard/api/operations.ts");
const JSON_TYPE = "application/json";

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((word) => JSON.stringify(word)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map(typeOf));
  if (schema.allOf !== undefined) return schema.allOf.map(typeOf).join(" & ");
  if (schema.type === "array") return `readonly (${typeOf(schema.items ?? {})})[]`;
  if (schema.type === "object") return objectType(schema);
  if (schema.type === "integer") return "number";
  return ["string", "number", "boolean", "null"].includes(schema.type ?? "") ? schema.type! : "unknown";
}

const union = (types: string[]): string => [...new Set(types)].join(" | ");

function objectType({ properties, required = [], additionalProperties, patternProperties }: Schema): string {
  const [values] = Object.values(patternProperties ?? {});
  const others = values ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
  if (properties === undefined) return `Readonly<Record<string, ${others ? typeOf(others) : "unknown"}>>`;
  return `{ ${members(properties, new Set(required)).join(" ")} }`;
}

function members(properties: Record<string, Schema>, required: Set<string>): string[] {
  return Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.has(name);
    const type = isRequired ? typeOf(schema) : `${typeOf(schema)} | undefined`;
    return `readonly ${quoted(name)}${isRequired ? "" : "?"}: ${type};`;
  });
}

const quoted = (name: string): string => (/^\w+$/.test(name) ? name : JSON.stringify(name));

interface Listed {
  method: string;
  path: string;
  operation: Operation;
}

/** Everything that a call takes is in one object: the names of path, query and body parameters never collide. */
function inputType({ operation }: Listed): string {
  const named = (operation.parameters ?? []).filter((one) => one.in !== "header");
  const parameters = named.map(
    ({ name, required, schema }) => members({ [name]: schema }, new Set(required ? [name] : []))[0]!,
  );
  const body = operation.requestBody?.content[JSON_TYPE]?.schema;
  const fields = body === undefined ? [] : members(body.properties ?? {}, new Set(body.required));
  const file =
    operation.requestBody !== undefined && body === undefined ? ["readonly file: Blob | ArrayBuffer;"] : [];
  return `{ ${[...parameters, ...fields, ...file].join(" ")} }`;
}

function outputType({ operation }: Listed): string {
  const [answer] = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  const schema = answer?.[1].content?.[JSON_TYPE]?.schema;
  return schema === undefined ? "Blob" : typeOf(schema);
}

/**
 * The data that the wrapper needs at run time. Names are short: there are many operations, and every page loads them.
 */
function entry(listed: Listed): string {
  const { method, path, operation } = listed;
  const query = (operation.parameters ?? []).filter((one) => one.in === "query").map((one) => one.name);
  const isFile =
    operation.requestBody !== undefined && operation.requestBody.content[JSON_TYPE] === undefined;
  const parts = [`method: ${JSON.stringify(method.toUpperCase())}`, `path: ${JSON.stringify(path)}`];
  if (query.length > 0) parts.push(`query: ${JSON.stringify(query)}`);
  if (isFile) parts.push('sends: "file"');
  if (outputType(listed) === "Blob") parts.push('answers: "file"');
  return `  ${operation.operationId}: { ${parts.join(", ")} },`;
}

function writeClient({ paths, components }: Contract): string {
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const { Refusal: _refusal, ...schemas } = components.schemas;
  const permissions = listed.flatMap(({ operation }) =>
    operation["x-permission"] === undefined
      ? []
      : [`  ${operation.operationId}: ${JSON.stringify(operation["x-permission"])},`],
  );
  return [
    "// Written from contract/openapi-dashboard.json by `npm run write-contract`; not edited by hand.",
    "",
    "export interface OperationShape {",
    "  readonly method: string;",
    "  readonly path: string;",
    "  readonly query?: readonly string[];",
    '  readonly sends?: "file";',
    '  readonly answers?: "file";',
    "}",
    "",
    "export const operations = {",
    ...listed.map(entry),
    "} as const satisfies Record<string, OperationShape>;",
    "",
    "/** The permission that a member needs to call an operation. Operations that need none are not listed. */",
    "export const permissionOf = {",
    ...permissions,
    "} as const;",
    "",
    ...Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`),
    "export interface Inputs {",
    ...listed.map((one) => `  ${one.operation.operationId}: ${inputType(one)};`),
    "}",
    "",
    "export interface Outputs {",
    ...listed.map((one) => `  ${one.operation.operationId}: ${outputType(one)};`),
    "}",
    "",
  ].join("\n");
}

function main(check: boolean): void {
  const published = JSON.parse(readFileSync(CONTRACT, "utf8")) as ApiDocument;
  const text = writeClient(inlineSchemas(published) as unknown as Contract);
  if (existsSync(CLIENT) && readFileSync(CLIENT, "utf8") === text) return;
  if (!check) {
    mkdirSync(dirname(CLIENT), { recursive: true });
    writeFileSync(CLIENT, text);
    return;
  }
  console.error(
    "web/app/dashboard/api/operations.ts is not what the contract says; run npm run write-contract",
  );
  process.exitCode = 1;
}

main(process.argv.includes("--check"));
