/** Whether what was answered is what a published contract says of the operation: status, kind of content, schema. */
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

/** What is wrong with an answer, each in a sentence; empty when nothing is. */
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

/** Checks a schema that may refer to a component or be the sum of several. */
function checkParts(contract: PublishedContract, schema: Schema, value: unknown): string[] {
  const { $ref, allOf, ...rest } = schema as { $ref?: string; allOf?: readonly Schema[] };
  if ($ref !== undefined) {
    const component = contract.components.schemas?.[$ref.split("/").at(-1)!];
    return component === undefined ? [`${$ref} is nowhere`] : checkParts(contract, component, value);
  }
  if (allOf !== undefined) return allOf.flatMap((part) => checkParts(contract, part, value));
  return checkSchema(rest, value);
}

/** The operation that a path belongs to; a word of a template's path stands for any. */
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
