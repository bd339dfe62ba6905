import type { FastifyInstance } from "fastify";
import { loadWebauthn } from "#access";
import { mountOperations } from "#http";
import type { Context } from "#lib/context";
import { operations } from "./operations/index.ts";
import { endStreams } from "./stream-happenings.ts";
import { makeSurface } from "./surface.ts";

/** Mounts the dashboard's API. `simulatorUrl` is null where there are no simulated banks. */
export function mountDashboard(
  app: FastifyInstance,
  ctx: Context,
  options: { simulatorUrl: string | null },
): void {
  // Before the first request, since passkeys are verified inside a transaction.
  app.addHook("onReady", async () => void (await loadWebauthn()));
  // A stream ends only when its page is closed; a server that shuts down does not wait for that.
  app.addHook("preClose", async () => endStreams(ctx));
  mountOperations(app, ctx, makeSurface(ctx, options), { operations });
}
