import type { FastifyReply, FastifyRequest } from "fastify";
import { type Caller, findStatusMode, type StatusMode } from "#access";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS } from "#lib/db-errors";
import { judgeKey, verdictOf } from "#idempotency";
import { notesOf } from "./log-calls.ts";
import {
  type Answer,
  type FileAnswer,
  openAnswers,
  type Reply,
  writeEnvelope,
} from "./operations/answers.ts";
import { readToken } from "./read-token.ts";

/** Seconds until the caller may retry, by the code of the answer. */
const RETRY_AFTER_SECONDS: Readonly<Record<string, number>> = { "429": 60, "503": COME_AGAIN_SECONDS };

/** The reply to every call while nothing can be looked up or stored. */
export const unavailable: Reply = { answer: openAnswers.service_unavailable };

/** Sends an answer with the HTTP status that the client's mode requires. */
export function sendReply(to: FastifyReply, reply: Reply | FileAnswer, mode: StatusMode): FastifyReply {
  to.headers({
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": to.request.id,
  });
  if ("file" in reply) return sendFile(to, reply);
  const { answer } = reply;
  if (answer.status === "ERROR" && to.request.notes !== null) notesOf(to.request).refusal = refusalOf(answer);
  judgeKey(to.request, reply.verdict ?? (reply.replayed === true ? "done" : verdictOf(answer.httpStatus)));
  to.code(mode === "always-200" ? 200 : answer.httpStatus);
  to.header("content-type", "application/json; charset=utf-8");
  if (reply.replayed === true) to.header("idempotent-replayed", "true");
  const retryAfterSeconds = reply.retryAfterSeconds ?? RETRY_AFTER_SECONDS[answer.subCode];
  if (retryAfterSeconds !== undefined) to.header("retry-after", retryAfterSeconds);
  const { statusCode = false } = to.request.routeOptions.config;
  return to.send(writeEnvelope(reply, { statusCode }));
}

/** Returns the code and the literal without its values: what a caller sent does not belong in a log. */
const refusalOf = ({ subCode, message }: Answer): string => `${subCode} ${message}`;

function sendFile(to: FastifyReply, { file }: FileAnswer): FastifyReply {
  to.headers({
    "content-type": file.mediaType,
    "content-disposition": `attachment; filename="${file.name}"`,
  });
  if (file.sizeBytes !== undefined) to.header("content-length", file.sizeBytes);
  if (file.sha256 !== undefined) {
    to.header("repr-digest", `sha-256=:${Buffer.from(file.sha256, "hex").toString("base64")}:`);
  }
  return to.code(200).send(file.bytes);
}

/** The modes of recent callers, by client id and by token, for when the database cannot be asked. */
const modesSeen = new Map<string, StatusMode>();
const MODES_MAX = 20_000;

/** Remembers the status mode of a caller. */
export function rememberMode(
  token: string,
  { clientId, statusMode }: Pick<Caller, "clientId" | "statusMode">,
): void {
  if (modesSeen.get(token) === statusMode) return;
  for (const name of [token, clientId]) {
    if (modesSeen.size >= MODES_MAX) modesSeen.delete(modesSeen.keys().next().value as string);
    modesSeen.set(name, statusMode);
  }
}

/**
 * Returns the mode of a client that could not be authenticated, as far as its id or token show it, and the
 * installation's mode if nothing is known.
 */
export async function findMode(ctx: Context, request: FastifyRequest): Promise<StatusMode> {
  const { clientId, token } = readNames(request);
  if (token === undefined && clientId === undefined) return ctx.config.statusMode;
  try {
    return await findStatusMode(ctx, { token, clientId, ip: request.ip });
  } catch (error) {
    // The call's own answer reports the error; the mode only sets its form.
    ctx.log.warn({ requestId: request.id, err: error }, "a client's status mode could not be read");
    return modeSeen(ctx, request);
  }
}

/** Returns the mode as far as it is known without asking the database. */
export function modeSeen(ctx: Context, request: FastifyRequest): StatusMode {
  const { clientId, token } = readNames(request);
  return modesSeen.get(token ?? "") ?? modesSeen.get(clientId ?? "") ?? ctx.config.statusMode;
}

function readNames(request: FastifyRequest): { clientId: string | undefined; token: string | undefined } {
  const given = request.headers["x-client-id"];
  return {
    clientId: typeof given === "string" ? given : undefined,
    token: readToken(request.raw) ?? undefined,
  };
}
