/** The single HTTP server: merchant API, sandbox, bank callbacks, health, and the web front if built. */
import type { ServerResponse } from "node:http";
import { waitingPage } from "@vitaran/web/serve";
import { openStatusPage } from "@vitaran/web/status";
import type { FastifyInstance, FastifyReply } from "fastify";
import { buildApi } from "#api";
import { mountDashboard } from "#dashboard";
import { mountDemoKey, type Pause } from "#demo";
import { mountDeveloper } from "#developer";
import { CALLS_TOLD_MIN, readPublicHealth, readPublicIncidents } from "#health";
import { ConfigError } from "#lib/config";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS, isUnavailable, logFault, StoppingError } from "#lib/db-errors";
import { OverloadError } from "#lib/gather";
import { HTTPS_ONLY } from "#lib/https-only";
import { holdPort } from "#lib/own-ports";
import { mountRedemption } from "#links/page";
import { mountMcp } from "#mcp";
import { measureCalls, mountMonitoring, type ProcessRole } from "#monitoring";
import { mountSandbox } from "#sandbox";
import { mountCallbacks } from "./mount-callbacks.ts";
import { addressesOf, mountWeb, WEB_BUILD, readDocsPages, whenBuilt } from "./mount-web.ts";

export interface Served {
  /** The port in use; relevant if any free one was requested. */
  port: number;
  /**
   * Accepts no new connections from now on, and refuses calls over the old ones; running calls are answered.
   * May be called again.
   */
  shut(): void;
  /** Shuts, and resolves when every running call was answered or has used up its time. */
  close(): Promise<void>;
}

interface ServeOptions {
  /** May delay the changes of some merchants. */
  readonly pause?: Pause;
  /** Resolves when the build of the pages ends, to true if it succeeded. Null means that nothing is being built. */
  readonly building?: Promise<boolean> | null;
  /** The part of the work that this process does. Default: all of it. */
  readonly role?: ProcessRole;
}

/** Serves on `config.port`. `simulatorUrl` is null without simulated banks: then there is no sandbox. */
export async function serveHttp(
  ctx: Context,
  simulatorUrl: string | null,
  { pause, building = null, role = "all" }: ServeOptions = {},
): Promise<Served> {
  const app = buildApi(ctx);
  measureCalls(app, ctx);
  const ending = makeEnding(app);
  pause?.mount(app);
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => answerFault(ctx, error, reply));
  mountMonitoring(app, ctx, role);
  mountStatus(app, ctx, building);
  mountCallbacks(app, ctx);
  mountDeveloper(app, ctx);
  if (simulatorUrl !== null) {
    mountSandbox(app, ctx, { simulatorUrl });
    mountDemoKey(app, ctx);
  }
  mountDashboard(app, ctx, { simulatorUrl });
  mountRedemption(app, ctx);
  const docs = whenBuilt(building, () => readDocsPages(ctx));
  mountMcp(app, ctx, { docs: () => docs() ?? [] });
  mountWeb(app, ctx, building);
  if (ctx.config.mode === "production") askForHttps(app);
  await listen(app, ctx.config.port);
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : ctx.config.port;
  app.server.once("close", holdPort(port));
  return { port, ...ending };
}

/** Answers errors outside the surfaces that have messages of their own. */
function answerFault(ctx: Context, error: { statusCode?: number }, reply: FastifyReply): void {
  const requestId = reply.request.id;
  const isTheirs = error.statusCode !== undefined && error.statusCode < 500;
  const isExpected = isTheirs || error instanceof OverloadError;
  if (!isExpected) logFault(ctx.log, error, { facts: { requestId }, text: "a request broke" });
  const send = (status: number, message: string) =>
    reply.code(status).send({ error: { message, requestId } });
  if (error instanceof OverloadError) {
    void reply.header("retry-after", 1);
    void send(429, "Too many requests at once. Try again in a moment.");
  } else if (isTheirs) void send(error.statusCode!, "The request could not be read.");
  else if (isUnavailable(error)) {
    void reply.header("retry-after", COME_AGAIN_SECONDS);
    void send(503, "The service is not available at the moment. Try again in a few seconds.");
  } else void send(500, "Something broke here; the request id finds it in the log.");
}

