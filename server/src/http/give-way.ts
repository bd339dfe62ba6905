/** Requests of owners with many calls give way to those of owners with few, before any work is done. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Comer, makeWay, type WayLimits } from "#lib/give-way";
import { lineOf } from "#lib/line-of";
import { findKnownCaller } from "./known-callers.ts";

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

export interface GiveWayOptions extends WayLimits {
  /** The number of calls of each kind that a caller may have under way. */
  readonly most: Readonly<Record<string, number>>;
  /** Returns the lane of an unknown caller's requests; null: they queue with all others of the address. */
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
    return { lane: `${known.lane} ${kind}`, owner: known.owner, most: most[kind]! };
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
