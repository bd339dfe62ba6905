/** Finds the fields of declared operations that would accept a card number. */
import { fieldsOf, type InputShape } from "#http";
import { type Disguised, makeDisguised } from "./card-disguises.ts";

interface Declared {
  readonly name: string;
  readonly body: InputShape | undefined;
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly maxLength?: number;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "0192f0c1-2b3c-7d4e-8f50-112233445566",
  date: "2026-11-22",
  "date-time": "2026-11-22T09:30:00Z",
};
/** No card number fits into less. */
const ROOM_MIN = 14;

/** Yields values of a schema: one for each place for free text, with the number there, disguised if it fits. */
function* plant(schema: Schema, number: Disguised): Generator<unknown> {
  if (schema.anyOf !== undefined) {
    for (const one of schema.anyOf) yield* plant(one, number);
  } else if (schema.type === "array") {
    for (const item of plant(schema.items ?? {}, number)) yield [item];
  } else if (schema.properties !== undefined) {
    const sound = soundOf(schema) as object;
    for (const [name, inner] of Object.entries(schema.properties))
      for (const value of plant(inner, number)) yield { ...sound, [name]: value };
  } else if (isFree(schema)) {
    const { maxLength = Number.POSITIVE_INFINITY } = schema;
    yield* [number.text, number.card].filter(({ length }) => length <= maxLength).slice(0, 1);
  }
}

function isFree({ type, enum: words, const: word, format, maxLength = ROOM_MIN }: Schema): boolean {
  const isOpen = words === undefined && word === undefined && format === undefined;
  return type === "string" && isOpen && maxLength >= ROOM_MIN;
}

function soundOf({ type, enum: words, const: word, format, anyOf, items, properties = {} }: Schema): unknown {
  if (word !== undefined) return word;
  if (words !== undefined) return words[0];
  if (anyOf !== undefined) return soundOf(anyOf[0]!);
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  if (type === "array") return items === undefined ? [] : [soundOf(items)];
  if (type !== "object") return FORMATS[format ?? ""] ?? "1";
  return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, soundOf(inner)]));
}

export interface Planted {
  /** `operation.field` of those that accepted one. */
  readonly taken: readonly string[];
  /** The number of texts that were read. */
  readonly tried: number;
}

/** Reads `count` disguised numbers in each place for free text of each operation's body. */
export function plantCards(operations: readonly Declared[], { count }: { count: number }): Planted {
  const taken = new Set<string>();
  let tried = 0;
  for (const { name, body = {} } of operations) {
    for (const [field, { rule }] of fieldsOf(body)) {
      for (const number of makeDisguised({ seed: `${name}.${field}`, count })) {
        for (const value of plant(rule.schema as Schema, number)) {
          tried += 1;
          if ("value" in rule.read(value, "body")) taken.add(`${name}.${field}`);
        }
      }
    }
  }
  return { taken: [...taken].toSorted(), tried };
}
