/** Reads the contract into verbs, with what a client library of any language must know of each. */
import { type Field, type Schema, amountsIn, fieldsOf, mergeFields, shapeOf } from "./shapes.ts";
import { REPLACED, VERBS, type VerbEntry } from "./verbs.ts";

interface Media {
  readonly schema?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Verb extends VerbEntry {
  readonly noun: string;
  readonly verb: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly about: string;
  readonly input: readonly Field[];
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  readonly amounts: readonly string[];
  /** The request's body is a file, or the answer is one. */
  readonly file: "sent" | "answered" | null;
  readonly result: readonly Field[];
  /** HTTP statuses with which it refuses. */
  readonly refusals: readonly string[];
}

interface Found {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Every verb of the table, by the classic contract. Fails when an operation of either contract has no verb. */
export function readContract(classic: Contract, v2: Contract): Verb[] {
  const operations = new Map(operationsOf(classic).map((found) => [found.operation.operationId, found]));
  const used = new Set(
    Object.values(VERBS).flatMap((verbs) => Object.values(verbs).map((one) => one.operation)),
  );
  for (const { operation } of [...operationsOf(classic), ...operationsOf(v2)]) {
    const id = REPLACED[operation.operationId] ?? operation.operationId;
    if (!used.has(id)) throw new Error(`sdk/generate/verbs.ts has no verb for ${operation.operationId}`);
  }
  const envelope = fieldsOf(classic.components.schemas["Envelope"] as Schema);
  return Object.entries(VERBS).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([verb, entry]) => {
      const found = operations.get(entry.operation);
      if (found === undefined) throw new Error(`The contract has no operation ${entry.operation}`);
      return { noun, verb, ...entry, ...describe(found, envelope) };
    }),
  );
}

function operationsOf({ paths }: Contract): Found[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function describe({ method, path, operation }: Found, envelope: readonly Field[]) {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === "path" || one.in === "query");
  const body = operation.requestBody?.content;
  const json = body?.["application/json"]?.schema;
  const sentFile: Field[] =
    body === undefined || json !== undefined
      ? []
      : [
          { name: "file", about: "The file's bytes, or its text.", needed: true, shape: { kind: "bytes" } },
          {
            name: "contentType",
            about: "Of the file.",
            needed: true,
            shape: { kind: "choice", values: Object.keys(body) },
          },
        ];
  const input = [
    ...parameters.map(({ name, schema, required = false, description }) => ({
      name,
      about: description ?? schema.description ?? "",
      needed: required,
      shape: shapeOf(schema),
    })),
    ...sentFile,
    ...(json === undefined ? [] : fieldsOf(json)),
  ];
  const { result, answersFile } = readAnswers(operation, envelope);
  return {
    method,
    path,
    summary: operation.summary,
    about: operation.description ?? "",
    input,
    inPath: parameters.filter((one) => one.in === "path").map(({ name }) => name),
    inQuery: parameters.filter((one) => one.in === "query").map(({ name }) => name),
    amounts: amountsIn(input),
    file: sentFile.length > 0 ? ("sent" as const) : answersFile ? ("answered" as const) : null,
    result,
    refusals: Object.keys(operation.responses).filter((status) => Number(status) >= 400),
  };
}

/**
 * Reads the fields of the JSON answers to a successful call: those of `data`, and those of the envelope beside them. A
 * call without a JSON answer answers a file.
 */
function readAnswers({ responses }: Operation, envelope: readonly Field[]) {
  const contents = Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .map(([, { content }]) => content ?? {});
  const answers = contents.flatMap((content) => content["application/json"]?.schema ?? []);
  const result = mergeFields(
    answers.map(({ allOf = [] }) => {
      const own = allOf.flatMap((part) => (part.$ref === undefined ? fieldsOf(part) : []));
      const data = own.find(({ name }) => name === "data")?.shape;
      const inData = data?.kind === "record" ? data.fields : [];
      const beside = own.filter(({ name }) => name !== "data").map((field) => ({ ...field, needed: false }));
      const taken = new Set([...inData, ...beside].map(({ name }) => name));
      return [...envelope.filter(({ name }) => !taken.has(name)), ...beside, ...inData];
    }),
  );
  return { result, answersFile: answers.length === 0 };
}
