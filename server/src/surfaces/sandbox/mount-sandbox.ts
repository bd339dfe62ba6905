/** The sandbox over HTTP: `/sandbox/*`, for a sandbox merchant's own bearer token. */
import type { FastifyInstance } from "fastify";
import { ApprovalError } from "#approvals";
import { describeTokenSurface, makeTokenSurface } from "#developer";
import { mountOperations, type Surface, takesKey, type Operation, writeOpenApi } from "#http";
import type { Context } from "#lib/context";
import type { VitaranError } from "#lib/errors";
import { approvalControls } from "./approvals.ts";
import { coLendingControls } from "./co-lending.ts";
import { drillControls } from "./drills.ts";
import { fundSourceControls } from "./fund-sources.ts";
import { incidentControls } from "./incidents.ts";
import { SandboxError } from "./errors.ts";
import type { SandboxOperation, SandboxCaller } from "./operation.ts";
import { recallControls } from "./recalls.ts";
import { settingsControls } from "./settings.ts";
import { simulationControls } from "./simulation.ts";
import { SimulatorAwayError } from "./simulator.ts";
import { webhookControls } from "./webhooks.ts";

interface SandboxOptions {
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

const makeSurface = (
  ctx: Context,
  { simulatorUrl }: SandboxOptions,
): Surface<SandboxCaller, SandboxOperation> =>
  makeTokenSurface(ctx, {
    prefix: "/sandbox",
    errors: SandboxError,
    admit: (caller): SandboxCaller => {
      if (caller.mode !== "sandbox") throw SandboxError.not_sandbox();
      return { caller, simulatorUrl };
    },
    callerOf: ({ caller }) => caller,
    // People type these requests: empty values count as absent, and unknown fields do no harm.
    reading: { isAbsent: (value) => value === undefined || value === null || value === "", lenient: true },
    sayField: ({ problem, message }) => (problem === "missing" ? "is missing" : message),
    sayBody: { too_large: "the body is too large", not_an_object: "the body is not a JSON object" },
    isAway: (error) => error instanceof SimulatorAwayError,
    statusOf,
  });

/** Returns the status where the sandbox's own differs from the usual one. */
function statusOf(error: VitaranError): number | undefined {
  if (ApprovalError.is(error) && error.code !== "bad_policy" && !error.code.endsWith("not_found")) return 409;
  return error.code === "not_sandbox" ? 403 : undefined;
}

/** Builds the OpenAPI 3.1 document of the sandbox's controls. */
export function buildSandboxContract(): unknown {
  return writeOpenApi(controls as readonly Operation<never>[], {
    title: "Vitaran sandbox controls",
    version: "1.0.0",
    description:
      "Controls the clock, banks, money and members of a sandbox merchant, by hand or from a test. Every call " +
      "requires the merchant's bearer token. Amounts are in rupees, times in ISO 8601.",
    serverPath: "/sandbox",
    takesKey,
    ...describeTokenSurface("sandbox"),
  });
}
