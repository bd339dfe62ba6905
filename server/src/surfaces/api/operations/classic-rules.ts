/** The rules of the classic contract's fields, with its tolerances. */
import {
  asText,
  type Field,
  type InputManner,
  type JsonSchema,
  readingRule,
  refusing,
  type FieldRule,
  TOLERANT,
} from "#http";
import { parseRupees } from "#lib/money";
import { moment, referenceIdSchema, uuid } from "./answers.ts";
import { containsCardNumber, isCardNumberAsId, isRemarks } from "#rails";

/** The contract does not distinguish the places of fields: a number in a path is read as one in a body. */
export const MANNER: InputManner = { place: "body", ...TOLERANT };

const WRONG = { problem: "wrong" } as const;

/** Makes a rule of a published schema; `read` returns null if the value is wrong. */
export function ruleOf<T>(schema: JsonSchema, read: (value: unknown) => T | null): FieldRule<T> {
  return readingRule(schema, (value) => {
    const found = read(value);
    return found === null ? WRONG : { value: found };
  });
}

/** Refuses a field as soon as it has a value. */
export const nothing: FieldRule<undefined> = ruleOf<undefined>({ type: "string", maxLength: 0 }, () => null);

/** Makes a required field with one refusal, whether it is missing or wrong. */
export const required = <T>(rule: FieldRule<T>, code: string): Field<T> =>
  refusing(rule, { missing: code, wrong: code });

interface TextShape {
  readonly min?: number;
  readonly max: number;
  readonly pattern?: string;
  readonly description?: string;
}

const schemaOfText = ({ min, max, pattern, description }: TextShape): JsonSchema => ({
  type: "string",
  ...(min === undefined ? {} : { minLength: min }),
  maxLength: max,
  ...(pattern === undefined ? {} : { pattern }),
  ...(description === undefined ? {} : { description }),
});

/** Publishes the rule for a text, but accepts any text: the value is checked where it is used. */
export const anyTextAs = (schema: JsonSchema): FieldRule<string> => ruleOf(schema, asText);

export const anyText = (shape: TextShape): FieldRule<string> => anyTextAs(schemaOfText(shape));

/** Replaces a wrong value by `instead`, which its reader then refuses. */
export function orElse<T, E extends string | null>(rule: FieldRule<T>, instead: E): FieldRule<T | E> {
  return {
    ...rule,
    read: (value, place) => {
      const reading = rule.read(value, place);
      return "value" in reading ? reading : { value: instead };
    },
  };
}

/** Gives null where the value is wrong. */
export const orNull = <T>(rule: FieldRule<T>): FieldRule<T | null> => orElse(rule, null);

/** A text to look up. A value that is not a text becomes an empty text, which matches nothing. */
export const searchedText = (shape: TextShape): FieldRule<string> => orElse(anyText(shape), "");

/** An ID that the merchant has chosen. It must match the pattern and must not be a card number. */
export function idText(shape: TextShape & { readonly pattern: string }): FieldRule<string> {
  const pattern = new RegExp(shape.pattern, "u");
  return ruleOf(schemaOfText(shape), (value) => {
    const text = asText(value);
    const fits = text !== null && text.length <= shape.max && pattern.test(text);
    return fits && !isCardNumberAsId(text) ? text : null;
  });
}

export const REMARKS_MAX = 70;

const remarksShape = { max: REMARKS_MAX, pattern: "^[A-Za-z0-9\\s]*$" };

/** Remarks that are judged where they are used. */
export const anyRemarks = (shape: Partial<TextShape> = {}): FieldRule<string> =>
  anyText({ ...remarksShape, ...shape });

/** Letters, digits and whitespace, and no card number. */
export function remarksRule(description?: string): FieldRule<string> {
  const shape = description === undefined ? remarksShape : { ...remarksShape, description };
  return ruleOf(schemaOfText(shape), (value) => {
    const text = asText(value);
    return text !== null && isRemarks(text) && !containsCardNumber(text) ? text : null;
  });
}

/** The limit for an amount as text: thirteen digits, a point and two more digits. */
const AMOUNT_LENGTH_MAX = 16;

/** An amount in rupees that is given as text, as it is published. */
export const AMOUNT_TEXT_SCHEMA: JsonSchema = {
  type: "string",
  maxLength: AMOUNT_LENGTH_MAX,
  pattern: "^[0-9]{1,13}(\\.[0-9]{1,2})?$",
};

/** An amount in rupees as it is published; `minimum` is in rupees. */
export const amountSchemaOf = (minimum: number, description: string): JsonSchema => ({
  description,
  anyOf: [AMOUNT_TEXT_SCHEMA, { type: "number", minimum }],
});