/** Asks for HTTPS in every answer, including those without a handler. */
function askForHttps(app: FastifyInstance): void {
  const [[name, value]] = Object.entries(HTTPS_ONLY) as [[string, string]];
  app.server.prependListener("request", (_request, response: ServerResponse) => {
    response.setHeader(name, value);
  });
  app.server.on("checkExpectation", (_request, response: ServerResponse) => {
    response.writeHead(417, HTTPS_ONLY).end();
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
/** A call that takes longer than this has a client that stopped reading or writing. */
const FINISH_WITHIN_MS = 6_000;
/** The operator can watch the server until it has stopped. */
const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(["/healthz", "/metrics"]);

/** Answers every running call, then ends the connections that clients keep open or never used. */
function makeEnding(app: FastifyInstance): Pick<Served, "shut" | "close"> {
  const underWay = new Set<ServerResponse>();
  let closing: Promise<void> | null = null;
  app.server.on("request", (_request, response) => {
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
  });
  app.addHook("onRequest", async (request) => {
    if (closing !== null && !ALWAYS_ANSWERED.has(request.url)) throw new StoppingError();
  });
  const begin = async (): Promise<void> => {
    const startedAt = performance.now();
    const looking = setInterval(() => {
      const isOver = underWay.size === 0 || performance.now() - startedAt > FINISH_WITHIN_MS;
      if (isOver) app.server.closeAllConnections();
    }, LOOK_EVERY_MS);
    await app.close().finally(() => clearInterval(looking));
  };
  const close = (): Promise<void> => (closing ??= begin());
  // An error while closing is reported to the caller of `close`.
  return { close, shut: () => void close().catch(() => undefined) };
}

// The public status page, `/status`, also as JSON: the banks' health in real numbers with sample sizes.

/** The time for which an answer is cached: callers who ask more often get the same one. */
const KEPT_MS = 15_000;
const KEPT = { "cache-control": "public, max-age=15" };

type Figures = Awaited<ReturnType<typeof readFigures>>;

/**
 * Mounts both. They need no login and reveal nothing about any merchant. While the database is away the page
 * says so; while it is being built, another page waits for it.
 */
export function mountStatus(app: FastifyInstance, ctx: Context, building: Promise<boolean> | null): void {
  const open = () => openStatusPage({ buildDir: WEB_BUILD, addresses: addressesOf(ctx) });
  const built = whenBuilt(building, open);
  let kept: { readonly at: number; readonly figures: Promise<Figures> } | null = null;
  const read = (): Promise<Figures> => {
    if (kept === null || performance.now() - kept.at > KEPT_MS) {
      kept = { at: performance.now(), figures: readFigures(ctx) };
      kept.figures.catch(() => (kept = null));
    }
    return kept.figures;
  };
  app.get("/status.json", async (_request, reply) => reply.headers(KEPT).send(await read()));
  app.get("/status", async (request, reply) => {
    const page = built();
    if (page === null) {
      reply.hijack();
      waitingPage(request.raw, reply.raw);
      return;
    }
    reply.headers(page.headers);
    try {
      const figures = await read();
      return reply.headers(KEPT).send(page.write({ ...figures, callsToldMin: CALLS_TOLD_MIN }));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      ctx.log.warn({ err: error }, "the status page has no figures: the database does not answer");
      return reply.code(503).header("retry-after", COME_AGAIN_SECONDS).send(page.write(null));
    }
  });
}

async function readFigures(ctx: Context) {
  const [health, incidents] = await Promise.all([readPublicHealth(ctx), readPublicIncidents(ctx)]);
  return { ...health, incidents };
}
