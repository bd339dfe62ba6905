/** The one HTTP server: merchant API, sandbox, bank callbacks, health, and the web front when it is built. */
import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { buildApi } from "#api";
import { mountDashboard } from "#dashboard";
import { mountDemoKey, type Pause } from "#demo";
import { ConfigError } from "#lib/config";
import type { Context } from "#lib/context";
import { mountRedemption } from "#links/page";
import { mountSandbox } from "#sandbox";
import { mountCallbacks } from "./mount-callbacks.ts";
import { mountHealth } from "./mount-health.ts";
import { mountWeb } from "./mount-web.ts";

export interface Served {
  /** The port that was taken; useful when any free one was asked for. */
  port: number;
  close(): Promise<void>;
}

/**
 * Serves on `config.port`. `simulatorUrl` is null where there are no simulated banks: then there is no sandbox. `pause`
 * may make changes of some merchants wait.
 */
export async function serveHttp(ctx: Context, simulatorUrl: string | null, pause?: Pause): Promise<Served> {
  const app = buildApi(ctx);
  pause?.mount(app);
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const isTheirs = error.statusCode !== undefined && error.statusCode < 500;
    if (!isTheirs) ctx.log.error({ requestId: request.id, err: error }, "a request broke");
    const message = isTheirs
      ? "The request could not be read."
      : "Something broke here; the request id finds it in the log.";
    void reply.code(isTheirs ? error.statusCode! : 500).send({ error: { message, requestId: request.id } });
  });
  mountHealth(app, ctx);
  mountCallbacks(app, ctx);
  if (simulatorUrl !== null) {
    mountSandbox(app, ctx, { simulatorUrl });
    mountDemoKey(app, ctx);
  }
  mountDashboard(app, ctx, { simulatorUrl });
  mountRedemption(app, ctx);
  mountWeb(app, ctx);
  if (ctx.config.mode === "production") askForHttps(app);
  const close = makeClose(app);
  await listen(app, ctx.config.port);
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : ctx.config.port;
  return { port, close };
}

const YEAR_SECONDS = 31_536_000;

/** Every answer tells browsers to use HTTPS from now on; over plain HTTP they ignore it. */
function askForHttps(app: FastifyInstance): void {
  app.server.prependListener("request", (_request, response: ServerResponse) => {
    response.setHeader("strict-transport-security", `max-age=${YEAR_SECONDS}; includeSubDomains`);
  });
}

async function listen(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ port, host: "::" }).catch(async (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has no "::".
      if (error.code !== "EAFNOSUPPORT") throw error;
      await app.listen({ port, host: "0.0.0.0" });
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new ConfigError("PORT", `another program listens on port ${port} already`);
  }
}

const LOOK_EVERY_MS = 50;

/** Takes no new connection, answers every call under way, then ends those that clients keep open or never used. */
function makeClose(app: FastifyInstance): () => Promise<void> {
  const underWay = new Set<ServerResponse>();
  app.server.on("request", (_request, response) => {
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
  });
  return async () => {
    const looking = setInterval(() => {
      if (underWay.size === 0) app.server.closeAllConnections();
    }, LOOK_EVERY_MS);
    await app.close().finally(() => clearInterval(looking));
  };
}
