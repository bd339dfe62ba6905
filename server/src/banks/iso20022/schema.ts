/**
 * What a message may look like, as a table: for each type either the rule of its text, or its elements in order. The
 * tables are subsets of ours of the published message definitions: every element in its official place, but what we
 * neither write nor read is `Any` and not looked into.
 */
import { SIMPLE_TYPES, type SimpleType } from "./simple-types.ts";

export interface Part {
  readonly name: string;
  readonly type: string;
  readonly min: number;
  readonly max: number;
  readonly at: number;
}

export type Type =
  /** Not looked into. */
  | { readonly kind: "any" }
  /** Taken as it is, with all that stands in it. */
  | { readonly kind: "tree" }
  | ({ readonly kind: "text" } & SimpleType)
  | {
      readonly kind: "sequence" | "choice";
      readonly parts: readonly Part[];
      readonly byName: ReadonlyMap<string, Part>;
    };

export interface Schema {
  /** E.g. `pain.001.001.09`. */
  readonly message: string;
  readonly namespace: string;
  readonly types: ReadonlyMap<string, Type>;
}

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:";
const PART = /^(\w+)(?:([?*+])|\{(\d+),(\d+)\})?:(\w+)$/;
const OCCURS: Readonly<Record<string, readonly [number, number]>> = {
  "?": [0, 1],
  "*": [0, Infinity],
  "+": [1, Infinity],
};

/**
 * The schema of one message. `types` names each type's elements: `A:TypeOfA B?:TypeOfB C*:TypeOfC D{0,10}:TypeOfD` in
 * this order, or `A:TypeOfA | B:TypeOfB` for one of them. The type `Document` is the root.
 */
export function defineSchema(message: string, types: Readonly<Record<string, string>>): Schema {
  const compiled = Object.entries(types).map(([name, model]) => [name, compile(name, model)] as const);
  const schema = { message, namespace: NAMESPACE + message, types: new Map([...SIMPLE, ...compiled]) };
  for (const [name, type] of compiled) {
    const unknown = "parts" in type ? type.parts.find((part) => !schema.types.has(part.type)) : undefined;
    if (unknown !== undefined) throw new Error(`${message}: ${name}/${unknown.name} has no type`);
  }
  return schema;
}

/** The schema of a message of a bank, which is taken as it is. */
export function openSchema(message: string): Schema {
  return { message, namespace: NAMESPACE + message, types: new Map([["Document", { kind: "tree" }]]) };
}

const SIMPLE: readonly (readonly [string, Type])[] = [
  ["Any", { kind: "any" }],
  ...Object.entries(SIMPLE_TYPES).map(([name, type]) => [name, { kind: "text", ...type }] as const),
];

function compile(name: string, model: string): Type {
  const kind = model.includes(" | ") ? "choice" : "sequence";
  const parts = model.split(kind === "choice" ? " | " : " ").map((text, at): Part => {
    const found = PART.exec(text);
    if (found === null) throw new Error(`${name}: ${text} is no part`);
    const [, element, sign, least, most, type] = found;
    const [min, max] = sign === undefined ? [Number(least ?? 1), Number(most ?? 1)] : OCCURS[sign]!;
    return { name: element!, type: type!, min, max, at };
  });
  return { kind, parts, byName: new Map(parts.map((part) => [part.name, part])) };
}
