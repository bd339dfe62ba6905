import type { FastifyInstance, FastifyRequest } from "fastify";
import { merchantOfClientId, merchantOfToken } from "#access";

/** Makes changes by a merchant's people and programs wait while its history is written. Reading goes on. */
export interface Pause {
  /** Must be called before the server listens. */
  mount(app: FastifyInstance): void;
  /** Changes of this merchant wait until `done` settles, even if it fails. */
  until(merchantId: string, done: Promise<void>): void;
}

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Without a pause, changes in the first seconds of the demo would be dated weeks back, in the middle of its history.
 */
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

/** The dashboard's API names the merchant in the path, the others in a token or client ID. Bank callbacks name none. */
function merchantOf({ url, headers }: FastifyRequest): string | null {
  const [, named] = /^\/api\/merchants\/([0-9a-f-]{36})\//.exec(url) ?? [];
  if (named !== undefined) return named;
  const { authorization, "x-client-id": clientId } = headers;
  if (authorization !== undefined) return merchantOfToken(authorization.replace(/^bearer +/i, ""));
  // In the classic API this header asks for a token, which changes nothing of the merchant's.
  const orders = typeof clientId === "string" && !url.startsWith("/payout/v1/");
  return orders ? merchantOfClientId(clientId) : null;
}
