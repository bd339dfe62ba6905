import type { Socket } from "node:net";
import { strayAnswers, writeEnvelope } from "./operations/answers.ts";

/** Answers what is not HTTP, or not in time, in an envelope as well, with `headers` beside its own, and hangs up. */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = writeEnvelope({ answer: strayAnswers.bad_request });
  const others = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n" +
      others.join("") +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
