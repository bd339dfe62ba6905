/** Moves the schemas of bodies and answers to the components, where they have names. */
import {
  type ApiDocument,
  asTypeName,
  changeSchemas,
  mapOperations,
  nameIn,
  type Part,
  refTo,
  tellPlaceNames,
} from "./document.ts";

/**
 * Returns the document with a name for the schema of each body and answer and for each object inside it. Throws if a
 * component of the document already has a name that looks as if it was made from a place.
 */
export function nameSchemas<D extends ApiDocument>(document: D): D {
  const isPlaceName = tellPlaceNames(document);
  const taken = Object.keys(document.components.schemas).find(isPlaceName);
  if (taken !== undefined) throw new Error(`${taken} could also be the name of a body or an answer`);
  const names = new Names();
  const named = mapOperations(document, (operation) =>
    changeSchemas(operation, (schema, name) => nameWhole(schema, name, names)),
  );
  const schemas = { ...document.components.schemas, ...names.schemas() };
  return { ...named, components: { ...document.components, schemas } };
}

/** The names that are given, and their schemas. */
class Names {
  readonly #schemas = new Map<string, Part>();
  readonly #nameOf = new Map<string, string>();

  /** Returns a reference to the schema; an equal one that already has a name is used again. */
  give(schema: Part, name: string, fill: (name: string) => Part): Part {
    const text = JSON.stringify(schema);
    const known = this.#nameOf.get(text);
    if (known !== undefined) return refTo(known);
    const free = this.#free(name);
    this.#nameOf.set(text, free);
    // The name is taken before its inside is named, so that a component comes before its parts.
    this.#schemas.set(free, {});
    this.#schemas.set(free, fill(free));
    return refTo(free);
  }

  #free(name: string): string {
    for (let number = 1; ; number += 1) {
      const tried = number === 1 ? name : `${name}${number}`;
      if (!this.#schemas.has(tried)) return tried;
    }
  }

  schemas(): Readonly<Record<string, Part>> {
    return Object.fromEntries(this.#schemas);
  }
}

/** Names a body or an answer. One that only refers to a component keeps that name. */
const nameWhole = (schema: Part, name: string, names: Names): Part =>
  nameIn(schema) === undefined ? names.give(schema, name, (free) => nameInside(schema, free, names)) : schema;

const isObject = (value: unknown): value is Part =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names a part of a schema if it is an object with fields, or what is inside it. */
function namePart(part: unknown, name: string, names: Names): unknown {
  if (!isObject(part) || "$ref" in part) return part;
  return part["properties"] === undefined
    ? nameInside(part, name, names)
    : names.give(part, name, (free) => nameInside(part, free, names));
}

/** Names the objects inside a schema. Only words that hold schemas are followed: an example may look like one. */
function nameInside(schema: Part, name: string, names: Names): Part {
  const entries = Object.entries(schema).map(([word, value]) => {
    if (word === "properties" && isObject(value)) {
      const fields = Object.entries(value).map(([field, one]) => [
        field,
        namePart(one, name + asTypeName(field), names),
      ]);
      return [word, Object.fromEntries(fields)] as const;
    }
    if (word === "items") return [word, namePart(value, `${name}Item`, names)] as const;
    if (word === "additionalProperties") return [word, namePart(value, `${name}Value`, names)] as const;
    if ((word === "anyOf" || word === "oneOf") && Array.isArray(value))
      return [word, value.map((one) => namePart(one, name, names))] as const;
    // The parts of one object are not objects of their own.
    if (word === "allOf" && Array.isArray(value))
      return [word, value.map((one) => (isObject(one) ? nameInside(one, name, names) : one))] as const;
    return [word, value] as const;
  });
  return Object.fromEntries(entries);
}
