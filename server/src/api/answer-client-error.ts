import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { COME_AGAIN_SECONDS } from "#lib/db-errors";
import { type Answer, openAnswers, strayAnswers, writeEnvelope } from "./operations/answers.ts";

type Headers = Readonly<Record<string, string | number>>;

/** The answers by Node's error code for a request's bytes. With any other code the bytes are not HTTP. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: strayAnswers.request_timeout,
  HPE_HEADER_OVERFLOW: strayAnswers.head_too_large,
};

/**
 * Answers a request that is not HTTP, is too long or did not arrive in time, in an envelope with `headers`
 * beside its own, and ends the connection. If nothing was sent over it, it is closed without an answer:
 * browsers open spare connections, and would take an answer there for that to the next page that they
 * request.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, headers: Headers): void {
  const isGone = error.code === "ECONNRESET" || socket.destroyed || !socket.writable;
  if (isGone || socket.bytesRead === 0) socket.destroy();
  else hangUp(socket, ANSWERS[error.code ?? ""] ?? strayAnswers.bad_request, headers);
}

/** Answers a connection beyond the limit, whatever it would request, and closes it. */
export function answerTooMany(socket: Socket, headers: Headers): void {
  hangUp(socket, openAnswers.service_unavailable, { ...headers, "Retry-After": COME_AGAIN_SECONDS });
}

function hangUp(socket: Socket, answer: Answer, headers: Headers): void {
  const body = writeEnvelope({ answer });
  const others = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${answer.subCode} ${STATUS_CODES[answer.subCode]}\r\n` +
      "Content-Type: application/json; charset=utf-8\r\n" +
      others.join("") +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Discards what the client still sends.
  socket.destroySoon();
}
