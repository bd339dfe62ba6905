/** The road: an HTTP proxy in front of the server that counts calls, loses or delays answers, and kills the server. */
import { once } from "node:events";
import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Fate, makeRules, readRule } from "./road-rules.ts";

export interface RoadOptions {
  readonly baseUrl: string;
  /** Kills the server and starts it again. */
  readonly restart: () => Promise<void>;
  /** Returns the number of payments by the banks for each transfer whose ID begins with `prefix`. */
  readonly countPayments: (prefix: string) => Promise<Record<string, number>>;
}

export interface Road {
  readonly roadUrl: string;
  close(): Promise<void>;
}

interface Counts {
  calls: Record<string, number>;
  subCodes: Record<string, Record<string, number>>;
}

/** Opens the road on a free port. */
export async function openRoad({ baseUrl, restart, countPayments }: RoadOptions): Promise<Road> {
  const rules = makeRules();
  let counts: Counts = { calls: {}, subCodes: {} };
  let restarting = Promise.resolve();

  const pass = async (call: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const path = pathOf(call);
    counts.calls[path] = (counts.calls[path] ?? 0) + 1;
    const fate = rules.decide(path, call.headers.authorization);
    const kill = (): void => void (restarting = restart());
    const came = await forward(call, baseUrl, { fate, kill });
    if (came === null || fate.isLost) return void call.socket.destroy();
    countSubCode(counts, path, came);
    if (fate.holdMs > 0) await sleep(fate.holdMs);
    answer.writeHead(came.status, headersOf(came, fate)).end(came.body);
  };

  const tell = async (call: IncomingMessage, answer: ServerResponse): Promise<void> => {
    if (call.method === "DELETE") {
      rules.forget();
      counts = { calls: {}, subCodes: {} };
      return void answer.writeHead(204).end();
    }
    if (call.method === "POST") {
      rules.add(readRule(JSON.parse((await readBody(call)).toString())));
      return void answer.writeHead(204).end();
    }
    const prefix = new URL(call.url!, baseUrl).searchParams.get("prefix");
    const told =
      pathOf(call) === "/_road/paid" ? await restarting.then(() => countPayments(prefix ?? "")) : counts;
    answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(told));
  };

  const server = createServer((call, answer) => {
    const work = pathOf(call).startsWith("/_road") ? tell(call, answer) : pass(call, answer);
    work.catch((error: unknown) => {
      console.error("The road failed:", error);
      call.socket.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    roadUrl: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Came {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** Forwards a call and returns the response; null if the server cut the connection or cannot be reached. */
async function forward(
  call: IncomingMessage,
  baseUrl: string,
  { fate, kill }: { fate: Fate; kill: () => void },
): Promise<Came | null> {
  const body = await readBody(call);
  const { authorization: _, connection: __, ...rest } = call.headers;
  const headers: OutgoingHttpHeaders = { ...rest, "content-length": body.length };
  if (fate.authorization !== undefined) headers["authorization"] = fate.authorization;
  const sending = sendRequest(new URL(call.url!, baseUrl), { method: call.method!, headers });
  sending.end(body, () => {
    if (fate.killsServer) kill();
  });
  try {
    const [answer] = (await once(sending, "response")) as [IncomingMessage];
    return { status: answer.statusCode!, headers: answer.headers, body: await readBody(answer) };
  } catch {
    return null;
  }
}

function headersOf({ headers, body }: Came, { aheadSeconds }: Fate): OutgoingHttpHeaders {
  const { connection: _, "transfer-encoding": __, "keep-alive": ___, ...rest } = headers;
  const date = new Date(Date.parse(headers.date!) + aheadSeconds * 1000).toUTCString();
  return { ...rest, date, "content-length": body.length };
}

function countSubCode({ subCodes }: Counts, path: string, { headers, body }: Came): void {
  if (!headers["content-type"]?.includes("json")) return;
  const { subCode } = JSON.parse(body.toString()) as { subCode?: string };
  if (subCode === undefined) return;
  const ofPath = (subCodes[path] ??= {});
  ofPath[subCode] = (ofPath[subCode] ?? 0) + 1;
}

const pathOf = (call: IncomingMessage): string => call.url!.split("?")[0]!;

async function readBody(from: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of from) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
