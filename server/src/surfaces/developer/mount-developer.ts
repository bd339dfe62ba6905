/** `/developer/*`, for a merchant's own bearer token. */
import type { FastifyInstance } from "fastify";
import type { Caller } from "#access";
import { mountOperations, takesKey, type Operation, writeOpenApi } from "#http";
import type { Context } from "#lib/context";
import { followingOperations } from "./following.ts";
import { listenerOperations } from "./listeners.ts";
import type { DeveloperOperation } from "./operation.ts";
import { DeveloperError } from "./errors.ts";
import { describeTokenSurface, makeTokenSurface } from "./token-surface.ts";

const operations: readonly DeveloperOperation[] = [...listenerOperations, ...followingOperations];

/** Mounts the operations, for sandbox and live merchants. */
export function mountDeveloper(app: FastifyInstance, ctx: Context): void {
  const surface = makeTokenSurface<Caller, DeveloperOperation>(ctx, {
    prefix: "/developer",
    errors: DeveloperError,
    admit: (caller) => caller,
    callerOf: (caller) => caller,
    reading: {},
    sayBody: { too_large: "The body is too large.", not_an_object: "The body is not a JSON object." },
  });
  mountOperations(app, ctx, surface, { operations });
}

/** Builds the OpenAPI 3.1 document of the operations for developers' tools. */
export function buildDeveloperContract(): unknown {
  return writeOpenApi(operations as readonly Operation<never>[], {
    title: "Vitaran developer tools",
    version: "1.0.0",
    description:
      "What `vitaran listen`, `vitaran logs` and `vitaran transfers tail` ask, at sandbox and live merchants. The " +
      "merchant's own bearer token says who calls. Amounts are rupees, moments ISO 8601.",
    serverPath: "/developer",
    takesKey,
    ...describeTokenSurface("developer"),
  });
}
