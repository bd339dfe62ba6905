/** What a field may hold: one rule reads it, publishes it and says what is wrong with it. */
import type { TSchema } from "typebox";

/** Where a value stands: JSON has types of its own, paths and queries are text only. */
export type Place = "body" | "text";

/** The value as the handler gets it, or the name of what is wrong with it. */
export type Reading<T> = { readonly value: T } | { readonly problem: string; readonly says?: string };

export interface Rule<T> {
  /** As published: JSON Schema 2020-12. */
  readonly schema: TSchema;
  /** What the field must be, as a sentence for the person who got it wrong. */
  readonly says: string;
  /** The longest text or list that `read` is given. Longer ones are refused before anything else reads them. */
  readonly lengthMax: number;
  /** Whether null is a value of its own; without it a surface may take it for an absent field. */
  readonly takesNull?: boolean;
  readonly read: (value: unknown, place: Place) => Reading<T>;
}

/** A rule in an operation's input, with what holds when the field is absent. A bare rule is a required field. */
export interface Field<T> {
  readonly rule: Rule<unknown>;
  readonly required: boolean;
  readonly fallback: T | undefined;
  readonly refusals: FieldRefusals;
}

/** Codes of the operation's own refusals by what is wrong: `missing`, `too_long`, `wrong` or a rule's own problem. */
export type FieldRefusals = Readonly<Record<string, string>>;

export type InputShape = Readonly<Record<string, Rule<unknown> | Field<unknown>>>;

/** The values that a shape gives. */
export type Values<S extends InputShape> = {
  readonly [Name in keyof S]: S[Name] extends Field<infer T> ? T : S[Name] extends Rule<infer T> ? T : never;
};

/** A field that may be absent; it is undefined then. */
export function optional<T>(rule: Rule<T>): Field<T | undefined> {
  return { rule, required: false, fallback: undefined, refusals: {} };
}

/** A field that may be absent, and is `fallback` then. */
export function withDefault<T>(rule: Rule<T>, fallback: T): Field<T> {
  return { rule, required: false, fallback, refusals: {} };
}

/** The same field, refused in the operation's own words: codes of its refusals by what is wrong. */
export function refusing<T>(given: Rule<T> | Field<T>, refusals: FieldRefusals): Field<T> {
  return { ...(toField(given) as Field<T>), refusals };
}

export function toField(given: Rule<unknown> | Field<unknown>): Field<unknown> {
  return "rule" in given ? given : { rule: given, required: true, fallback: undefined, refusals: {} };
}
