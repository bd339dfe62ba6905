/**
 * `GET /sandbox/demo-key` returns the demo merchant's key pair to the documentation, if it is read on the computer on
 * which `npm start` runs. It is shown to no one else: the peer, the requested address and the calling page must all be
 * on this computer, and there must be no sign of a proxy, because behind one every peer would seem to be local.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "#lib/config";
import type { Context } from "#lib/context";
import type { DemoClient, DemoFile } from "./demo-file.ts";

/** The answer, always with status 200, so that a page can ask without causing an error. */
export type DemoOffer = { offered: false } | { offered: true; clientId: string; clientSecret: string };

const LOOPBACK_PEER = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const SIGNS_OF_A_PROXY = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"] as const;

/** Mounts the endpoint beside the sandbox. Without demo merchants it offers nothing. */
export function mountDemoKey(app: FastifyInstance, ctx: Context): void {
  app.get("/sandbox/demo-key", async (request, reply): Promise<DemoOffer> => {
    void reply.header("cache-control", "no-store");
    const client = isNeighbour(request, ctx.config) ? await readDemoClient(ctx.config) : null;
    if (client === null) return { offered: false };
    return { offered: true, clientId: client.clientId, clientSecret: client.clientSecret };
  });
}

function isNeighbour({ headers, socket }: FastifyRequest, { mode, publicUrl, trustProxy }: Config): boolean {
  if (mode !== "sandbox" || trustProxy.length > 0) return false;
  if (publicUrl !== null && !isLoopbackName(new URL(publicUrl).host)) return false;
  if (!LOOPBACK_PEER.test(socket.remoteAddress ?? "")) return false;
  if (SIGNS_OF_A_PROXY.some((name) => headers[name] !== undefined)) return false;
  // The host may be another name that was made to lead here, and the request may come from a page elsewhere.
  const { host = "", referer = "", "sec-fetch-site": site = "same-origin" } = headers;
  if (!isLoopbackName(host) || site !== "same-origin") return false;
  return URL.canParse(referer) && new URL(referer).host === host;
}

const isLoopbackName = (host: string): boolean => LOOPBACK_NAME.test(host.replace(/:\d+$/, ""));

/** The demo merchant that answers with HTTP statuses; null if there is none. */
async function readDemoClient({ dataDir }: Config): Promise<DemoClient | null> {
  const text = await readFile(join(dataDir, "demo.json"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return null;
  });
  if (text === null) return null;
  return (JSON.parse(text) as DemoFile).clients.find(({ httpStatus }) => httpStatus === "rest") ?? null;
}
