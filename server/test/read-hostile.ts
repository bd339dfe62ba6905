/** Counts, instead of timing, how much of a hostile text reaches the rules of declared operations. */
import { type Field, fieldsOf, type InputShape, readInput, type FieldRule } from "#http";
import { countCharacters, hostileTexts, putInto, textPlaces, type Schema } from "./hostile-texts.ts";

interface Declared {
  readonly name: string;
  readonly pathFields: InputShape;
  readonly query: InputShape;
  readonly body: InputShape | undefined;
}

export interface Given {
  /** The number of fields that can hold text. */
  readonly fields: number;
  /** `operation.field` with the kind of text, for each field whose rule received too much. */
  readonly tooMuch: readonly string[];
}

/** Puts a text of `bytes` of each kind into each field of each operation. */
export function readHostile(operations: readonly Declared[], { bytes }: { bytes: number }): Given {
  const texts = hostileTexts(bytes);
  const tooMuch: string[] = [];
  let fields = 0;
  for (const { name, pathFields, query, body = {} } of operations) {
    for (const [field, given] of fieldsOf({ ...pathFields, ...query, ...body })) {
      const { schema } = given.rule;
      // Numbers and lists are also tried with a text.
      for (const way of [[], ...textPlaces(schema as Schema)]) {
        fields += 1;
        for (const { kind, text } of texts)
          if (charactersGiven(given, putInto(undefined, way, text)) > CHARACTERS_MAX)
            tooMuch.push(`${name}.${[field, ...way].join(".")}: ${kind}`);
      }
    }
  }
  return { fields, tooMuch };
}

/** More than the longest field has. */
const CHARACTERS_MAX = 100_000;

function charactersGiven(given: Field<unknown>, value: unknown): number {
  let characters = 0;
  const rule: FieldRule<unknown> = {
    ...given.rule,
    read: (seen) => {
      characters += countCharacters(seen);
      return { problem: "counted" };
    },
  };
  readInput({ field: rule }, { field: value }, { place: "body" });
  return characters;
}
