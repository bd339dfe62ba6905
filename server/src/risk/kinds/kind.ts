/** What a kind of rule is: its parameters, what it looks at, when it speaks, and the same said in SQL for the past. */
import type { Field, Value } from "./fields.ts";

/** The counts behind a verdict. Amounts in paise, times as ISO text. */
export type Counted = Readonly<Record<string, number | string | boolean | null>>;

export type Parameters = Readonly<Record<string, Value>>;

/** An order as rules see it. */
export interface OrderSeen {
  readonly amountPaise: bigint;
  /** The subjects counted: the merchant, or the order's fund source, rail or beneficiaries with its destination. */
  readonly subjects: readonly string[];
  /** The destination of the payment: equal for the same account, UPI ID, phone or card. */
  readonly destination: string;
  readonly payeeAddedAt: Date;
  /** When it was ordered, by the merchant's clock: before `now` if it has waited for approvers. */
  readonly orderedAt: Date;
  /** True if the rule rejects what it speaks of; false if it asks for a review or trusts. */
  readonly blocks: boolean;
  /** The merchant's clock. */
  readonly now: Date;
}

/**
 * What came before an order, the orders of its own set included. An order that only waits for approvers counts for
 * nothing, so that no one can use up what others may pay, or make an amount usual, with orders that are never paid.
 */
export interface Counts {
  /** Released for subjects on this day in India, in paise. */
  paiseToday(subjects: readonly string[]): bigint;
  /** Transfers released for subjects in this minute and so many before it. */
  takenWithin(subjects: readonly string[], minutes: number): number;
  /**
   * When this amount was last ordered for a destination and not known to be unpaid; null: not within reach. What
   * waits for approvers is only a reason for a review: a rule that blocks does not see it.
   */
  lastSame(destination: string, amountPaise: bigint, blocks: boolean): Date | null;
  /** True if the destination has been paid before. */
  wasPaid(destination: string): boolean;
  /** The newest amounts released for a destination that are not known to be unpaid, in paise. */
  newestAmounts(destination: string): readonly bigint[];
}

/** The counts that a kind needs. They are kept only while a rule that needs them is active. */
export type Need = "day" | "minutes" | "same" | "paid" | "newest";

export interface Kind<P extends Parameters = Parameters, Seen = unknown> {
  readonly fields: { readonly [Name in keyof P]: Field<P[Name]> };
  readonly need: Need | null;
  /** The time over which the kind counts, in milliseconds. */
  lookBackMs(parameters: P): number;
  /** True if a rule with the first parameters applies to every order that one with the second applies to. */
  includes(these: P, those: P): boolean;
  /** What it looks at. */
  see(parameters: P, order: OrderSeen, counts: Counts): Seen;
  /** Returns the counts behind an objection, or null if there is none. Pure. */
  judge(parameters: P, seen: Seen): Counted | null;
  /**
   * Whether it would have spoken of a past transfer: an expression over the columns that `dryRunRule` gives it,
   * `terms` with the parameters among them.
   */
  readonly stops: string;
}

/** Lets the types of a kind's parameters follow from its fields. */
export function defineKind<P extends Parameters, Seen>(kind: Kind<P, Seen>): Kind<P, Seen> {
  return kind;
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** How far back rules that know a payee by its history look when they begin. */
export const HISTORY_MS = 400 * DAY_MS;
