/** `/developer/*`, for a merchant's own bearer token. */
import type { FastifyInstance } from "fastify";
import { mountOperations, takesKey, type Operation, writeOpenApi } from "#http";
import type { Context } from "#lib/context";
import { followingOperations } from "./following.ts";
import { listenerOperations } from "./listeners.ts";
import type { DeveloperOperation } from "./operation.ts";
import { makeSurface } from "./surface.ts";

const operations: readonly DeveloperOperation[] = [...listenerOperations, ...followingOperations];

/** Mounts the operations, for sandbox and live merchants. */
export function mountDeveloper(app: FastifyInstance, ctx: Context): void {
  mountOperations(app, ctx, makeSurface(ctx), { operations });
}

const refusal = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string", description: "`module.code`" },
        message: { type: "string" },
        details: { type: "object", description: "With `field` and `why` where a field is wrong." },
      },
      required: ["code", "message", "details"],
    },
  },
  required: ["error"],
};

const COMMON = {
  "access.token_invalid": { status: 403, message: "" },
  "developer.bad_request": { status: 422, message: "" },
  "developer.too_many_requests": { status: 429, message: "" },
};

/** The OpenAPI 3.1 document of what developers' tools ask. */
export function buildDeveloperContract(): unknown {
  return writeOpenApi(operations as readonly Operation<never>[], {
    title: "Vitaran developer tools",
    version: "1.0.0",
    description:
      "What `vitaran listen`, `vitaran logs` and `vitaran transfers tail` ask, at sandbox and live merchants. The " +
      "merchant's own bearer token says who calls. Amounts are rupees, moments ISO 8601.",
    serverUrl: "http://localhost:8080/developer",
    security: { token: { type: "http", scheme: "bearer" } },
    refusal,
    takesKey,
    commonRefusals: () => COMMON,
  });
}
