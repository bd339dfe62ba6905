/** Hands every message of an assistant to the log of calls, a tool by its name: what was given stays out of it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { namedMerchant, readAddress, type Caller } from "#access";
import { logCall } from "#calls";
import type { Context } from "#lib/context";

/** What is known of a message when it has been answered. */
export interface MessageNotes {
  /** Once it was let in. */
  caller?: Caller;
  /** A tool's own name. */
  tool?: string;
  /** A short name of why it was refused. */
  refusal?: string;
}

const notes = new WeakMap<FastifyRequest, MessageNotes>();

/** The notes of a request, to be added to. */
export function notesOf(request: FastifyRequest): MessageNotes {
  const known = notes.get(request) ?? {};
  notes.set(request, known);
  return known;
}

/** Logs what the scope's routes have answered. */
export function logMessages(scope: FastifyInstance, ctx: Context): void {
  scope.addHook("onResponse", (request, reply, done) => {
    done();
    log(ctx, request, reply);
  });
}

function log(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  const { caller, tool, refusal = reply.statusCode < 400 ? null : "mcp.not_let_in" } = notesOf(request);
  const clientId = String(request.headers["x-client-id"] ?? "");
  const merchantId = caller?.merchantId ?? namedMerchant({ token: "", clientId });
  const ip = readAddress(request.ip);
  if (merchantId === null || ip === null) return;
  logCall(ctx, {
    merchantId,
    clientId: caller?.clientId ?? null,
    requestId: request.id,
    isOurId: request.headers["x-request-id"] !== request.id,
    method: request.method,
    path: tool === undefined ? "/mcp" : `/mcp ${tool}`,
    httpStatus: reply.statusCode,
    durationMs: reply.elapsedTime,
    ip,
    refusal,
    object: null,
  });
}
