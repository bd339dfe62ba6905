/** The rules of the v2 contract's fields: a text is a text and a number a number, nothing is converted. */
import {
  asText,
  fieldsOf,
  type InputShape,
  type JsonSchema,
  type Problem,
  readingRule,
  readInput,
  type FieldRule,
  type Fields,
  TOLERANT,
  type Values,
} from "#http";

const WRONG: Problem = { problem: "wrong" };

/** Makes a rule of texts that a database can store; `judge` returns the text to use, or its problem. */
export function textRule(
  schema: JsonSchema,
  judge: (text: string) => string | Problem = (text) => text,
): FieldRule<string> {
  return readingRule({ type: "string", ...schema }, (value) => {
    if (typeof value !== "string") return { ...WRONG, given: "no text" };
    const text = asText(value);
    if (text === null) return { ...WRONG, given: "" };
    const judged = judge(text);
    return typeof judged === "string" ? { value: judged } : judged;
  });
}

/** Makes a rule that accepts a text if the test says that it is right. */
export const rightText = (schema: JsonSchema, isRight: (text: string) => boolean): FieldRule<string> =>
  textRule(schema, (text) => (isRight(text) ? text : WRONG));

/** Accepts an object whose fields are read later; they are published as they are declared. */
export function objectRule(shape: InputShape, description?: string): FieldRule<Fields> {
  return readingRule(publish(shape, description), (value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? { value: value as Fields } : WRONG,
  );
}

/** Returns the published schema of an object with these fields. */
export function publish(shape: InputShape, description?: string): JsonSchema {
  const fields = [...fieldsOf(shape)].filter(([, { published }]) => published !== "not");
  const required = fields.filter(([, field]) => field.required || field.published === "required");
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    properties: Object.fromEntries(
      fields.map(([name, { rule, fallback }]) => {
        const schema = rule.schema as JsonSchema;
        const isShown = typeof fallback === "string" && fallback !== "";
        return [name, isShown ? { default: fallback, ...schema } : schema];
      }),
    ),
    ...(required.length === 0 ? {} : { required: required.map(([name]) => name) }),
  };
}

/** Reads the fields of an object: their values, or their first fault as a problem of the whole. */
export function readFields<S extends InputShape>(
  shape: S,
  fields: Fields,
  who?: unknown,
): { readonly values: Values<S> } | Problem {
  const read = readInput(shape, fields, { ...TOLERANT, place: "body", who });
  if ("values" in read) return read;
  const { problem, refusal, message, given, place } = read.faults[0]!;
  // A refusal of a missing field has its own words.
  return { problem: refusal!, says: problem === "missing" ? "" : message, given, place };
}
