/**
 * `.data/demo.json`: the credentials of the demo, for people and programs that try the server. `GET
 * /sandbox/demo-key` returns the demo merchant's key pair in it to the documentation, if it is read on the computer
 * on which `npm start` runs. It is shown to no one else: the peer, the requested address and the calling page must
 * all be on this computer, and there must be no sign of a proxy, because behind one every peer would seem to be
 * local.
 */
import assert from "node:assert/strict";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readWebhookSecret, type Role, type StatusMode } from "#access";
import type { Config } from "#lib/config";
import type { Context } from "#lib/context";

export interface DemoFile {
  baseUrl: string;
  /** The password is null when the admin has changed it. */
  dashboard: { email: string; password: string | null };
  /** These IDs are for the operator's commands. */
  organizationId: string;
  members: DemoMember[];
  clients: DemoClient[];
}

interface DemoMember {
  memberId: string;
  email: string;
  name: string;
  role: Role;
}

export interface DemoClient {
  name: string;
  merchantId: string;
  clientId: string;
  clientSecret: string;
  httpStatus: StatusMode;
}

export const demoFilePath = ({ config }: Context): string => join(config.dataDir, "demo.json");

/** Reads the merchant's present client secret. */
export async function readSecret(ctx: Context, merchantId: string): Promise<string> {
  const secret = await ctx.db.inMerchant(merchantId, (tx) => readWebhookSecret(tx, ctx.vault));
  assert(secret !== null, "the demo's merchants have key pairs");
  return secret;
}

/** Replaces the file in one step, so that a reader finds either the old file or the new one. */
export async function writeDemoFile(ctx: Context, demo: DemoFile): Promise<void> {
  const path = demoFilePath(ctx);
  await writeFile(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

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
  // Another host name may have been pointed at this computer (DNS rebinding), and the request may come from another
  // site's page.
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
