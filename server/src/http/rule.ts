/** A rule says what a field may contain: it reads it, publishes it and explains what is wrong with it. */
import type { TSchema } from "typebox";

/** The place of a value: JSON has types of its own, paths and queries are text only. */
export type Place = "body" | "text";

/** The value as the handler gets it, or the name of the problem with it. */
export type Reading<T> = { readonly value: T } | { readonly problem: string; readonly says?: string };

export interface Rule<T> {
  /** The published schema: JSON Schema 2020-12. */
  readonly schema: TSchema;
  /** A sentence that says what the field must be, for the person who got it wrong. */
  readonly says: string;
  /** The longest text or list that `read` is given. Longer ones are refused before anything reads them. */
  readonly lengthMax: number;
  /** True if null is a value of its own; otherwise a surface may treat it as an absent field. */
  readonly takesNull?: boolean;
  readonly read: (value: unknown, place: Place) => Reading<T>;
}

/** A rule in an operation's input, with the value for an absent field. A bare rule is a required field. */
export interface Field<T> {
  readonly rule: Rule<unknown>;
  readonly required: boolean;
  readonly fallback: T | undefined;
  readonly refusals: FieldRefusals;
}

/** Codes of the operation's refusals by problem: `missing`, `too_long`, `wrong` or a rule's own problem. */
export type FieldRefusals = Readonly<Record<string, string>>;

export type InputShape = Readonly<Record<string, Rule<unknown> | Field<unknown>>>;

/** The types of the values that a shape gives. */
export type Values<S extends InputShape> = {
  readonly [Name in keyof S]: S[Name] extends Field<infer T> ? T : S[Name] extends Rule<infer T> ? T : never;
};

/** Makes a field that may be absent and is then undefined. */
export function optional<T>(rule: Rule<T>): Field<T | undefined> {
  return { rule, required: false, fallback: undefined, refusals: {} };
}

/** Makes a field that may be absent and is then `fallback`. */
export function withDefault<T>(rule: Rule<T>, fallback: T): Field<T> {
  return { rule, required: false, fallback, refusals: {} };
}

/** Returns the same field with the operation's own refusals: their codes by problem. */
export function refusing<T>(given: Rule<T> | Field<T>, refusals: FieldRefusals): Field<T> {
  return { ...(toField(given) as Field<T>), refusals };
}

export function toField(given: Rule<unknown> | Field<unknown>): Field<unknown> {
  return "rule" in given ? given : { rule: given, required: true, fallback: undefined, refusals: {} };
}
