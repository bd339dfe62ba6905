/** A merchant's own server: it receives webhooks, and keeps those whose signatures the client library accepts. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { SignatureError, verifyWebhook, type WebhookEvent } from "../sdk/node/src/index.ts";

export interface Receiver {
  readonly url: string;
  /** Sets the secrets with which events are verified. The signatures of all of them must be valid. */
  trust(secrets: { clientSecret: string; webhookSecret: string }): void;
  /** Waits for the event of this type about this transfer, and returns it. */
  next(type: string, transferId: string): Promise<WebhookEvent>;
  /** Returns the number of events whose signature was not valid. */
  refused(): number;
  close(): void;
}

/** Opens the receiver on a free port of this computer. */
export async function openReceiver(): Promise<Receiver> {
  let secrets = { clientSecret: "", webhookSecret: "" };
  let refusals = 0;
  const events: WebhookEvent[] = [];
  let heard = Promise.withResolvers<void>();
  const take = async (request: IncomingMessage): Promise<number> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    try {
      events.push(verifyWebhook({ body: Buffer.concat(parts), headers: request.headers, ...secrets }));
      return 200;
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      refusals += 1;
      return 400;
    } finally {
      heard.resolve();
      heard = Promise.withResolvers();
    }
  };
  const server = createServer((request, response) => {
    void take(request).then((status) => response.writeHead(status).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    trust: (given) => void (secrets = given),
    async next(type, transferId) {
      for (;;) {
        const found = events.find((event) => event.type === type && event.data["transferId"] === transferId);
        if (found !== undefined) return found;
        await heard.promise;
      }
    },
    refused: () => refusals,
    close: () => server.close(),
  };
}
