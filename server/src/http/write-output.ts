import { Compile, type Validator } from "typebox/compile";
import type { TSchema } from "typebox";
import { maskVpas } from "#lib/mask-account";

const compiled = new WeakMap<TSchema, Validator>();

/**
 * An answer as members are sent it: what its schema declares and nothing else, with no UPI ID that is a whole account
 * number. `sound` is false where it is not what the schema promises.
 */
export function writeOutput(schema: TSchema, output: unknown): { text: string; sound: boolean } {
  let validator = compiled.get(schema);
  if (validator === undefined) compiled.set(schema, (validator = Compile(schema)));
  const plain = validator.Clean(JSON.parse(JSON.stringify(output ?? null)) as unknown);
  return { text: maskVpas(JSON.stringify(plain)), sound: validator.Check(plain) };
}
