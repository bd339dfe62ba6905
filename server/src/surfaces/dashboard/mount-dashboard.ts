import type { FastifyInstance } from "fastify";
import { loadWebauthn } from "#access";
import { mountOperations } from "#http";
import type { Context } from "#lib/context";
import { operations } from "./operations/index.ts";
import { endStreams } from "./stream-happenings.ts";
import { makeSurface } from "./surface.ts";

/** Mounts the dashboard's API. `simulatorUrl` is null if there are no simulated banks. */
export function mountDashboard(
  app: FastifyInstance,
  ctx: Context,
  options: { simulatorUrl: string | null },
): void {
  // The library is loaded before the first request, since passkeys are verified inside a transaction.
  app.addHook("onReady", async () => void (await loadWebauthn()));
  // Streams end only when their pages are closed, and a server that shuts down does not wait for that.
  app.addHook("preClose", async () => endStreams(ctx));
  mountOperations(app, ctx, makeSurface(ctx, options), { operations });
}
