/** The contract's schemas as shapes that every language can write. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly $ref?: string;
}

/** `amount` is taken as exact rupees or whole paise; `flag` is 0 or 1. */
export type Shape =
  | { readonly kind: "text" | "whole" | "boolean" | "null" | "amount" | "flag" | "bytes" }
  | { readonly kind: "choice"; readonly values: readonly (string | number)[] }
  | { readonly kind: "list" | "map"; readonly of: Shape }
  | { readonly kind: "record"; readonly fields: readonly Field[] }
  | { readonly kind: "union"; readonly of: readonly Shape[] };

export interface Field {
  readonly name: string;
  readonly about: string;
  readonly needed: boolean;
  readonly shape: Shape;
}

const AMOUNT_PATTERN = "^[0-9]{1,13}(\\.[0-9]{1,2})?$";
const SCALARS = { string: "text", integer: "whole", boolean: "boolean", null: "null" } as const;

/** Fails at what it does not know, so that nothing of the contract is passed over. */
export function shapeOf(schema: Schema): Shape {
  if (schema.anyOf !== undefined) return shapeOfChoice(schema.anyOf);
  if (schema.pattern === AMOUNT_PATTERN) return { kind: "amount" };
  if (schema.enum !== undefined) return { kind: "choice", values: schema.enum };
  if (Array.isArray(schema.type)) {
    return { kind: "union", of: schema.type.map((type: string) => shapeOf({ ...schema, type })) };
  }
  if (schema.type === "array" && schema.items !== undefined)
    return { kind: "list", of: shapeOf(schema.items) };
  if (typeof schema.additionalProperties === "object") {
    return { kind: "map", of: shapeOf(schema.additionalProperties) };
  }
  if (schema.type === "object" || schema.properties !== undefined) {
    return { kind: "record", fields: fieldsOf(schema) };
  }
  const scalar = SCALARS[schema.type as keyof typeof SCALARS];
  if (scalar === undefined) throw new Error(`No shape for ${JSON.stringify(schema)}`);
  return { kind: scalar };
}

export function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    about: schema.description ?? "",
    needed: required.includes(name),
    shape: shapeOf(schema),
  }));
}

/** Of ways to write the same value, the one that a typed language writes. */
function shapeOfChoice(schemas: readonly Schema[]): Shape {
  if (schemas.some(({ pattern }) => pattern === AMOUNT_PATTERN)) return { kind: "amount" };
  if (schemas.some((one) => one.type === "integer" && one.enum?.join() === "0,1")) return { kind: "flag" };
  const list = schemas.find(({ type }) => type === "array");
  if (list === undefined) throw new Error(`No shape for ${JSON.stringify(schemas)}`);
  return shapeOf(list);
}

/** Paths of amounts inside fields: `amount`, `batch.*.amount`. */
export function amountsIn(fields: readonly Field[], prefix = ""): string[] {
  const inside = (shape: Shape, path: string): string[] => {
    if (shape.kind === "amount") return [path];
    if (shape.kind === "list") return inside(shape.of, `${path}.*`);
    return shape.kind === "record" ? amountsIn(shape.fields, `${path}.`) : [];
  };
  return fields.flatMap(({ name, shape }) => inside(shape, `${prefix}${name}`));
}

/** Fields of several answers as one: needed only where every answer has it. */
export function mergeFields(answers: readonly (readonly Field[])[]): Field[] {
  const names = new Set(answers.flatMap((fields) => fields.map(({ name }) => name)));
  return [...names].map((name) => {
    const found = answers.flatMap((fields) => fields.filter((field) => field.name === name));
    const first = found[0] as Field;
    return { ...first, needed: found.length === answers.length && found.every(({ needed }) => needed) };
  });
}
