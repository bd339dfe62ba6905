/** Declares each field of an answer together with how it is written. */
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { maskVpas } from "#lib/mask-account";

/** JSON Schema 2020-12, as published. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One field of an answer: its schema, and how it is written from what the answer is about. */
export interface ShownField<From> {
  readonly schema: JsonSchema;
  readonly write: (from: From) => unknown;
  /** True if the field is absent when `write` returns undefined. */
  readonly mayLack: boolean;
}

/** The schema of an answer or of a part of it, and its writer. */
export interface Output<From> {
  readonly schema: JsonSchema;
  readonly write: (from: From) => Record<string, unknown>;
}

/** Makes a field that every answer has. */
export function shown<From>(schema: JsonSchema, write: (from: From) => unknown): ShownField<From> {
  return { schema, write, mayLack: false };
}

/** Makes a field that is absent where `write` returns undefined. */
export function ifAny<From>(schema: JsonSchema, write: (from: From) => unknown): ShownField<From> {
  return { schema, write, mayLack: true };
}

/** Makes the schema and the writer of an object from its fields, in their order. */
export function outputOf<From>(fields: Readonly<Record<string, ShownField<From>>>): Output<From> {
  const entries = Object.entries(fields);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
      required: entries.filter(([, { mayLack }]) => !mayLack).map(([name]) => name),
    },
    write: (from) => {
      const written: Record<string, unknown> = {};
      for (const [name, { write }] of entries) {
        const value = write(from);
        if (value !== undefined) written[name] = value;
      }
      return written;
    },
  };
}

/** Makes a field that is a list of such objects. */
export function listOfShown<From, Item>(
  { schema, write }: Output<Item>,
  items: (from: From) => readonly Item[],
  description?: string,
): ShownField<From> {
  const list = { type: "array", items: schema, ...(description === undefined ? {} : { description }) };
  return shown(list, (from) => items(from).map(write));
}

/** Makes a field that is such an object. */
export function partOf<From, Part>(
  { schema, write }: Output<Part>,
  part: (from: From) => Part,
): ShownField<From> {
  return shown(schema, (from) => write(part(from)));
}

const compiled = new WeakMap<TSchema, Validator>();

/**
 * Writes an answer as members get it: only what its schema declares, and without UPI IDs that are whole
 * account numbers. `sound` is false if it is not what the schema promises.
 */
export function writeOutput(schema: TSchema, output: unknown): { text: string; sound: boolean } {
  let validator = compiled.get(schema);
  if (validator === undefined) compiled.set(schema, (validator = Compile(schema)));
  const plain = validator.Clean(JSON.parse(JSON.stringify(output ?? null)) as unknown);
  return { text: maskVpas(JSON.stringify(plain)), sound: validator.Check(plain) };
}
