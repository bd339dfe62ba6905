/** A proxy between a client and a server on this machine, which a test can cut at any moment. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import type { World } from "./world.ts";

/** Both ends of one connection. */
export interface Wire {
  readonly client: Socket;
  readonly server: Socket;
  /** Ends both connections at once; data that was not passed on is lost. */
  cut(): void;
}

/** Handles the bytes of one connection: it passes them on, or does not. */
export interface Relay {
  fromClient(bytes: Buffer): void;
  fromServer(bytes: Buffer): void;
}

interface ProxyOptions {
  /** The port on which the server listens. */
  readonly port: number;
  readonly relay: (wire: Wire) => Relay;
  /** A new connection is accepted when this resolves, and cut if it rejects. */
  readonly admit?: () => Promise<void>;
}

/** Starts a proxy in front of a server; returns its own port. It ends with the world. */
export async function startProxy(
  world: Pick<World, "onClose">,
  { port, relay, admit = async () => undefined }: ProxyOptions,
): Promise<number> {
  const open = new Set<Socket>();
  const listener = createServer({ pauseOnConnect: true }, (client) => {
    hold(open, client);
    admit().then(
      () => {
        if (!client.destroyed) join(client, hold(open, connect({ port, host: "127.0.0.1" })), relay);
      },
      () => client.destroy(),
    );
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  world.onClose(async () => {
    listener.close();
    for (const socket of open) socket.destroy();
  });
  return (listener.address() as AddressInfo).port;
}

/**
 * Keeps a socket in the set until it closes. Its errors are ignored: a client or server that is affected notices that
 * the other end closes.
 */
function hold(open: Set<Socket>, socket: Socket): Socket {
  open.add(socket);
  return socket
    .setNoDelay()
    .on("error", () => undefined)
    .on("close", () => open.delete(socket));
}

function join(client: Socket, server: Socket, relay: ProxyOptions["relay"]): void {
  const cut = (): void => {
    client.destroy();
    server.destroy();
  };
  const { fromClient, fromServer } = relay({ client, server, cut });
  client.on("data", fromClient).on("end", () => server.end());
  server.on("data", fromServer).on("end", () => client.end());
  client.on("close", () => server.destroy());
  server.on("close", () => client.destroy());
  client.resume();
}
