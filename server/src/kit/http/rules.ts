/** The rules that most fields need, except those for texts. */
import Type, { type Static, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { formatRupeesIndian, parseRupees, PAISE_MAX } from "#lib/money";
import { readInput } from "./read-input.ts";
import {
  fieldsOf,
  type InputShape,
  type InputPlace,
  type Reading,
  type FieldRule,
  type Values,
} from "./rule.ts";

const WRONG = { problem: "wrong" } as const;

const WORD_MAX = 100;

/** Accepts one of a few words. */
export function oneOf<const W extends string>(words: readonly W[]): FieldRule<W> {
  return {
    schema: Type.Enum([...words]),
    says: `It is one of ${words.join(", ")}.`,
    lengthMax: WORD_MAX,
    read: (value) => {
      const found = words.find((word) => word === value);
      return found === undefined ? WRONG : { value: found };
    },
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Accepts one of our IDs. */
export function id(): FieldRule<string> {
  return {
    schema: Type.String({ format: "uuid", maxLength: 36 }),
    says: "It is not an id.",
    lengthMax: 36,
    read: (value) => (typeof value === "string" && UUID.test(value) ? { value: value.toLowerCase() } : WRONG),
  };
}

/** Accepts a whole number from `min` to `max`; in paths and queries, its digits. */
export function whole({ min, max }: { min: number; max: number }): FieldRule<number> {
  return {
    schema: Type.Integer({ minimum: min, maximum: max }),
    says: `It is a whole number from ${min} to ${max}.`,
    lengthMax: 17,
    read: (value, place) => {
      const isText = place === "text" && typeof value === "string" && /^-?\d{1,16}$/.test(value);
      const number = isText ? Number(value) : value;
      return Number.isSafeInteger(number) && (number as number) >= min && (number as number) <= max
        ? { value: number as number }
        : WRONG;
    },
  };
}

/** Accepts a boolean; in paths and queries, `true` and `false`. */
export function flag(): FieldRule<boolean> {
  return {
    schema: Type.Boolean(),
    says: "It is true or false.",
    lengthMax: 5,
    read: (value, place) => {
      if (typeof value === "boolean") return { value };
      if (place === "text" && (value === "true" || value === "false")) return { value: value === "true" };
      return WRONG;
    },
  };
}

/** Reads rupees as decimal text with at most two places into paise. The limits are in paise and inclusive. */
export function amount({
  min = 100n,
  max = PAISE_MAX,
}: { min?: bigint; max?: bigint } = {}): FieldRule<bigint> {
  const atLeast = `at least ${formatRupeesIndian(min)}`;
  return {
    schema: Type.String({
      pattern: "^[0-9]{1,13}(\\.[0-9]{1,2})?$",
      maxLength: 16,
      description: `Rupees, ${atLeast}, with at most two decimals.`,
    }),
    says: "It is an amount in rupees such as 1250.00.",
    lengthMax: 16,
    read: (value) => {
      if (typeof value !== "string") return WRONG;
      const paise = parseRupees(value);
      if (paise === "too_many_decimals") return { problem: paise, says: "It has at most two decimals." };
      if (paise === "not_an_amount") return WRONG;
      if (paise < min) return { problem: "too_small", says: `It is ${atLeast}.` };
      if (paise > max) return { problem: "too_large", says: `It is at most ${formatRupeesIndian(max)}.` };
      return { value: paise };
    },
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Accepts a calendar day that exists, as `YYYY-MM-DD`. */
export function day(): FieldRule<string> {
  return {
    schema: Type.String({ format: "date", maxLength: 10 }),
    says: "It is a day such as 2026-11-22.",
    lengthMax: 10,
    read: (value) => {
      if (typeof value !== "string" || !DAY.test(value)) return WRONG;
      const at = new Date(`${value}T00:00:00Z`);
      return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? { value } : WRONG;
    },
  };
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Reads a moment in ISO 8601 with its zone. */
export function moment(): FieldRule<Date> {
  return {
    schema: Type.String({ format: "date-time", maxLength: 35 }),
    says: "It is a moment such as 2026-11-22T09:30:00Z.",
    lengthMax: 35,
    read: (value) => {
      if (typeof value !== "string" || !MOMENT.test(value)) return WRONG;
      const at = new Date(value);
      return Number.isNaN(at.getTime()) ? WRONG : { value: at };
    },
  };
}

/** Reads a list of at most `max` items of a rule; in a query they are one text, separated by commas. */
export function listOf<T>(
  item: FieldRule<T>,
  { min = 0, max }: { min?: number; max: number },
): FieldRule<readonly T[]> {
  return {
    schema: Type.Array(item.schema, { minItems: min, maxItems: max }),
    says: `It is a list of ${min === 0 ? "at most" : `${min} to`} ${max}. ${item.says}`,
    lengthMax: max * (item.lengthMax + 1),
    read: (value, place) => {
      const items = place === "text" && typeof value === "string" ? value.split(",") : value;
      if (!Array.isArray(items) || items.length < min || items.length > max) return WRONG;
      const read: T[] = [];
      for (const one of items) {
        if (isTooLong(one, item.lengthMax)) return WRONG;
        const reading = item.read(one, place);
        if ("problem" in reading) return WRONG;
        read.push(reading.value);
      }
      return { value: read };
    },
  };
}

/** The longest list, or text in place of a shape; such a text is never one, however short it is. */
const SHAPE_LENGTH_MAX = 500;

/** Reads an object with its own fields. */
export function object<S extends InputShape>(shape: S): FieldRule<Values<S>> {
  return {
    schema: schemaOf(shape),
    says: "It is an object.",
    lengthMax: SHAPE_LENGTH_MAX,
    read: (value, place): Reading<Values<S>> => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return WRONG;
      const read = readInput(shape, value as Readonly<Record<string, unknown>>, { place });
      if ("values" in read) return { value: read.values };
      const [fault] = read.faults;
      return { problem: "wrong", says: `${fault!.field}: ${fault!.message}` };
    },
  };
}

/** Accepts the values of a schema, for shapes that no field rule covers. Every text in it needs a `maxLength`. */
export function shaped<S extends TSchema>(schema: S, { says }: { says: string }): FieldRule<Static<S>> {
  const compiled = Compile(schema);
  return {
    schema,
    says,
    lengthMax: SHAPE_LENGTH_MAX,
    read: (value) => (compiled.Check(value) ? { value: value as Static<S> } : WRONG),
  };
}

/** Returns the published schema of a shape: its fields, those that are required, and nothing else. */
export function schemaOf(shape: InputShape): TSchema {
  const properties = [...fieldsOf(shape)]
    .filter(([, { published }]) => published !== "not")
    .map(([name, { rule, required, fallback, published }]) => {
      const schema =
        fallback === undefined || typeof fallback === "bigint"
          ? rule.schema
          : { ...rule.schema, default: fallback };
      return [name, required || published === "required" ? schema : Type.Optional(schema)] as const;
    });
  return Type.Object(Object.fromEntries(properties), { additionalProperties: false });
}

/** Returns true if a text or list is longer than allowed. */
export function isTooLong(value: unknown, lengthMax: number): boolean {
  return (typeof value === "string" || Array.isArray(value)) && value.length > lengthMax;
}

export type { InputPlace };