const ONE_RUPEE = 100n;

/** Rupees as text or as a number, at least one rupee unless `min` (paise) says otherwise; gives paise. */
export function amountRule({ min = ONE_RUPEE, schema = AMOUNT_SCHEMA } = {}): FieldRule<bigint> {
  return readingRule(schema, (value) => {
    const paise = parseRupees(value);
    if (typeof paise === "string") return { problem: paise };
    return paise < min ? { problem: "too_small" } : { value: paise };
  });
}

export const AMOUNT_SCHEMA = amountSchemaOf(
  1,
  "Rupees, at least 1.00, at most two decimals; a string or a number.",
);

function readFlag(value: unknown): boolean | null {
  if (value === 0 || value === "0") return false;
  return value === 1 || value === "1" ? true : null;
}

const FLAG: JsonSchema = {
  anyOf: [
    { type: "integer", enum: [0, 1] },
    { type: "string", enum: ["0", "1"] },
  ],
};

/** A flag, 0 or 1 as a number or as text. */
export const flagRule = (description: string, schema = FLAG): FieldRule<boolean> =>
  ruleOf({ description, ...schema }, readFlag);

/** A flag that may also be true or false. */
export const switchRule = (schema: JsonSchema = {}): FieldRule<boolean> =>
  ruleOf({ anyOf: [{ type: "integer", enum: [0, 1] }, { type: "boolean" }], ...schema }, (value) =>
    typeof value === "boolean" ? value : readFlag(value),
  );

/** One of a few words, to the letter. */
export function wordRule<const W extends string>(
  words: readonly W[],
  { description, published = words }: { description?: string; published?: readonly string[] } = {},
): FieldRule<W> {
  const schema = { type: "string", enum: published, ...(description === undefined ? {} : { description }) };
  return ruleOf(schema, (value) => words.find((word) => word === value) ?? null);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar day `YYYY-MM-DD` that exists. */
export function dayRule(description?: string): FieldRule<string> {
  const schema = {
    type: "string",
    format: "date",
    maxLength: 10,
    ...(description === undefined ? {} : { description }),
  };
  return ruleOf(schema, (value) => {
    if (typeof value !== "string" || !DAY.test(value)) return null;
    const at = new Date(`${value}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? value : null;
  });
}

const MOMENT = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;

/** A moment `YYYY-MM-DD HH:mm:ss` in India that exists. */
export function momentRule(description: string): FieldRule<Date> {
  return ruleOf({ ...moment, maxLength: 19, description }, (value) => {
    const [, day, time] = MOMENT.exec(asText(value) ?? "") ?? [];
    if (day === undefined || time === undefined) return null;
    const shown = new Date(`${day}T${time}Z`);
    const exists = !Number.isNaN(shown.getTime()) && shown.toISOString().startsWith(`${day}T${time}`);
    return exists ? new Date(`${day}T${time}+05:30`) : null;
  });
}

/** Returns the number that a text of one to nine digits stands for; otherwise null. */
export const readDigits = (value: unknown): number | null =>
  typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : null;

interface DigitsShape {
  readonly min: number;
  /** Absent means nine digits. */
  readonly max?: number;
  readonly description?: string;
}

/** A whole number in digits, in a query. */
export function digitsRule({ min, max, description }: DigitsShape): FieldRule<number> {
  const schema = {
    type: "integer",
    minimum: min,
    ...(max === undefined ? {} : { maximum: max }),
    ...(description === undefined ? {} : { description }),
  };
  return ruleOf(schema, (value) => {
    const number = readDigits(value);
    return number !== null && number >= min && (max === undefined || number <= max) ? number : null;
  });
}

const REFERENCE_ID_MAX = 2n ** 63n - 1n;

/** A number of ours, as it is published in requests. */
export const numberSchema: JsonSchema = { ...referenceIdSchema, maxLength: 19 };

/** Our number of a transfer, or of something else with a lower maximum. */
export function referenceIdRule({ max = REFERENCE_ID_MAX, schema = numberSchema } = {}): FieldRule<bigint> {
  return ruleOf(schema, (value) => {
    const number = typeof value === "string" && /^\d{1,19}$/.test(value) ? BigInt(value) : null;
    return number !== null && number <= max ? number : null;
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One of our own ids. */
export function uuidRule(description?: string): FieldRule<string> {
  const schema = { ...uuid, maxLength: 36, ...(description === undefined ? {} : { description }) };
  return ruleOf(schema, (value) =>
    typeof value === "string" && UUID.test(value) ? value.toLowerCase() : null,
  );
}
