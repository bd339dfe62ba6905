import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { COME_AGAIN_SECONDS } from "#lib/db-errors";
import { type Answer, openAnswers, strayAnswers, writeEnvelope } from "./operations/answers.ts";

type Headers = Readonly<Record<string, string | number>>;

/** The answers by Node's code of what is wrong with a request's bytes; with any other code they are not HTTP. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: strayAnswers.request_timeout,
  HPE_HEADER_OVERFLOW: strayAnswers.head_too_large,
};

/**
 * Answers a request that is not HTTP, is too long or did not arrive in time, in an envelope with `headers` beside its
 * own, and ends the connection. A connection over which nothing was ever sent is closed without a word: browsers open
 * spare ones ahead, and would take an answer there for the answer to the next page that they ask for.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, headers: Headers): void {
  const isGone = error.code === "ECONNRESET" || socket.destroyed || !socket.writable;
  if (isGone || socket.bytesRead === 0) socket.destroy();
  else hangUp(socket, ANSWERS[error.code ?? ""] ?? strayAnswers.bad_request, headers);
}

/** Answers a connection that is one too many, whatever it would ask, and hangs up. */
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
  // Whatever it still sends is of no interest.
  socket.destroySoon();
}
