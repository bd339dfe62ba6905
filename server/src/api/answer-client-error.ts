import type { Socket } from "node:net";
import { strayAnswers, writeEnvelope } from "./operations/answers.ts";

/** Answers what is not HTTP, or not in time, in an envelope as well, and ends the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = writeEnvelope({ answer: strayAnswers.bad_request });
  socket.end(
    "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n" +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
