import { Compile, type Validator } from "typebox/compile";
import type { TSchema } from "typebox";
import { maskVpas } from "#lib/mask-account";

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
