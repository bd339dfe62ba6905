/** For whoever operates the server: is it alive, can it work, what does it do. */
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Context } from "#lib/context";

/** `/healthz`: the process answers. `/readyz`: the database does too. `/metrics`: Prometheus. */
export function mountHealth(app: FastifyInstance, ctx: Context): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    try {
      await ctx.db.directory((tx) => tx.query("select 1"));
      return { status: "ready" };
    } catch (error) {
      ctx.log.warn({ err: error }, "not ready: the database does not answer");
      return reply.code(503).send({ status: "the database does not answer" });
    }
  });
  app.get("/metrics", async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
