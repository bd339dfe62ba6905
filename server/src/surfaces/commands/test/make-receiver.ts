/** A developer's program that refuses the first webhook and accepts the others. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { World } from "#test/world";

export interface Receiver {
  readonly url: string;
  readonly received: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[];
  /** Waits until this many have come. */
  until(count: number): Promise<void>;
}

export async function makeReceiver(world: World): Promise<Receiver> {
  const received: Receiver["received"] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(received.length === 1 ? 500 : 200).end("noted");
      server.emit("received");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  world.onClose(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async until(count) {
      while (received.length < count) await once(server, "received");
    },
  };
}
