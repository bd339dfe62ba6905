import type { FastifyInstance } from "fastify";
import { mountOperations, Refusal } from "#http";
import type { Context } from "#lib/context";
import { operations } from "./operations/index.ts";
import { makeSurface, PREFIX } from "./surface.ts";

/** Mounts the dashboard's API. `simulatorUrl` is null where there are no simulated banks. */
export function mountDashboard(
  app: FastifyInstance,
  ctx: Context,
  options: { simulatorUrl: string | null },
): void {
  const surface = makeSurface(ctx, options);
  mountOperations(app, ctx, surface, { operations });
  app.all(`${PREFIX}/*`, (_request, reply) => surface.refuse(reply, new Refusal("not_found"), null));
}
