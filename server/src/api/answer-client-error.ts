import type { Socket } from "node:net";
import { COME_AGAIN_SECONDS } from "#lib/db-errors";
import { type Answer, openAnswers, strayAnswers, writeEnvelope } from "./operations/answers.ts";

type Headers = Readonly<Record<string, string | number>>;

/** Answers what is not HTTP, or not in time, in an envelope as well, with `headers` beside its own, and hangs up. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, headers: Headers): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) socket.destroy();
  else hangUp(socket, { status: "400 Bad Request", answer: strayAnswers.bad_request, headers });
}

/** Answers a connection that is one too many, whatever it would ask, and hangs up. */
export function answerTooMany(socket: Socket, headers: Headers): void {
  hangUp(socket, {
    status: "503 Service Unavailable",
    answer: openAnswers.service_unavailable,
    headers: { ...headers, "Retry-After": COME_AGAIN_SECONDS },
  });
}

function hangUp(
  socket: Socket,
  { status, answer, headers }: { status: string; answer: Answer; headers: Headers },
): void {
  const body = writeEnvelope({ answer });
  const others = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      others.join("") +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Whatever it still sends is of no interest.
  socket.destroySoon();
}
