/** Who proved lately to be whom: by what a call brings as proof, before it is looked at again. */
import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";

/** As long as a token lasts. */
const LASTS_MS = 600_000;
const CALLERS_MAX = 20_000;

export interface KnownCaller {
  /** Where its calls queue. */
  readonly lane: string;
  /** A merchant, or a member. */
  readonly owner: string;
}

interface Entry extends KnownCaller {
  /** By `performance.now()`. */
  readonly endsAt: number;
}

const known = new Map<string, Entry>();

/** Notes whom the proof of this request is of. Only for taking turns: whether it is still good is asked every time. */
export function noteCaller(request: FastifyRequest, { lane, owner }: KnownCaller): void {
  const proof = proofOf(request);
  if (proof === null) return;
  const { endsAt = 0, ...before } = known.get(proof) ?? {};
  const now = performance.now();
  // Once a minute is enough.
  if (endsAt > now + LASTS_MS * 0.9 && "lane" in before && before.lane === lane) return;
  known.delete(proof);
  if (known.size >= CALLERS_MAX) known.delete(known.keys().next().value as string);
  known.set(proof, { lane, owner, endsAt: now + LASTS_MS });
}

/** Whom the proof that a request brings was of when it was looked at last; null: not known. */
export function findKnownCaller(request: FastifyRequest): KnownCaller | null {
  const proof = proofOf(request);
  const entry = proof === null ? undefined : known.get(proof);
  return entry !== undefined && entry.endsAt > performance.now() ? entry : null;
}

const proofs = new WeakMap<FastifyRequest, string | null>();

/** A hash of it, made once for a request: secrets are not kept. */
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
