/** For whoever operates the server: is it alive, can it work, what does it do. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Context } from "#lib/context";
import { COME_AGAIN_SECONDS } from "#lib/db-errors";

/** A database that has not answered by then is away. */
const ANSWER_WITHIN_MS = 3_000;

/**
 * `/healthz`: the process answers. `/readyz`: the database does too, and the process is not ending. `/metrics`:
 * Prometheus.
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
  app.get("/metrics", async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

async function refuseAfter(ms: number): Promise<never> {
  await sleep(ms, null, { ref: false });
  throw new Error(`no answer within ${ms} ms`);
}
