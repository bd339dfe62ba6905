/** The sandbox over HTTP: `/sandbox/*`, for a sandbox merchant's own bearer token. */
import type { FastifyInstance } from "fastify";
import { mountOperations, takesKey, type Operation, writeOpenApi } from "#http";
import type { Context } from "#lib/context";
import { approvalControls } from "./approvals.ts";
import { coLendingControls } from "./co-lending.ts";
import { drillControls } from "./drills.ts";
import { fundSourceControls } from "./fund-sources.ts";
import { incidentControls } from "./incidents.ts";
import type { SandboxOperation } from "./operation.ts";
import { recallControls } from "./recalls.ts";
import { settingsControls } from "./settings.ts";
import { simulationControls } from "./simulation.ts";
import { makeSurface } from "./surface.ts";
import { webhookControls } from "./webhooks.ts";

export interface SandboxOptions {
  /** The URL of the bank simulator's controls. */
  simulatorUrl: string;
}

/** Every control of the sandbox. */
export const controls: readonly SandboxOperation[] = [
  ...simulationControls,
  ...fundSourceControls,
  ...settingsControls,
  ...coLendingControls,
  ...incidentControls,
  ...drillControls,
  ...recallControls,
  ...approvalControls,
  ...webhookControls,
];

/** Mounts the sandbox's controls; each of them refuses live merchants. */
export function mountSandbox(app: FastifyInstance, ctx: Context, options: SandboxOptions): void {
  mountOperations(app, ctx, makeSurface(ctx, options), { operations: controls });
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
  "sandbox.bad_request": { status: 422, message: "" },
  "sandbox.too_many_requests": { status: 429, message: "" },
};

/** Builds the OpenAPI 3.1 document of the sandbox's controls. */
export function buildSandboxContract(): unknown {
  return writeOpenApi(controls as readonly Operation<never>[], {
    title: "Vitaran sandbox controls",
    version: "1.0.0",
    description:
      "Controls the clock, banks, money and members of a sandbox merchant, by hand or from a test. Every call " +
      "requires the merchant's bearer token. Amounts are in rupees, times in ISO 8601.",
    serverUrl: "http://localhost:8080/sandbox",
    security: { token: { type: "http", scheme: "bearer" } },
    refusal,
    takesKey,
    commonRefusals: () => COMMON,
  });
}
