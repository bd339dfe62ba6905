/** Logs every call of the merchant API once it has been answered. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { namedMerchant, readAddress } from "#access";
import { logCall, type CallObject, type ObjectKind } from "#calls";
import { containsCardNumber } from "#lib/card-numbers";
import type { Context } from "#lib/context";
import { readToken } from "./read-token.ts";

/** The facts that are collected for the log while a call is served. */
interface CallNotes {
  /** Set once the caller is authenticated. */
  caller?: { readonly merchantId: string; readonly clientId: string };
  /** The fields of the body. */
  body?: Readonly<Record<string, unknown>>;
  /** The code of the refusal. */
  refusal?: string;
}

declare module "fastify" {
  interface FastifyRequest {
    notes: CallNotes | null;
  }
}

/** Returns the notes of a request, to be added to. */
export function notesOf(request: FastifyRequest): CallNotes {
  return (request.notes ??= {});
}

/** Logs the answers under all paths that are mounted before or after this call. */
export function logCalls(app: FastifyInstance, ctx: Context): void {
  app.decorateRequest("notes", null);
  app.addHook("onResponse", (request, reply, done) => {
    done();
    if (request.notes !== null) log(ctx, request, reply);
  });
}

function log(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  const { caller, body, refusal = null } = request.notes!;
  const clientId = headerOf(request, "x-client-id");
  const merchantId = caller?.merchantId ?? namedMerchant({ token: readToken(request.raw) ?? "", clientId });
  // The caller of a call for a token is known once the call has been answered.
  const isLetIn =
    caller === undefined && refusal === null && namedMerchant({ token: "", clientId }) === merchantId;
  const ip = readAddress(request.ip);
  if (merchantId === null || ip === null) return;
  logCall(ctx, {
    merchantId,
    clientId: caller?.clientId ?? (isLetIn ? clientId : null),
    requestId: request.id,
    isOurId: request.headers["x-request-id"] !== request.id,
    method: request.method,
    path: request.routeOptions.url ?? "",
    httpStatus: reply.statusCode,
    durationMs: reply.elapsedTime,
    ip,
    refusal,
    object: objectOf([body, request.query, request.params]),
  });
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
}

/** The fields that name the object of a call, in the spelling of both APIs; the first one present counts. */
const OBJECT_FIELDS: readonly (readonly [name: string, kind: ObjectKind])[] = [
  ["batchTransferId", "batch"],
  ["batch_transfer_id", "batch"],
  ["loanId", "loan"],
  ["cashgramId", "link"],
  ["transferId", "transfer"],
  ["transfer_id", "transfer"],
  ["beneId", "beneficiary"],
  ["beneficiary_id", "beneficiary"],
];

function objectOf(places: readonly unknown[]): CallObject | null {
  for (const [name, kind] of OBJECT_FIELDS) {
    for (const place of places) {
      const key = (place as Record<string, unknown> | undefined | null)?.[name];
      if (typeof key === "string" && isKey(key)) return { kind, key };
    }
  }
  return null;
}

/** True for a key that may be logged: it has the form of a merchant's ID and is not a card number. */
const isKey = (key: string): boolean => /^[\w.@+-]{1,100}$/.test(key) && !containsCardNumber(key);
