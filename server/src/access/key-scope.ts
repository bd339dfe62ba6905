/** What may be done with a key pair: each scope holds those before it. */
import { AccessError } from "./errors.ts";

export const KEY_SCOPES = [
  /** To see. */
  "read",
  /** To prepare what people must agree to before anything is paid. */
  "draft",
  "pay",
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** Whether a key pair of one scope may do what needs another. */
export const scopeCovers = (held: KeyScope, needed: KeyScope): boolean =>
  KEY_SCOPES.indexOf(needed) <= KEY_SCOPES.indexOf(held);

/** Where a call tells by its method whether it only reads. Throws `scope_missing`, with the scope that is `needed`. */
export function requireScope({ scope }: { readonly scope: KeyScope }, method: string): void {
  const needed = method === "GET" ? "read" : "pay";
  if (!scopeCovers(scope, needed)) throw AccessError.scope_missing({ scope, needed });
}
