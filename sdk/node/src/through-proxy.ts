/** Sends calls through an HTTP proxy: a tunnel (CONNECT) to an https address, a plain request to an http one. */
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { Agent as TunnelAgent, request as requestSecurely } from "node:https";
import { connect } from "node:tls";
import type { Fetch, FetchAnswer } from "./options.ts";

/** The proxy refused to open a tunnel or could not be reached, so nothing was sent to the server. */
export const PROXY_FAILED = "ERR_PROXY_FAILED";

/** @param address such as `http://proxy.example:3128`, with user and password if the proxy needs them */
export function fetchThroughProxy(address: string): Fetch {
  const proxy = new URL(address);
  const place = { host: proxy.hostname, port: proxy.port === "" ? 80 : Number(proxy.port) };
  const login = [proxy.username, proxy.password].map(decodeURIComponent).join(":");
  const own: Record<string, string> =
    login === ":" ? {} : { "Proxy-Authorization": `Basic ${Buffer.from(login).toString("base64")}` };
  const agent = new Agent({ keepAlive: true });
  const tunnels = openTunnels(place, own);
  return async (url, { method, headers, body, signal }) => {
    const target = new URL(url);
    const options = { method, signal: signal as AbortSignal };
    const call =
      target.protocol === "https:"
        ? requestSecurely(target, { ...options, headers, agent: tunnels })
        : request({
            ...options,
            ...place,
            path: url,
            agent,
            headers: { Host: target.host, ...headers, ...own },
          });
    call.end(body);
    const [answer] = (await once(call, "response")) as [IncomingMessage];
    // The answer reports any error from here on.
    call.on("error", () => undefined);
    return readAnswer(answer);
  };
}

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * Returns an agent that opens a tunnel for every connection. TLS is between us and the server, so the proxy cannot read
 * anything.
 */
function openTunnels(proxy: Place, headers: Readonly<Record<string, string>>): TunnelAgent {
  const agent = new TunnelAgent({ keepAlive: true });
  agent.createConnection = (options, done = () => undefined) => {
    const path = `${options.host}:${options.port}`;
    const { signal } = options;
    const fail = (message: string): void =>
      done(Object.assign(new Error(message), { code: PROXY_FAILED }), undefined as never);
    const asking = request({
      ...proxy,
      method: "CONNECT",
      path,
      headers: { Host: path, ...headers },
      ...(signal === undefined ? {} : { signal }),
    });
    asking.once("connect", ({ statusCode }: IncomingMessage, socket) => {
      if (statusCode === 200) return done(null, connect({ ...options, socket } as object));
      socket.destroy();
      fail(`the proxy answered ${statusCode}`);
    });
    asking.once("response", ({ statusCode }: IncomingMessage) => fail(`the proxy answered ${statusCode}`));
    asking.once("error", (error) => fail(`the proxy could not be reached: ${error.message}`));
    asking.end();
    return undefined;
  };
  return agent;
}

async function readAnswer(answer: IncomingMessage): Promise<FetchAnswer> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const content = Buffer.concat(parts);
  return {
    status: answer.statusCode as number,
    headers: { get: (name) => [answer.headers[name.toLowerCase()]].flat().join(", ") || null },
    arrayBuffer: () => Promise.resolve(new Uint8Array(content).buffer),
  };
}
