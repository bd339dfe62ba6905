/** Serves the series of the alerts' cases as a process of the product does, in good times or in bad ones. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { allShapes, type Shape, writeSeries } from "./alert-cases.ts";

interface FiguresServer {
  readonly address: string;
  /** Has nothing to serve in bad times. */
  readonly otherAddress: string;
  turn(times: "good" | "bad"): void;
  close(): void;
}

/** Opens two addresses on free ports, which want the token. */
export async function serveFigures(token: string): Promise<FiguresServer> {
  let isBad = false;
  const figures = makeFigures();
  const first = await listen(token, () => figures(isBad));
  const other = await listen(token, () => (isBad ? null : 'vitaran_process_info{role="api"} 1\n'));
  return {
    address: addressOf(first),
    otherAddress: addressOf(other),
    turn: (times) => void (isBad = times === "bad"),
    close: () => [first, other].forEach((server) => server.close()),
  };
}

/** Returns the text to serve; counters have grown since the last time. */
function makeFigures(): (isBad: boolean) => string {
  const counts = new Map<Shape, number>();
  const shapes = allShapes();
  let servedAt = performance.now();
  return (isBad) => {
    const seconds = (performance.now() - servedAt) / 1_000;
    servedAt = performance.now();
    const lines = shapes.flatMap((shape) => {
      const value = isBad ? shape.bad : shape.good;
      if (shape.as === "level") return [`${writeSeries(shape)} ${value}`];
      if (shape.as === "ago") return [`${writeSeries(shape)} ${Date.now() / 1_000 - value}`];
      const known = counts.get(shape);
      if (shape.as === "first" && known === undefined && !isBad) return [];
      const count = shape.as === "first" ? shape.bad : (known ?? 0) + seconds * value;
      counts.set(shape, count);
      return [`${writeSeries(shape)} ${count}`];
    });
    return `${lines.join("\n")}\n`;
  };
}

async function listen(token: string, write: () => string | null): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(403).end();
    const text = request.url === "/metrics" ? write() : null;
    if (text === null) response.writeHead(503).end();
    else response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end(text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const addressOf = (server: Server): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;
