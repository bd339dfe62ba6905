import type { FastifyInstance } from "fastify";
import { mountOperations } from "#http";
import type { Context } from "#lib/context";
import { operations } from "./operations/index.ts";
import { makeSurface } from "./surface.ts";

/** Mounts the dashboard's API. `simulatorUrl` is null where there are no simulated banks. */
export function mountDashboard(
  app: FastifyInstance,
  ctx: Context,
  options: { simulatorUrl: string | null },
): void {
  mountOperations(app, ctx, makeSurface(ctx, options), { operations });
}
