/** The parts of an OpenAPI document that have to do with the names of schemas. */

export type Part = Readonly<Record<string, unknown>>;

/** One media type of a body or an answer. */
export interface Content {
  readonly schema?: Part;
}

interface NamedOperation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, NamedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Part>> };
}

/** A place of a schema: with the content that has it, and the name that it gets. */
type ChangeSchema = (schema: Part, name: string) => Part;

const REFERENCE = "#/components/schemas/";

export const refTo = (name: string): Part => ({ $ref: REFERENCE + name });

/** Returns the name that a reference leads to; undefined if the part is no reference to a schema. */
export const nameIn = ({ $ref }: Part): string | undefined =>
  typeof $ref === "string" && $ref.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : undefined;

/** Writes an identifier as the name of a type: `requestTransfer_v1_2` is `RequestTransferV12`. */
export const asTypeName = (identifier: string): string =>
  identifier
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");

/** Changes the schema of an operation's body and of each answer; they are named after the operation. */
export function changeSchemas(operation: NamedOperation, change: ChangeSchema): NamedOperation {
  const { operationId, requestBody, responses } = operation;
  const name = asTypeName(operationId);
  const inContent = <C extends { readonly content?: Readonly<Record<string, Content>> }>(
    holder: C,
    name: string,
  ): C => {
    const json = holder.content?.["application/json"];
    if (json?.schema === undefined) return holder;
    const changed = { ...json, schema: change(json.schema, name) };
    return { ...holder, content: { ...holder.content, "application/json": changed } };
  };
  const [success] = Object.keys(responses).filter((status) => status.startsWith("2"));
  return {
    ...operation,
    ...(requestBody === undefined ? {} : { requestBody: inContent(requestBody, `${name}Body`) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [
        status,
        inContent(answer, `${name}Answer${status === success ? "" : status}`),
      ]),
    ),
  };
}

/** Returns the document with a function applied to each of its operations. */
export function mapOperations<D extends ApiDocument>(
  document: D,
  change: (operation: NamedOperation) => NamedOperation,
): D {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Returns a function that tells names that were made from places from all others. */
export function tellPlaceNames({ paths }: ApiDocument): (name: string) => boolean {
  const beginnings = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId }) => {
      const name = asTypeName(operationId);
      return [`${name}Body`, `${name}Answer`];
    }),
  );
  return (name) => beginnings.some((beginning) => name.startsWith(beginning));
}
