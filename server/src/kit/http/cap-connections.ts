/** Limits the connections that may be open at once: in all, and from one address. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { lineOf } from "#lib/line-of";

interface ConnectionLimits {
  readonly connections: number;
  readonly perAddress: number;
  /** Returns true for the address of a proxy, whose connections are those of many clients. */
  readonly isProxy: (address: string) => boolean;
  /** Answers a connection beyond the limit and ends it. */
  readonly refuse: (socket: Socket) => void;
}

/** Refuses connections beyond the limits before anything is read from them. */
export function capConnections(server: Server, limits: ConnectionLimits): void {
  const open = new Map<string, number>();
  let all = 0;
  server.prependListener("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    const line = lineOf(remoteAddress);
    const own = (open.get(line) ?? 0) + 1;
    open.set(line, own);
    all += 1;
    socket.once("close", () => {
      all -= 1;
      const left = open.get(line)! - 1;
      if (left === 0) open.delete(line);
      else open.set(line, left);
    });
    const isOwnTooMany = own > limits.perAddress && !limits.isProxy(remoteAddress);
    if (isOwnTooMany || all > limits.connections) limits.refuse(socket);
  });
}
