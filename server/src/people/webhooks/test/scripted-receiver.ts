/**
 * A merchant's webhook receiver for tests: a real HTTP server that responds as scripted and keeps the
 * requests.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { checkWebhook } from "#test/check-webhook";

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body as fields, from a form or flat JSON. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ScriptedReceiver {
  readonly url: string;
  readonly received: Received[];
  /** The most requests that were in progress at once. */
  readonly concurrentMax: number;
  /** Makes the response to each request; a promise keeps the request waiting. */
  answer: (got: Received) => Answer | Promise<Answer>;
  /** Set by a test whose events are broken on purpose. */
  mayBreakSchemas: boolean;
  /** Waits until at least `count` requests have come. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts it. Closing it fails if a body was not what the published schema of its event says. */
export async function startReceiver(): Promise<ScriptedReceiver> {
  const received: Received[] = [];
  const wrong: string[] = [];
  const waiting = new Set<() => void>();
  let concurrent = 0;
  let concurrentMax = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    concurrent += 1;
    concurrentMax = Math.max(concurrent, concurrentMax);
    response.on("close", () => (concurrent -= 1));
    const body = Buffer.concat(await request.toArray()).toString("utf8");
    const headers = request.headers as Record<string, string>;
    const isJson = headers["content-type"] === "application/json";
    const fields = isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
    const got: Received = { path: request.url ?? "", headers, body, fields };
    received.push(got);
    wrong.push(...checkWebhook(fields as Record<string, unknown>));
    for (const look of waiting) look();
    const { status, headers: answerHeaders, body: text } = await receiver.answer(got);
    response.writeHead(status, answerHeaders).end(text);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: ScriptedReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    get concurrentMax() {
      return concurrentMax;
    },
    answer: () => ({ status: 200 }),
    mayBreakSchemas: false,
    until: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      if (!receiver.mayBreakSchemas) assert.deepEqual(wrong, []);
    },
  };
  return receiver;
}
