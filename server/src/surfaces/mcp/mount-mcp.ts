/** The endpoint `POST /mcp` takes one message of a merchant's assistant (Streamable HTTP, without a stream). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AccessError, authenticateClient, takeRatePermit } from "#access";
import { noteCaller } from "#http";
import type { Context } from "#lib/context";
import { isUnavailable, logFault } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { readBodyText } from "#lib/read-json";
import { answerMessage, logMessages, notesOf, PROTOCOL_VERSIONS, refusal } from "./answer-message.ts";
import type { DocsPage } from "./docs.ts";
import { draftTransfers } from "./draft-transfers.ts";
import { readTools } from "./read-tools.ts";

interface McpOptions {
  /** Pages of the documentation; none if the site is not built. */
  readonly docs: () => readonly DocsPage[];
}

const BODY_BYTES_MAX = 262_144;

/** Allows an assistant to draft. A person sets this header in the client's settings, where no model can write. */
const DRAFTS_HEADER = "x-vitaran-drafts";

/** Mounts `/mcp`. Methods other than POST get 405, as there is no stream to listen to. */
export function mountMcp(app: FastifyInstance, ctx: Context, { docs }: McpOptions): void {
  void app.register(async (scope) => {
    logMessages(scope, ctx);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post("/mcp", {
      bodyLimit: BODY_BYTES_MAX,
      onRequest: async (request, reply) => letIn(ctx, request, reply),
      handler: (request, reply) => serve(ctx, { request, reply, docs }),
    });
    scope.route({
      method: ["GET", "DELETE"],
      url: "/mcp",
      handler: (_request, reply) => reply.code(405).header("allow", "POST").send(),
    });
  });
}

async function letIn(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  request.raw.headers["content-type"] ??= "application/json";
  const { origin, "x-client-id": clientId, "x-client-secret": clientSecret } = request.headers;
  // A page in a browser has no key pair of its own, and another site must not act for someone who has one.
  if (origin !== undefined) return refuse(reply, 403, "Pages in a browser are not served here.");
  if (typeof clientId !== "string" || typeof clientSecret !== "string")
    return refuse(reply, 401, "The headers x-client-id and x-client-secret are missing.");
  const version = request.headers["mcp-protocol-version"];
  if (version !== undefined && !PROTOCOL_VERSIONS.includes(String(version)))
    return refuse(reply, 400, `Protocol versions are ${PROTOCOL_VERSIONS.join(", ")}.`);
  try {
    const signature = request.headers["x-cf-signature"];
    const proof = typeof signature === "string" ? signature : undefined;
    const caller = await authenticateClient(ctx, {
      clientId,
      clientSecret,
      signature: proof,
      ip: request.ip,
    });
    const { allowed, resetSeconds } = await takeRatePermit(ctx, caller);
    if (!allowed) return refuse(reply.header("retry-after", resetSeconds), 429, "Too many requests.");
    noteCaller(request, { lane: `mcp ${caller.merchantId}`, owner: caller.merchantId, isProgram: true });
    request.bodyOwner = caller.merchantId;
    notesOf(request).caller = caller;
    return undefined;
  } catch (error) {
    return refuseStranger(ctx, reply, error);
  }
}

function refuseStranger(ctx: Context, reply: FastifyReply, error: unknown): FastifyReply {
  if (AccessError.is(error, "too_many_attempts")) return refuse(reply, 429, "Too many attempts.");
  if (AccessError.is(error, "bad_credentials")) return refuse(reply, 401, "The key pair is not known.");
  if (AccessError.is(error, "ip_not_allowed"))
    return refuse(reply, 403, "This address is not on the allowlist.");
  if (AccessError.is(error, "apis_disabled"))
    return refuse(reply, 403, "APIs are switched off for this merchant.");
  if (error instanceof OverloadError) return refuse(reply, 429, "Too many requests.");
  logFault(ctx.log, error, {
    facts: { requestId: reply.request.id },
    text: "an assistant could not be let in",
  });
  return isUnavailable(error)
    ? refuse(reply.header("retry-after", 1), 503, "The service is not available at the moment.")
    : refuse(reply, 500, "Something went wrong on our side.");
}

const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).send(refusal(null, -32_000, message));

interface Serving extends McpOptions {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function serve(ctx: Context, { request, reply, docs }: Serving): Promise<FastifyReply> {
  let message: unknown;
  try {
    message = JSON.parse(readBodyText(request.body as Buffer) ?? "");
  } catch {
    return reply.code(400).send(refusal(null, -32_700, "The body is no JSON."));
  }
  const notes = notesOf(request);
  const mayDraft = request.headers[DRAFTS_HEADER] === "allow";
  const broke = (error: unknown): void =>
    logFault(ctx.log, error, { facts: { requestId: request.id }, text: "an assistant's call broke" });
  const tools = mayDraft ? [...readTools, draftTransfers] : readTools;
  const answer = await answerMessage(
    { ctx, caller: notes.caller!, tools, docs: docs(), notes, broke },
    message,
  );
  if (answer?.error !== undefined) notes.refusal = "mcp.error";
  if (answer === null) return reply.code(202).send();
  return reply.header("cache-control", "no-store").type("application/json").send(JSON.stringify(answer));
}
