/** The fields of rules' parameters, which check values and read them from JSON. */
import { PAISE_MAX } from "#lib/money";

/** One parameter. `read` returns undefined for a value that is not allowed. */
export interface ParameterField<T extends Value> {
  /** The allowed values in words, such as "a whole number from 1 to 60". */
  readonly says: string;
  read(given: unknown): T | undefined;
}

export type Value = bigint | number | string;

/** An amount in paise: a whole number, or its digits as text. */
export const paise: ParameterField<bigint> = {
  says: `a whole number of paise from 0 to ${PAISE_MAX}`,
  read(given) {
    const isWhole = typeof given === "bigint" || Number.isSafeInteger(given);
    const isDigits = typeof given === "string" && /^\d{1,15}$/.test(given);
    if (!isWhole && !isDigits) return undefined;
    const amount = BigInt(given as bigint | number | string);
    return amount >= 0n && amount <= PAISE_MAX ? amount : undefined;
  },
};

/** A whole number from `min` to `max`, both included. */
export function wholeNumber(min: number, max: number): ParameterField<number> {
  return {
    says: `a whole number from ${min} to ${max}`,
    read: (given) =>
      typeof given === "number" && Number.isInteger(given) && given >= min && given <= max
        ? given
        : undefined,
  };
}

export function oneOf<const Word extends string>(...words: readonly Word[]): ParameterField<Word> {
  return { says: words.join(" or "), read: (given) => words.find((word) => word === given) };
}
