/** A rule says what a field may contain: it reads it, publishes it and explains what is wrong with it. */
import type { TSchema } from "typebox";

/** The place of a value: JSON has types of its own, paths and queries are text only. */
export type InputPlace = "body" | "text";

/** The value as the handler gets it, or the name of the problem with it. */
export type Reading<T> = { readonly value: T } | Problem;

/** A problem of a value by its name. */
export interface Problem {
  readonly problem: string;
  /** The sentence about it, where the rule's own does not fit. */
  readonly says?: string;
  /** For a fault within a value: where it is, such as `[3].`, the value there, and the code of its refusal. */
  readonly place?: string;
  readonly given?: unknown;
}

export interface FieldRule<T> {
  /** The published schema: JSON Schema 2020-12. */
  readonly schema: TSchema;
  /** A sentence that says what the field must be, for the person who got it wrong. */
  readonly says: string;
  /** The longest text or list that `read` is given. Longer ones are refused before anything reads them. */
  readonly lengthMax: number;
  /** True if null is a value of its own; otherwise a surface may treat it as an absent field. */
  readonly takesNull?: boolean;
  readonly read: (value: unknown, place: InputPlace) => Reading<T>;
}

/** A rule in an operation's input, with the value for an absent field. A bare rule is a required field. */
export interface Field<T> {
  readonly rule: FieldRule<unknown>;
  readonly required: boolean;
  readonly fallback: T | undefined;
  readonly refusals: FieldRefusals;
  /** Set if the document differs from the code: the field is left out ("not"), or shown as "required". */
  readonly published?: "not" | "required";
}

/** One value that consists of several fields. It is read after them, and its faults are reported at their place. */
export interface Group<T> {
  readonly fields: InputShape;
  /** Returns the value, or the code of the operation's refusal as the problem. */
  readonly combine: (values: never, who: never) => Reading<T>;
}

export type InputEntry<T> = FieldRule<T> | Field<T> | Group<T>;

/** Codes of the operation's refusals by problem: `missing`, `too_long`, `wrong` or a rule's own problem. */
export type FieldRefusals = Readonly<Record<string, string>>;

export type InputShape = Readonly<Record<string, InputEntry<unknown>>>;

/** The types of the values that a shape gives. */
export type Values<S extends InputShape> = {
  readonly [Name in keyof S]: ValueOf<S[Name]>;
};

/** The type of the value that an entry of a shape gives. */
export type ValueOf<E> =
  E extends Field<infer T> ? T : E extends FieldRule<infer T> ? T : E extends Group<infer T> ? T : never;

/** Makes a field that may be absent and is then undefined. */
export function optional<T>(rule: FieldRule<T>): Field<T | undefined> {
  return { rule, required: false, fallback: undefined, refusals: {} };
}

/** Makes a field that may be absent and is then `fallback`. */
export function withDefault<T>(rule: FieldRule<T>, fallback: T): Field<T> {
  return { rule, required: false, fallback, refusals: {} };
}

/** Returns the same field with the operation's own refusals: their codes by problem. */
export function refusing<T>(given: FieldRule<T> | Field<T>, refusals: FieldRefusals): Field<T> {
  return { ...(toField(given) as Field<T>), refusals };
}

/** Makes a field that is read without being published, since it is only refused. */
export function hidden<T>(given: Field<T>): Field<T> {
  return { ...given, published: "not" };
}

/** Makes a field that callers must send. Where it is missing, what reads `fallback` refuses it by its own rule. */
export function missingAs<T>(rule: FieldRule<T>, fallback: T): Field<T> {
  return { ...withDefault(rule, fallback), published: "required" };
}

/** Makes one value of several fields. A problem that `combine` returns is the code of a refusal. */
export function together<S extends InputShape, T, Who = unknown>(
  fields: S,
  combine: (values: Values<S>, who: Who) => Reading<T>,
): Group<T> {
  return { fields, combine };
}

export const isGroup = (entry: InputEntry<unknown>): entry is Group<unknown> => "combine" in entry;

const fieldsKnown = new WeakMap<InputShape, ReadonlyMap<string, Field<unknown>>>();

/** Returns the fields of a shape and of its groups by their names. */
export function fieldsOf(shape: InputShape): ReadonlyMap<string, Field<unknown>> {
  const known = fieldsKnown.get(shape);
  if (known !== undefined) return known;
  const fields = new Map<string, Field<unknown>>();
  for (const [name, entry] of Object.entries(shape)) {
    const found = isGroup(entry) ? fieldsOf(entry.fields) : new Map([[name, toField(entry)]]);
    // A group may read a field that another entry publishes.
    for (const [own, field] of found)
      if (!fields.has(own) || fields.get(own)!.published === "not") fields.set(own, field);
  }
  fieldsKnown.set(shape, fields);
  return fields;
}

export function toField(given: FieldRule<unknown> | Field<unknown>): Field<unknown> {
  return "rule" in given ? given : { rule: given, required: true, fallback: undefined, refusals: {} };
}
