/** Sends a reply, or loses it on the way. */
import type { ServerResponse } from "node:http";
import type { Clock } from "./clock.ts";
import type { Reply } from "./reply.ts";

const JSON_TYPE = "application/json";
const HTML_PAGE =
  "<!doctype html><html><head><title>Service</title></head><body>Try again later</body></html>";

/** Sends the reply after its prerequisite is done and its time has come on the account's clock. */
export function sendReply(response: ServerResponse, reply: Reply, clock: () => Clock): void {
  const delayMs = reply.wire.kind === "answer" ? reply.wire.delayMs : 0;
  if (reply.after !== undefined) {
    void reply.after.then(() => transmit(response, reply));
  } else if (delayMs > 0) {
    const time = clock();
    time.at(time.now() + delayMs, () => transmit(response, reply));
  } else {
    transmit(response, reply);
  }
}

function transmit(response: ServerResponse, reply: Reply): void {
  const { httpStatus, body, wire, contentType = JSON_TYPE } = reply;
  switch (wire.kind) {
    case "answer":
      return write(response, httpStatus, contentType, body);
    case "silence":
      return;
    case "cut":
      response.socket?.resetAndDestroy();
      return;
    case "cut-answer":
      return writePart(response, rawAnswer(httpStatus, contentType, body).slice(0, wire.atByte));
    case "drip":
      return drip(response, contentType, { body: Buffer.from(body), everyMs: wire.everyMs });
    case "http-error":
      return write(response, wire.httpStatus, "text/plain", "upstream error");
    case "html":
      return write(response, 200, "text/html", HTML_PAGE);
    case "truncated-json":
      return write(response, 200, contentType, body.slice(0, Math.floor(body.length / 2)));
    case "wrong-content-type":
      return write(response, httpStatus, "text/plain", body);
    case "empty-body":
      return write(response, 200, contentType, "");
    case "maintenance":
      return wire.html
        ? write(response, 503, "text/html", HTML_PAGE)
        : write(response, httpStatus, contentType, body);
    case "rate-limit":
      return wire.html
        ? write(response, 429, "text/plain", "slow down")
        : write(response, 429, contentType, body);
    default: {
      const never: never = wire;
      throw new Error(`unknown way to answer ${JSON.stringify(never)}`);
    }
  }
}

function write(response: ServerResponse, httpStatus: number, type: string, body: string): void {
  response.writeHead(httpStatus, { "content-type": type, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

function rawAnswer(httpStatus: number, contentType: string, body: string): string {
  const length = Buffer.byteLength(body);
  const head = [`HTTP/1.1 ${httpStatus} OK`, `content-type: ${contentType}`, `content-length: ${length}`];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

function writePart(response: ServerResponse, part: string): void {
  const { socket } = response;
  if (part === "") socket?.destroy();
  else socket?.end(part, () => socket.destroy());
}

function drip(
  response: ServerResponse,
  contentType: string,
  { body, everyMs }: { body: Buffer; everyMs: number },
): void {
  response.writeHead(200, { "content-type": contentType, "content-length": body.length });
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    if (response.destroyed) clearInterval(timer);
    else if (sent < body.length) response.write(body.subarray(sent - 1, sent));
    else {
      clearInterval(timer);
      response.end(body.subarray(sent - 1));
    }
  }, everyMs);
}
