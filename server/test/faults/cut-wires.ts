/** A proxy whose connections a test can cut, some at a time, whatever they carry at that moment. */
import { startProxy, type Wire } from "../proxy.ts";
import type { World } from "../world.ts";

interface Wires {
  /** The server's address through the proxy. */
  readonly url: string;
  /** Cuts this share of the connections that are open. */
  cut(share: number, dice: () => number): void;
}

/** Starts a proxy in front of the server at an address; it ends with the world. */
export async function startWires(world: World, address: string): Promise<Wires> {
  const open = new Set<Wire>();
  const url = new URL(address);
  const port = await startProxy(world, {
    port: Number(url.port),
    relay(wire) {
      open.add(wire);
      wire.client.on("close", () => open.delete(wire));
      return {
        fromClient: (bytes) => void wire.server.write(bytes),
        fromServer: (bytes) => void wire.client.write(bytes),
      };
    },
  });
  url.port = String(port);
  return {
    url: url.href.replace(/\/$/, ""),
    cut(share, dice) {
      for (const wire of open) if (dice() < share) wire.cut();
    },
  };
}
