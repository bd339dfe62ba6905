/** The headers of calls, and the sending of answers. */
import type { FastifyReply } from "fastify";
import { judgeKey, KEY_DESCRIPTION, keySchema } from "#idempotency";
import { addSentence } from "#rails";
import type { ReplyV2, JsonSchema } from "./operation.ts";
import { writeMessage, type Refused } from "./refusals.ts";

/** The only version. */
export const API_VERSION = "2024-01-01";

const RETRY_AFTER_SECONDS = 60;

/** Sends the answer of a call. */
export function sendReplyV2(
  to: FastifyReply,
  { body, replayed, verdict }: ReplyV2,
  httpStatus: number,
): FastifyReply {
  if (replayed === true) to.header("idempotent-replayed", "true");
  if (verdict !== undefined) judgeKey(to.request, verdict);
  return send(to, httpStatus, body);
}

/** Sends the refusal of a call. */
export function sendRefusal(to: FastifyReply, { refusal, details }: Refused): FastifyReply {
  const { httpStatus, type, code } = refusal;
  const { place = "", values, more, retrySeconds } = details;
  const message = addSentence(writeMessage(refusal, values), more);
  if (httpStatus === 429 || httpStatus === 503) {
    const seconds = retrySeconds ?? RETRY_AFTER_SECONDS;
    to.headers({ "retry-after": seconds, "x-ratelimit-retry": seconds });
  } else if (retrySeconds !== undefined) to.header("retry-after", retrySeconds);
  return send(to, httpStatus, { type, code: place + code, message });
}

function send(to: FastifyReply, httpStatus: number, body: unknown): FastifyReply {
  to.headers({
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
    "x-api-version": API_VERSION,
    "x-request-id": to.request.id,
  });
  return to.code(httpStatus).send(JSON.stringify(body));
}

/** The headers that a call may bring. */
export const HEADERS = {
  "x-client-id": { type: "string", maxLength: 100 },
  "x-client-secret": { type: "string", maxLength: 200 },
  "x-cf-signature": {
    type: "string",
    maxLength: 1_000,
    description: "Required when your IP address is not on the allowlist, as with authorize.",
  },
  "x-api-version": { type: "string", maxLength: 40, default: API_VERSION },
  "x-idempotency-key": {
    ...keySchema,
    description: KEY_DESCRIPTION,
  },
} as const satisfies Record<string, JsonSchema>;
