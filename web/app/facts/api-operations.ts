// Reads the published contract in the order of the reference page, with one entry for all versions of a call.
import { errorCatalogue, openApi } from "./from-the-engine.ts";

interface Schema {
  type?: string;
  description?: string;
  enum?: (string | number)[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema: Schema;
    example?: unknown;
  }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}

export interface Field {
  name: string;
  where: string;
  type: string;
  required: boolean;
  about: string;
  /** The allowed values, if they are a list. */
  options: string[] | undefined;
}

export interface Answer {
  subCode: string;
  http: number;
  status: string;
  message: string;
  versions: string[];
}

export interface ApiOperation {
  id: string;
  tag: string;
  title: string;
  about: string;
  method: string;
  versions: { version: string; path: string }[];
  fields: Field[];
  body: unknown;
  /** The media type of the body if it is a file. */
  fileType: string | undefined;
  answer: unknown;
  /** True if the response is a file. */
  download: boolean;
  answers: Answer[];
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.enum) return schema.enum.join(", ");
  const words: Record<string, string> = {
    string: "string",
    integer: "integer",
    object: "object",
    array: "array",
  };
  const least = schema.minimum === undefined ? "" : `from ${schema.minimum}`;
  const most = schema.maximum === undefined ? "" : `to ${schema.maximum}`;
  const length = schema.maxLength === undefined ? "" : `up to ${schema.maxLength} characters`;
  const count = schema.maxItems === undefined ? "" : `at most ${schema.maxItems}`;
  return [words[schema.type ?? ""] ?? schema.type ?? "any", length, count, `${least} ${most}`.trim()]
    .filter((part) => part !== "")
    .join(", ");
}

const optionsOf = (schema: Schema): string[] | undefined => schema.enum?.map(String);

function bodyFields(schema: Schema | undefined, prefix = ""): Field[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => [
    {
      name: prefix + name,
      where: "body",
      type: typeOf(field),
      required: schema?.required?.includes(name) ?? false,
      about: field.description ?? "",
      options: optionsOf(field),
    },
    ...bodyFields(field, `${prefix}${name}.`),
    ...bodyFields(field.items, `${prefix}${name}[].`),
  ]);
}

function fieldsOf(operation: Operation): Field[] {
  const parameters = (operation.parameters ?? []).map((one) => ({
    name: one.name,
    where: one.in,
    type: typeOf(one.schema),
    required: one.required ?? false,
    about: one.description ?? one.schema.description ?? "",
    options: optionsOf(one.schema),
  }));
  return [...parameters, ...bodyFields(operation.requestBody?.content["application/json"]?.schema)];
}

function firstExample(content: Content | undefined): unknown {
  return content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
}

function fileTypeOf({ requestBody }: Operation): string | undefined {
  const types = Object.keys(requestBody?.content ?? {});
  return types.includes("application/json") ? undefined : types[0];
}

function answersOf(id: string): Answer[] {
  const answers: Answer[] = [];
  for (const one of errorCatalogue) {
    if (one.operation !== id) continue;
    const known = answers.find(
      ({ subCode, status, message }) =>
        subCode === one.subCode && status === one.status && message === one.message,
    );
    if (known) known.versions.push(one.version);
    else
      answers.push({
        subCode: one.subCode,
        http: one.httpStatus,
        status: one.status,
        message: one.message,
        versions: [one.version],
      });
  }
  return answers.sort((one, other) => one.subCode.localeCompare(other.subCode));
}

function readOperations(): ApiOperation[] {
  const found = new Map<string, ApiOperation>();
  for (const [path, methods] of Object.entries(
    openApi.paths as unknown as Record<string, Record<string, Operation>>,
  )) {
    for (const [method, operation] of Object.entries(methods)) {
      const id = operation.operationId.replace(/_v\d.*$/, "");
      const version = /\/payout\/(v[\d.]+)\//.exec(path)?.[1] ?? "";
      const good = Object.entries(operation.responses).find(([code]) => code.startsWith("2"))?.[1];
      // Versions are published oldest first, so the newest one wins and is described.
      found.set(id, {
        id,
        tag: operation.tags[0] ?? "",
        title: operation.summary,
        about: operation.description ?? "",
        method: method.toUpperCase(),
        versions: [...(found.get(id)?.versions ?? []), { version, path }],
        fields: fieldsOf(operation),
        body: firstExample(operation.requestBody?.content["application/json"]),
        fileType: fileTypeOf(operation),
        answer: firstExample(good?.content?.["application/json"]),
        download: good?.content !== undefined && !("application/json" in good.content),
        answers: answersOf(id),
      });
    }
  }
  return [...found.values()];
}

export const apiOperations: ApiOperation[] = readOperations();
