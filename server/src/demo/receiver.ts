/** The demo business's own webhook receiver, which runs while its history is written. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Receiver {
  readonly url: string;
  /** True if it accepts webhooks; otherwise it answers that it is being repaired. */
  answers: boolean;
  close(): Promise<void>;
}

/** Listens on a free port of this computer. */
export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume();
    response.statusCode = receiver.answers ? 200 : 503;
    response.end(receiver.answers ? "OK" : "Under repair until 18:30");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/erp/payouts`,
    answers: true,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}
