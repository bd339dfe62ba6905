/** Remembers which caller a credential recently belonged to, before the credential is checked again. */
import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";

/** The lifetime of a token. */
const LASTS_MS = 600_000;
const CALLERS_MAX = 20_000;

export interface KnownCaller {
  /** The lane in which its calls queue. */
  readonly lane: string;
  /** A merchant, or a member. */
  readonly owner: string;
}

interface Entry extends KnownCaller {
  /** In ms, by `performance.now()`. */
  readonly endsAt: number;
}

const known = new Map<string, Entry>();

/** Notes whose credential a request has. Only for taking turns: its validity is checked every time. */
export function noteCaller(request: FastifyRequest, { lane, owner }: KnownCaller): void {
  const proof = proofOf(request);
  if (proof === null) return;
  const { endsAt = 0, ...before } = known.get(proof) ?? {};
  const now = performance.now();
  // Noting it once a minute is enough.
  if (endsAt > now + LASTS_MS * 0.9 && "lane" in before && before.lane === lane) return;
  known.delete(proof);
  if (known.size >= CALLERS_MAX) known.delete(known.keys().next().value as string);
  known.set(proof, { lane, owner, endsAt: now + LASTS_MS });
}

/** Returns the caller that the request's credential belonged to at the last check; null: unknown. */
export function findKnownCaller(request: FastifyRequest): KnownCaller | null {
  const proof = proofOf(request);
  const entry = proof === null ? undefined : known.get(proof);
  return entry !== undefined && entry.endsAt > performance.now() ? entry : null;
}

const proofs = new WeakMap<FastifyRequest, string | null>();

/** Returns a hash of the credential, made once for a request: secrets are not kept. */
function proofOf(request: FastifyRequest): string | null {
  let proof = proofs.get(request);
  if (proof === undefined) proofs.set(request, (proof = hashProof(request)));
  return proof;
}

function hashProof({ headers }: FastifyRequest): string | null {
  const { authorization, cookie, "x-client-id": clientId, "x-client-secret": clientSecret } = headers;
  const proof = authorization ?? (clientSecret === undefined ? cookie : `${clientId} ${clientSecret}`);
  return proof === undefined ? null : hash("sha256", proof, "base64");
}
