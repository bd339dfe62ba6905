/** The public status page, `/status`, also as JSON: the banks' health in real numbers with sample sizes. */
import type { FastifyInstance } from "fastify";
import { CALLS_TOLD_MIN, readPublicHealth, readPublicIncidents } from "#health";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS, isUnavailable } from "#lib/db-errors";
import { openStatusPage } from "@vitaran/web/status";
import { waitingPage } from "@vitaran/web/serve";
import { addressesOf, WEB_BUILD } from "./mount-web.ts";
import { whenBuilt } from "./when-built.ts";

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
