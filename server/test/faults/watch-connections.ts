/** Observes every connection that this process tries to make, by its address. */
import { Socket } from "node:net";

export interface Connections {
  /** Returns `address:port` of each attempt since the last call, without those to the database; forgets them. */
  look(): string[];
}

/** Observes from now on; all sockets are included, whoever creates them, also encrypted ones. */
export function watchConnections({ except }: { except: readonly string[] }): Connections {
  const known = new Set(except);
  const tried: string[] = [];
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function watched(this: Socket, ...parameters: unknown[]): Socket {
    this.on("connectionAttempt", (address: string, port: number) => tried.push(`${address}:${port}`));
    return Reflect.apply(connect, this, parameters) as Socket;
  } as typeof connect;
  return {
    look: () => tried.splice(0).filter((one) => !known.has(one) && !known.has(one.split(":").at(-1)!)),
  };
}
