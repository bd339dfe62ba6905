/** Every connection that this process tries to make, by the address that it is tried to. */
import { Socket } from "node:net";

export interface Connections {
  /** `address:port` of each try since the last look, without those of the database; forgets them. */
  look(): string[];
}

/** Watches from now on; all sockets are watched, no matter who makes them, encrypted ones too. */
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
