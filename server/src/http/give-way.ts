/** Requests of those who call much give way to requests of those who call little, before anything is done for them. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Comer, makeWay, type WayLimits } from "#lib/give-way";
import { lineOf } from "#lib/line-of";
import { findKnownCaller } from "./known-callers.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The kind of a route's calls, by how many of a caller may be under way; absent: `quick`. */
    kind?: string;
  }
  interface FastifyRequest {
    /** Ends the request's part of what is under way. */
    leaveWay: (() => void) | null;
  }
}

export interface GiveWayOptions extends WayLimits {
  /** How many calls of each kind a caller may have under way. */
  readonly most: Readonly<Record<string, number>>;
  /** Where the requests of a caller queue who is not known, if not with all others from its address. */
  readonly laneOf: (request: FastifyRequest) => string | null;
  /** Whether a request is none of those that queue. */
  readonly isFree: (request: FastifyRequest) => boolean;
}

/** Makes all requests to routes that are mounted after this queue where they must, until their answer begins. */
export function giveWay(app: FastifyInstance, { laneOf, isFree, most, ...limits }: GiveWayOptions): void {
  const way = makeWay(limits);
  const comerOf = (request: FastifyRequest): Comer => {
    const known = findKnownCaller(request);
    const { kind = "quick" } = request.routeOptions.config;
    // Of those not known many share an address: a few who send slowly must not stand before all.
    if (known === null) return { lane: laneOf(request) ?? lineOf(request.ip), owner: null, most: Infinity };
    return { lane: `${known.lane} ${kind}`, owner: known.owner, most: most[kind]! };
  };
  app.decorateRequest("leaveWay", null);
  app.addHook("onRequest", (request, reply, done) => {
    if (isFree(request)) return done();
    const leave = way.enter(comerOf(request), done);
    request.leaveWay = leave;
    reply.raw.once("close", leave);
  });
  // What is still written, to a client that reads slowly or to one that watches, takes no one's time.
  app.addHook("onSend", (request, _reply, payload, done) => {
    request.leaveWay?.();
    done(null, payload);
  });
}
