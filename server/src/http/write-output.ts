import { Compile, type Validator } from "typebox/compile";
import type { TSchema } from "typebox";

const compiled = new WeakMap<TSchema, Validator>();

/**
 * An answer as it is sent: what its schema declares and nothing else. `sound` is false where it is not what the schema
 * promises.
 */
export function writeOutput(schema: TSchema, output: unknown): { text: string; sound: boolean } {
  let validator = compiled.get(schema);
  if (validator === undefined) compiled.set(schema, (validator = Compile(schema)));
  const plain = validator.Clean(JSON.parse(JSON.stringify(output ?? null)) as unknown);
  return { text: JSON.stringify(plain), sound: validator.Check(plain) };
}
