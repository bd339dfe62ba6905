/** What of a hostile text the rules of declared operations are given to read: counted, not timed. */
import { type Field, fieldsOf, type InputShape, readInput, type Rule } from "#http";
import { countCharacters, hostileTexts, putInto, textPlaces, type Schema } from "./hostile-texts.ts";

interface Declared {
  readonly name: string;
  readonly pathFields: InputShape;
  readonly query: InputShape;
  readonly body: InputShape | undefined;
}

export interface Given {
  /** Fields that text can stand in. */
  readonly fields: number;
  /** `operation.field` with the kind of text of those that were given too much. */
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
      // Numbers and lists are tried with a text too.
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
  const rule: Rule<unknown> = {
    ...given.rule,
    read: (seen) => {
      characters += countCharacters(seen);
      return { problem: "counted" };
    },
  };
  readInput({ field: rule }, { field: value }, { place: "body" });
  return characters;
}
