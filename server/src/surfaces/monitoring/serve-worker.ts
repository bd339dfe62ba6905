/** The port of a worker process, by which its operator watches it. */
import fastify from "fastify";
import { ConfigError } from "#lib/config";
import type { Context } from "#lib/context";
import { holdPort } from "#lib/own-ports";
import { mountMonitoring } from "./mount-monitoring.ts";

interface ServedWorker {
  readonly port: number;
  close(): Promise<void>;
}

/** Any free port. */
const ANY = 0;

/**
 * Serves `/healthz`, `/readyz` and `/metrics` on WORKER_PORT. If it is not set, and another worker of this computer has
 * its default already, a free port is taken.
 */
export async function serveWorker(ctx: Context): Promise<ServedWorker> {
  const { workerPort, isWorkerPortSet } = ctx.config;
  const served = await listen(ctx, workerPort);
  if (served !== null) return served;
  if (isWorkerPortSet)
    throw new ConfigError("WORKER_PORT", `another program listens on port ${workerPort} already`);
  return (await listen(ctx, ANY))!;
}

/** Returns null if the port is taken. */
async function listen(ctx: Context, wanted: number): Promise<ServedWorker | null> {
  const app = fastify({ logger: false });
  mountMonitoring(app, ctx, "worker");
  const listenOn = (host: string): Promise<string> => app.listen({ port: wanted, host });
  try {
    await listenOn("::").catch(async (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has no "::".
      if (error.code !== "EAFNOSUPPORT") throw error;
      await listenOn("0.0.0.0");
    });
  } catch (error) {
    await app.close();
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return null;
  }
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : wanted;
  const release = holdPort(port);
  const close = async (): Promise<void> => {
    app.server.closeAllConnections();
    await app.close();
    release();
  };
  return { port, close };
}
