/** Checks that an answer agrees with a published contract: status, content type and schema. */
import { checkSchema } from "./check-schema.ts";

type Schema = Readonly<Record<string, unknown>>;

export interface DescribedAnswers {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

export interface PublishedContract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedAnswers>>>>;
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface Answered {
  readonly status: number;
  /** The header `Content-Type`. */
  readonly type: string;
  readonly text: string;
}

/** Lists the errors of an answer, each as a sentence; empty if there are none. */
export function checkAnswer(
  contract: PublishedContract,
  operation: DescribedAnswers,
  answered: Answered,
): string[] {
  const { status, type, text } = answered;
  const response = operation.responses[String(status)];
  if (response === undefined) return [`status ${status} is not published`];
  const kind = type.split(";")[0]!;
  const content = Object.entries(response.content ?? {}).find(([name]) => name.split(";")[0] === kind)?.[1];
  if (content === undefined) return [`${kind} is not published of ${status}`];
  if (kind !== "application/json" || content.schema === undefined) return [];
  return checkParts(contract, content.schema, JSON.parse(text));
}

/** Checks a schema that may refer to a component or combine several. */
function checkParts(contract: PublishedContract, schema: Schema, value: unknown): string[] {
  const { $ref, allOf, ...rest } = schema as { $ref?: string; allOf?: readonly Schema[] };
  if ($ref !== undefined) {
    const component = contract.components.schemas?.[$ref.split("/").at(-1)!];
    return component === undefined ? [`${$ref} is nowhere`] : checkParts(contract, component, value);
  }
  if (allOf !== undefined) return allOf.flatMap((part) => checkParts(contract, part, value));
  return checkSchema(rest, value);
}

/** Finds the operation of a path; a `{name}` in a path template stands for any word. */
export function findOperation(
  { paths }: PublishedContract,
  method: string,
  path: string,
): DescribedAnswers | undefined {
  const words = path.split("/");
  const fits = (template: string): boolean => {
    const parts = template.split("/");
    return (
      parts.length === words.length &&
      parts.every((part, index) => part.startsWith("{") || part === words[index])
    );
  };
  const templates = Object.keys(paths).filter((template) => fits(template));
  const found = templates.find((template) => template === path) ?? templates[0];
  return found === undefined ? undefined : paths[found]?.[method.toLowerCase()];
}
