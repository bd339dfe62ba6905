/**
 * Requests of owners with many calls give way to those of owners with few, before any work is done. The owner is the
 * one that a credential recently belonged to, before the credential is checked again.
 */
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Comer, makeWay, type WayLimits } from "#lib/give-way";
import { lineOf } from "#lib/line-of";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The kind of a route's calls, which sets how many a caller may have under way; absent: `quick`. */
    kind?: string;
  }
  interface FastifyRequest {
    /** Removes the request from those in progress. */
    leaveWay: (() => void) | null;
  }
}

interface GiveWayOptions extends WayLimits {
  /** The number of calls of each kind that a caller may have under way. */
  readonly most: Readonly<Record<string, number>>;
  /** Returns the lane of an unknown caller's requests. Null means that they queue with all others of the address. */
  readonly laneOf: (request: FastifyRequest) => string | null;
  /** Returns true for a request that does not queue. */
  readonly isFree: (request: FastifyRequest) => boolean;
}

/** Makes requests to all routes mounted after this queue where they must, until their answer begins. */
export function giveWay(app: FastifyInstance, { laneOf, isFree, most, ...limits }: GiveWayOptions): void {
  const way = makeWay(limits);
  const comerOf = (request: FastifyRequest): Comer => {
    const known = findKnownCaller(request);
    const { kind = "quick" } = request.routeOptions.config;
    // Many unknown callers share an address, and a few that send slowly must not hold up all of them.
    if (known === null) return { lane: laneOf(request) ?? lineOf(request.ip), owner: null, most: Infinity };
    const { lane, owner, isProgram } = known;
    return { lane: `${lane} ${kind}`, owner, isProgram, most: most[kind]! };
  };
  app.decorateRequest("leaveWay", null);
  app.addHook("onRequest", (request, reply, done) => {
    if (isFree(request)) return done();
    const leave = way.enter(comerOf(request), done);
    request.leaveWay = leave;
    reply.raw.once("close", leave);
  });
  // Writing to a client that reads slowly, or to one that watches, takes no time from others.
  app.addHook("onSend", (request, _reply, payload, done) => {
    request.leaveWay?.();
    done(null, payload);
  });
}

/** The lifetime of a token. */
const LASTS_MS = 600_000;
const CALLERS_MAX = 20_000;

interface KnownCaller {
  /** The lane in which its calls queue. */
  readonly lane: string;
  /** The merchant or the member that the caller belongs to. */
  readonly owner: string;
  /** True for a merchant's program. */
  readonly isProgram?: boolean;
}

interface Entry extends KnownCaller {
  /** In ms, by `performance.now()`. */
  readonly endsAt: number;
}

const known = new Map<string, Entry>();

/** Notes whose credential a request has. Only for taking turns: its validity is checked every time. */
export function noteCaller(request: FastifyRequest, { lane, owner, isProgram = false }: KnownCaller): void {
  const proof = proofOf(request);
  if (proof === null) return;
  const { endsAt = 0, ...before } = known.get(proof) ?? {};
  const now = performance.now();
  // Noting it once a minute is enough.
  if (endsAt > now + LASTS_MS * 0.9 && "lane" in before && before.lane === lane) return;
  known.delete(proof);
  if (known.size >= CALLERS_MAX) known.delete(known.keys().next().value as string);
  known.set(proof, { lane, owner, isProgram, endsAt: now + LASTS_MS });
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
