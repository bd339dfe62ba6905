/** Sends requests over HTTP to a server on this machine, from any of its addresses. */
import { Agent, request } from "node:http";
import type { Answer } from "./answers.ts";

export interface Call {
  readonly port: number;
  /** The address from which the request comes. */
  readonly from: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const TIMEOUT_MS = 60_000;

/** Sends a request as it is, and returns the complete answer; if there is none, status 0 and the reason. */
export function call({ body, headers, from, ...options }: Call): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const fail = (error: Error): void => resolve({ status: 0, headers: {}, body: error.message });
  const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const sent = request({
    ...options,
    agent,
    host: "127.0.0.1",
    localAddress: from,
    headers: { ...headers, ...length },
    timeout: TIMEOUT_MS,
  });
  sent.on("timeout", () => sent.destroy(new Error(`no answer to ${options.method} ${options.path}`)));
  sent.on("error", fail);
  sent.on("response", (response) => {
    const parts: Buffer[] = [];
    response.on("data", (part: Buffer) => parts.push(part));
    response.on("error", fail);
    response.on("end", () => {
      const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(given) as Record<string, string>,
        body: readBody(Buffer.concat(parts)),
      });
    });
  });
  sent.end(body === "" ? undefined : body);
  return promise;
}

/** A file that is not text contains times, so only its kind can be compared. */
function readBody(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  const isText = !text.includes("\ufffd") && !text.startsWith("%PDF");
  return isText ? text : `(a file beginning with ${bytes.subarray(0, 4).toString("latin1")})`;
}
