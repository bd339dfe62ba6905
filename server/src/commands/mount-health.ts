/** Endpoints for the operator of the server: liveness, readiness and metrics. */
import { hash, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";
import { readAddress } from "#access";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS } from "#lib/db-errors";

/** A database that has not responded by then counts as away. */
const ANSWER_WITHIN_MS = 3_000;

/**
 * `/healthz`: the process responds. `/readyz`: the database does too, and the process is not stopping.
 * `/metrics`: Prometheus, for callers on this computer, or with METRICS_TOKEN if that is set.
 */
export function mountHealth(app: FastifyInstance, ctx: Context): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    try {
      await Promise.race([ctx.db.directory((tx) => tx.query("select 1")), refuseAfter(ANSWER_WITHIN_MS)]);
      return { status: "ready" };
    } catch (error) {
      ctx.log.warn({ err: error }, "not ready: the database does not answer");
      return reply
        .code(503)
        .header("retry-after", COME_AGAIN_SECONDS)
        .send({ status: "the database does not answer" });
    }
  });
  app.get("/metrics", async (request, reply) => {
    if (mayMeasure(request, ctx.config.metricsToken))
      return reply.type(registry.contentType).send(await registry.metrics());
    return reply.code(403).send({
      error: "Metrics are served to this computer, or to requests with METRICS_TOKEN as bearer token.",
    });
  });
}

function mayMeasure({ headers, ip, socket }: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const given = (headers.authorization ?? "").replace(/^bearer +/i, "");
    return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", token, "buffer"));
  }
  // Behind a proxy on this computer every caller has its address, so forwarded requests do not count, nor do
  // those for other host names: they come through a proxy, or from a page whose name was pointed here.
  const isHandedOn = FORWARDING.some((name) => headers[name] !== undefined);
  const isHere = [ip, socket.remoteAddress ?? ""].every((one) => readAddress(one) === "127.0.0.1");
  return isHere && !isHandedOn && THIS_COMPUTER.test(headers.host ?? "");
}

const THIS_COMPUTER = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

const FORWARDING = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"] as const;

async function refuseAfter(ms: number): Promise<never> {
  await sleep(ms, null, { ref: false });
  throw new Error(`no answer within ${ms} ms`);
}
