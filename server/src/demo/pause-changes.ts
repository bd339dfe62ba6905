import type { FastifyInstance, FastifyRequest } from "fastify";
import { merchantOfClientId, merchantOfToken } from "#access";

/** Lets what a merchant's people and programs change wait while its past is written; reading goes on. */
export interface Pause {
  /** To be called before the server listens. */
  mount(app: FastifyInstance): void;
  /** Changes of this merchant wait until `done`, however that ends. */
  until(merchantId: string, done: Promise<void>): void;
}

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** Without it, what is done in the first seconds of the demo would be dated weeks back, in the middle of its past. */
export function makePause(): Pause {
  const paused = new Map<string, Promise<void>>();
  return {
    mount(app) {
      app.addHook("onRequest", async (request) => {
        if (paused.size === 0 || READING.has(request.method)) return;
        await paused.get(merchantOf(request) ?? "");
      });
    },
    until(merchantId, done) {
      paused.set(
        merchantId,
        done.catch(() => undefined).finally(() => paused.delete(merchantId)),
      );
    },
  };
}

/** By the path of the dashboard's API, or by the token or client id of the others. Banks that call back name none. */
function merchantOf({ url, headers }: FastifyRequest): string | null {
  const [, named] = /^\/api\/merchants\/([0-9a-f-]{36})\//.exec(url) ?? [];
  if (named !== undefined) return named;
  const { authorization, "x-client-id": clientId } = headers;
  if (authorization !== undefined) return merchantOfToken(authorization.replace(/^bearer +/i, ""));
  // The classic API asks for a token with it, which changes nothing of the merchant's.
  const orders = typeof clientId === "string" && !url.startsWith("/payout/v1/");
  return orders ? merchantOfClientId(clientId) : null;
}
