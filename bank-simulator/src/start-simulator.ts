/** The HTTP server in front of the simulated banks. */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Ask, ControlError } from "./ask.ts";
import { answerCustomer } from "./bank-routes.ts";
import { BANK_BY_ID } from "./banks.ts";
import { CONTROLS } from "./control-routes.ts";
import { collectFolders } from "./iso-folder.ts";
import { makeWorld } from "./world.ts";
import type { World, WorldOptions } from "./world.ts";

export interface Simulator {
  readonly port: number;
  /** The bearer token for the controls. */
  readonly secret: string;
  readonly world: World;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 1_000_000;
const COLLECT_EVERY_MS = 1_000;

/**
 * Starts the banks on `port` (0: any free one) of `host` (default: this machine only). Their controls require the
 * `secret`, which is generated if it is absent.
 */
export async function startSimulator(
  options: WorldOptions & { port?: number; host?: string; secret?: string } = {},
): Promise<Simulator> {
  const world = makeWorld(options);
  const secret = options.secret ?? randomBytes(32).toString("base64url");
  const server = createServer((request, response) => receive({ world, secret }, request, response));
  // This is longer than any customer keeps a connection open: if a bank closed first, the outcome of a payment just
  // sent would be unknown.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, options.host ?? "127.0.0.1", resolve);
  });
  const collecting = setInterval(() => collectFolders(world), COLLECT_EVERY_MS).unref();
  let closing: Promise<void> | undefined;
  return {
    port: (server.address() as AddressInfo).port,
    secret,
    world,
    close() {
      clearInterval(collecting);
      return (closing ??= close(world, server));
    },
  };
}

async function close(world: World, server: Server): Promise<void> {
  world.clocks.reset();
  world.callbacks.close();
  world.journal.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

interface Front {
  readonly world: World;
  readonly secret: string;
}

function receive(front: Front, request: IncomingMessage, response: ServerResponse): void {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => {
    body += part;
    if (body.length > BODY_BYTES_MAX) request.destroy();
  });
  request.on("end", () => {
    try {
      route(front, { request, response, body });
    } catch (error) {
      // A bug of the simulator must not look like a mishap, so the process ends and the tests fail loudly.
      process.nextTick(() => {
        throw error;
      });
    }
  });
}

function route(
  { world, secret }: Front,
  call: { request: IncomingMessage; response: ServerResponse; body: string },
): void {
  const { request, response, body } = call;
  const url = request.url ?? "/";
  if (!isReadable(url)) return write(response, 400, { error: "the address cannot be read" });
  const slash = url.indexOf("/", 1);
  const bank = slash < 0 ? undefined : BANK_BY_ID.get(url.slice(1, slash));
  if (bank !== undefined)
    return answerCustomer(world, bank, { request, response, path: url.slice(slash), body });

  const { pathname, searchParams } = new URL(url, "http://bank");
  for (const { method, path, run } of CONTROLS) {
    const found = request.method === method ? path.exec(pathname) : null;
    if (found === null) continue;
    if (pathname.startsWith("/sim/") && !isGiven(secret, request))
      return write(response, 401, { error: "the controls need their secret as bearer token" });
    const names = found.slice(1).map(decodeURIComponent);
    void control(response, async () =>
      run(world, { ...Object.fromEntries(searchParams), ...parse(body) }, names),
    );
    return;
  }
  write(response, 404, { error: `no such call: ${request.method} ${pathname}` });
}

function isGiven(secret: string, { headers }: IncomingMessage): boolean {
  const given = (headers.authorization ?? "").replace(/^bearer +/i, "");
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", secret, "buffer"));
}

function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return URL.canParse(url, "http://bank");
  } catch {
    return false;
  }
}

async function control(response: ServerResponse, run: () => Promise<object>): Promise<void> {
  try {
    write(response, 200, await run());
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    write(response, 400, { error: error.message });
  }
}

function parse(body: string): Ask {
  if (body === "") return {};
  try {
    return JSON.parse(body) as Ask;
  } catch {
    throw new ControlError("the body is not JSON");
  }
}

function write(response: ServerResponse, httpStatus: number, words: object): void {
  const text = JSON.stringify(words);
  response.writeHead(httpStatus, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}
