/**
 * A merchant's webhook receiver as an outsider would write it: with Node alone, and with code of its own for both
 * signatures.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface ReceivedWebhook {
  fields: Readonly<Record<string, string>>;
  /** True if the field `signature` is the HMAC of the other fields' values, in the order of their names. */
  fieldSignatureHolds: boolean;
  /** True if the header X-Cf-Signature is the HMAC of the received body. */
  bodySignatureHolds: boolean;
  /** A time of this process's monotonic clock. */
  receivedAt: number;
}

export interface Receiver {
  url: string;
  /** Returns the first webhook that `wanted` accepts, past or future; rejects if `signal` is aborted. */
  receive(wanted: (webhook: ReceivedWebhook) => boolean, signal: AbortSignal): Promise<ReceivedWebhook>;
  close(): Promise<void>;
}

/** Listens on a free port of this machine only, and answers 200 to everything. */
export async function receiveWebhooks(clientSecret: string): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const arrivals = new EventTarget();
  const server = createServer((request, response) => void take(request, response));

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    received.push(readWebhook(body, request.headers["x-cf-signature"], clientSecret));
    response.writeHead(200).end();
    arrivals.dispatchEvent(new Event("arrival"));
  };

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    async receive(wanted, signal) {
      for (;;) {
        const found = received.find(wanted);
        if (found !== undefined) return found;
        await once(arrivals, "arrival", { signal });
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function readWebhook(
  body: string,
  header: string | string[] | undefined,
  clientSecret: string,
): ReceivedWebhook {
  const fields = Object.fromEntries(new URLSearchParams(body));
  const { signature = "", ...others } = fields;
  const values = Object.keys(others)
    .toSorted()
    .map((name) => others[name])
    .join("");
  const hmac = (signed: string, encoding: "base64" | "hex"): string =>
    createHmac("sha256", clientSecret).update(signed).digest(encoding);
  return {
    fields,
    fieldSignatureHolds: equals(signature, hmac(values, "base64")),
    bodySignatureHolds: typeof header === "string" && equals(header, hmac(body, "hex")),
    receivedAt: performance.now(),
  };
}

/** Takes the same time wherever the two values differ. */
function equals(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
