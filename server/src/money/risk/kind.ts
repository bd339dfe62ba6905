/** A kind of rule: its parameters, the counts that it needs, its objections, and the same in SQL for past transfers. */
import { PAISE_MAX } from "#lib/money";

/** The counts behind a verdict. Amounts are in paise, and times are ISO texts. */
export type Counted = Readonly<Record<string, number | string | boolean | null>>;

export type Parameters = Readonly<Record<string, Value>>;

/** An order as rules see it. */
export interface OrderSeen {
  readonly amountPaise: bigint;
  /**
   * The subjects whose counts the rule adds up. There is one, except that a rule about beneficiaries adds up all
   * beneficiaries with the order's destination, unless it trusts.
   */
  readonly subjects: readonly string[];
  /** A text that is equal for payments to the same account, UPI ID, phone number or card. */
  readonly destination: string;
  readonly payeeAddedAt: Date;
  /** The time of the order by the merchant's clock, which is before `now` if it has waited for approvers. */
  readonly orderedAt: Date;
  /** True if the rule blocks the orders that it applies to; false if it asks for a review or trusts. */
  readonly blocks: boolean;
  /** The merchant's clock. */
  readonly now: Date;
}

/**
 * The counts before an order, with the earlier orders of its own set. An order that only waits for approvers is not
 * counted. Otherwise someone could use up the limits of others, or make an amount usual, with orders that are never
 * paid.
 */
export interface Counts {
  /** Returns the amount released for subjects on this day in India, in paise. */
  paiseToday(subjects: readonly string[]): bigint;
  /** Returns the number of transfers released for subjects in this minute and the given number of minutes before it. */
  takenWithin(subjects: readonly string[], minutes: number): number;
  /**
   * Returns the time when this amount was last ordered for a destination, without orders that are known to be unpaid.
   * Null if there is no such order within the longest period of the rules. A rule that blocks does not see orders that
   * wait for approvers.
   */
  lastSame(destination: string, amountPaise: bigint, blocks: boolean): Date | null;
  /** True if the destination has been paid before. */
  wasPaid(destination: string): boolean;
  /** Returns the newest amounts released for a destination that are not known to be unpaid, in paise. */
  newestAmounts(destination: string): readonly bigint[];
}

/** The counts that a kind needs. They are kept only while a rule that needs them is active. */
export type Need = "day" | "minutes" | "same" | "paid" | "newest";

export interface Kind<P extends Parameters = Parameters, Seen = unknown> {
  readonly fields: { readonly [Name in keyof P]: ParameterField<P[Name]> };
  readonly need: Need | null;
  /** The age, in milliseconds, of the oldest transfers that are read when a rule starts or is tried; 0 if none are. */
  lookBackMs(parameters: P): number;
  /** True if a rule with the first parameters applies to every order that one with the second applies to. */
  includes(these: P, those: P): boolean;
  see(parameters: P, order: OrderSeen, counts: Counts): Seen;
  /** Returns the counts behind an objection, or null if there is none. Pure. */
  judge(parameters: P, seen: Seen): Counted | null;
  /**
   * SQL that is true if the rule would have applied to a past transfer. Its columns are those that `dryRunRule`
   * selects; `terms` has the parameters.
   */
  readonly stops: string;
}

/** Lets the types of a kind's parameters follow from its fields. */
export function defineKind<P extends Parameters, Seen>(kind: Kind<P, Seen>): Kind<P, Seen> {
  return kind;
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** When a rule that compares with earlier payments starts, it reads this much of the past. */
export const HISTORY_MS = 400 * DAY_MS;

/** One parameter. `read` returns undefined for a value that is not allowed. */
interface ParameterField<T extends Value> {
  /** The allowed values in words, such as "a whole number from 1 to 60". */
  readonly says: string;
  read(given: unknown): T | undefined;
}

type Value = bigint | number | string;

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
