/** Endpoints for the operator of a process: liveness, readiness and metrics. */
import { hash, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics } from "prom-client";
import { readAddress } from "#access";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS } from "#lib/db-errors";
import { defineGauge, processRegistry, writeProcessMetrics } from "#lib/metrics";
import { writeHomeFigures } from "./read-figures.ts";

collectDefaultMetrics({ register: processRegistry });

/** A process does everything, serves the API, or works in the background. */
export type ProcessRole = "all" | "api" | "worker";

const info = defineGauge("vitaran_process_info", {
  help: "Always 1. The label says what the process does: everything (all), the API (api), or background work (worker).",
  labels: ["role"],
});

/** A database that does not respond within this time, in ms, counts as unavailable. */
const ANSWER_WITHIN_MS = 3_000;

/**
 * `/healthz`: the process responds. `/readyz`: a database does too, and the process is not stopping.
 * `/metrics`: Prometheus, for callers on this computer, or with METRICS_TOKEN if that is set.
 */
export function mountMonitoring(app: FastifyInstance, ctx: Context, role: ProcessRole): void {
  info.set({ role }, 1);
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    try {
      const asked = ctx.db.homes.all().map((home) => home.transact((tx) => tx.query("select 1")));
      await Promise.race([Promise.any(asked), refuseAfter(ANSWER_WITHIN_MS)]);
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
      return reply.type(processRegistry.contentType).send(await writeMetrics(ctx));
    return reply.code(403).send({
      error: "Metrics are served to this computer, or to requests with METRICS_TOKEN as bearer token.",
    });
  });
}

async function writeMetrics(ctx: Context): Promise<string> {
  const parts = await Promise.all([writeHomeFigures(ctx), writeProcessMetrics(ctx)]);
  return parts.join("\n");
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
