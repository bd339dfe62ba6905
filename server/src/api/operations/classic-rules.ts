/** Rules for `#http` that read fields with the tolerances of the classic contract. */
import Type from "typebox";
import { type InputManner, type InputShape, readInput, type Rule, toField, type Values } from "#http";
import { parseRupees } from "#lib/money";
import { containsCardNumber, isCardNumberAsId, isRemarks } from "#rails";
import type { Answer, Answers, Reply } from "./answers.ts";
import type { Call, CallerOperation, FieldShapes, JsonSchema } from "./operation.ts";
import { amountSchema } from "./order-fields.ts";

/**
 * Null, an empty text and `undefined` as text, which some clients send, are absent; unknown fields are
 * ignored.
 */
const MANNER: InputManner = {
  place: "body",
  isAbsent: (value) => value === undefined || value === null || value === "" || value === "undefined",
  lenient: true,
};

/** Text that matches a pattern and is not a card number. */
export function patternText({ pattern, max }: { pattern: RegExp; max: number }): Rule<string> {
  return {
    schema: Type.String({ minLength: 1, maxLength: max, pattern: pattern.source }),
    says: "",
    lengthMax: max,
    read: (value) =>
      typeof value === "string" && pattern.test(value) && !isCardNumberAsId(value)
        ? { value }
        : { problem: "wrong" },
  };
}

/** Allows more decimals than an amount has, so that they are refused as such. */
const AMOUNT_READ_MAX = 40;

/** Rupees as text or as a number, at least `min` paise; the handler gets paise. */
export function amountRule({ min }: { min: bigint }): Rule<bigint> {
  return {
    schema: Type.Unsafe(amountSchema),
    says: "",
    lengthMax: AMOUNT_READ_MAX,
    read: (value) => {
      const paise = parseRupees(value);
      if (typeof paise === "string") return { problem: paise };
      return paise < min ? { problem: "too_small" } : { value: paise };
    },
  };
}

const REMARKS_LENGTH_MAX = 70;

/** Letters, digits and whitespace, and not a card number. */
export function remarksRule(): Rule<string> {
  return {
    schema: Type.String({ maxLength: REMARKS_LENGTH_MAX, pattern: "^[A-Za-z0-9\\s]*$" }),
    says: "",
    lengthMax: REMARKS_LENGTH_MAX,
    read: (value) =>
      typeof value === "string" && isRemarks(value) && !containsCardNumber(value)
        ? { value }
        : { problem: "wrong" },
  };
}

type Declared<S extends InputShape> = Omit<CallerOperation, "body" | "handle" | "answers"> & {
  readonly input: S;
  /** Faults that the contract reports before others, as `field:problem`. */
  readonly order: readonly string[];
  readonly literals: Answers;
  readonly handle: (call: Call & { readonly input: Values<S> }) => Promise<Reply>;
};

/** Makes an operation from declared fields. It reports the first fault in the contract's order. */
export function declareClassic<S extends InputShape>({
  input,
  order,
  literals,
  handle,
  ...operation
}: Declared<S>): CallerOperation {
  return {
    ...operation,
    body: publish(input),
    answers: () => literals,
    handle: async (call) => {
      const read = readInput(input, call.body, { ...MANNER, order });
      if ("values" in read) return handle({ ...call, input: read.values });
      return { answer: literals[read.faults[0]!.refusal!] as Answer };
    },
  };
}

function publish(input: InputShape): FieldShapes {
  const fields = Object.entries(input).map(([name, given]) => {
    const { rule, required } = toField(given);
    return [name, { schema: rule.schema as JsonSchema, ...(required ? { required } : {}) }] as const;
  });
  return Object.fromEntries(fields);
}
