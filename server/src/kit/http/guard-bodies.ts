/**
 * Bodies are received within a budget of bytes, of which each caller has a share, and, once they begin, within seconds.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { OverloadError } from "#lib/gather";
import { lineOf } from "#lib/line-of";

declare module "fastify" {
  interface FastifyRequest {
    /** The owner whose share of the bodies in flight this body uses. Null means the address. */
    bodyOwner: string | null;
    /** This body's part of the budget. */
    bodyShare: BodyShare | null;
  }
}

interface BodyGuard extends BodyLimits {
  /** The time that any body may take to arrive, and again for each `paceBytes` of it. */
  readonly paceMs: number;
  readonly paceBytes: number;
  /** Answers a request whose body did not arrive in time, and ends its connection. */
  readonly tooSlow: (request: FastifyRequest) => void;
}

/** Reserved for a body of unknown length until it has arrived. */
const UNKNOWN_BYTES = 1_048_576;

/**
 * Guards the bodies of all routes that are mounted after this: a body is received only while the owner's
 * share and the whole budget last. One too many is an `OverloadError` for the route's own error handler.
 */
export function guardBodies(app: FastifyInstance, guard: BodyGuard): void {
  const budget = makeBodyBudget(guard);
  app.decorateRequest("bodyOwner", null);
  app.decorateRequest("bodyShare", null);
  app.addHook("preParsing", (request, reply, payload, done) => {
    const bytes = announcedBytes(request);
    if (bytes === 0) return done(null, payload);
    let share: BodyShare;
    try {
      share = budget.take(request.bodyOwner ?? lineOf(request.ip), bytes);
    } catch (error) {
      return done(error as Error);
    }
    request.bodyShare = share;
    reply.raw.once("close", () => share.give());
    // A request without a connection already has its whole body, and nothing that could be ended.
    if (request.raw.complete === false) watchPace(guard, request, bytes);
    done(null, payload);
  });
  app.addHook("preValidation", (request, _reply, done) => {
    if (Buffer.isBuffer(request.body)) request.bodyShare?.settle(request.body.length);
    done();
  });
}

/** Returns how many bytes to reserve for a body, as far as the headers say; 0: there is no body. */
function announcedBytes({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  if (headers["transfer-encoding"] !== undefined) return Math.min(UNKNOWN_BYTES, bodyLimit);
  const length = Number(headers["content-length"] ?? 0);
  return Number.isFinite(length) ? Math.min(length, bodyLimit) : 0;
}

function watchPace({ paceMs, paceBytes, tooSlow }: BodyGuard, request: FastifyRequest, bytes: number): void {
  const timer = setTimeout(() => tooSlow(request), paceMs * (1 + Math.floor(bytes / paceBytes)));
  timer.unref();
  request.raw.once("end", () => clearTimeout(timer));
  request.raw.once("close", () => clearTimeout(timer));
}

interface BodyLimits {
  /** The limit in bytes of all bodies that are being received or worked on. */
  readonly bytes: number;
  /** The limit in bytes for one key: a known caller, or the address of an unknown one. */
  readonly perKey: number;
}

/** One body's part of the budget. */
interface BodyShare {
  /** Reports how many bytes the body turned out to have. */
  settle(bytes: number): void;
  /** Releases it; may be called again. */
  give(): void;
}

/** Makes a budget; `take` throws `OverloadError` if less than that is left. */
export function makeBodyBudget({ bytes: total, perKey }: BodyLimits): {
  take(key: string, bytes: number): BodyShare;
} {
  const held = new Map<string, number>();
  let all = 0;
  const add = (key: string, bytes: number): void => {
    all += bytes;
    const now = (held.get(key) ?? 0) + bytes;
    if (now === 0) held.delete(key);
    else held.set(key, now);
  };
  return {
    take(key, bytes) {
      const own = held.get(key) ?? 0;
      // One body alone is always accepted: its own limit bounds it.
      if ((own > 0 && own + bytes > perKey) || all + bytes > total) throw new OverloadError(held.size);
      let share = bytes;
      add(key, share);
      return {
        settle(proved) {
          if (share === 0) return;
          add(key, proved - share);
          share = proved;
        },
        give() {
          add(key, -share);
          share = 0;
        },
      };
    },
  };
}
