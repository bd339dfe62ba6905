/** Drills of a simulated bank, and the reports on them. */
import Type, { type Static } from "typebox";
import { resource } from "#dashboard/operation";
import { at, nullable, words } from "#dashboard/schemas";
import { oneOf, type RefusalShape, text, whole, withDefault } from "#http";
import { RAILS } from "#rails";
import {
  DRILL_FAULTS,
  type DrillReport,
  endBankDrill as end,
  playBankDrill as play,
  PLAYED_MAX,
  reportBankDrill,
  startBankDrill as start,
} from "#sandbox";
import { sandboxRefusals, simulatorOf } from "./sandbox.ts";

const operation = resource({
  at: "/sandbox/banks/{bankId}/drill",
  tag: "Sandbox",
  permission: "manage_webhooks",
});

const count = Type.Integer({ minimum: 0 });

const bankDrillReport = Type.Object({
  bankId: Type.String(),
  rail: words(RAILS),
  percent: Type.Integer(),
  fault: words(DRILL_FAULTS),
  from: at,
  until: at,
  running: Type.Boolean(),
  transfers: count,
  succeeded: count,
  failed: count,
  open: count,
  /** The number of instructions to the bank; `troubled` of them were refused or got no response. */
  calls: count,
  troubled: count,
  /** Null if no trouble was detected at the bank. */
  detected: nullable(
    Type.Object({ afterSeconds: Type.Integer(), afterCalls: count, as: words(["degraded", "down"]) }),
  ),
  /**
   * The time from the end of the drill until the bank was healthy again. Null means not yet, or that it was never
   * unhealthy.
   */
  recoveredAfterSeconds: nullable(Type.Integer()),
  rerouted: count,
  failedOver: count,
  queued: count,
  lost: count,
  paidTwice: count,
});

const drillRefusals = {
  rail_not_offered: { status: 422, message: "This bank does not offer this rail." },
  drill_running: { status: 409, message: "A drill goes on at this bank already." },
  drill_not_running: { status: 409, message: "No drill goes on at this bank." },
  too_little_money: {
    status: 409,
    message: "The wallet needs {needed} for these payments. Add funds first.",
  },
} as const satisfies Record<string, RefusalShape>;

function describeDrill(report: DrillReport): Static<typeof bankDrillReport> {
  const { drill, running, figures } = report;
  const {
    detectedAfterMs,
    detectedAfterCalls,
    detectedAs,
    recoveredAfterMs,
    waiting: _,
    ...counts
  } = figures;
  return {
    ...drill,
    from: drill.from.toISOString(),
    until: drill.until.toISOString(),
    running,
    ...counts,
    detected:
      detectedAs === null
        ? null
        : { afterSeconds: seconds(detectedAfterMs!), afterCalls: detectedAfterCalls!, as: detectedAs },
    recoveredAfterSeconds: recoveredAfterMs === null ? null : seconds(recoveredAfterMs),
  };
}

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}

/** Reports the last drill of a simulated bank; null if none is known. */
export const getBankDrill = operation({
  name: "getBankDrill",
  method: "GET",
  summary: "Report the last drill of a simulated bank",
  permission: "access_transfers",
  pathFields: { bankId: text({ max: 50 }) },
  output: Type.Object({ report: nullable(bankDrillReport) }),
  refusals: sandboxRefusals,
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId, input } = call;
    const report = await reportBankDrill(ctx, merchantId, { bankId: input.bankId, simulatorUrl });
    return { report: report === null ? null : describeDrill(report) };
  },
});

/** Makes a simulated bank fail a share of one rail's payments from now on, by the test clock. */
export const startBankDrill = operation({
  name: "startBankDrill",
  method: "POST",
  summary: "Let a simulated bank fail a share of one rail's payments for a time",
  pathFields: { bankId: text({ max: 50 }) },
  body: {
    rail: withDefault(oneOf(RAILS), "imps"),
    percent: withDefault(whole({ min: 1, max: 100 }), 30),
    minutes: withDefault(whole({ min: 1, max: 1_440 }), 20),
    fault: withDefault(oneOf(DRILL_FAULTS), "refuses"),
  },
  output: bankDrillReport,
  status: 201,
  refusals: {
    ...sandboxRefusals,
    rail_not_offered: drillRefusals.rail_not_offered,
    drill_running: drillRefusals.drill_running,
  },
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId, input } = call;
    await start(ctx, merchantId, { ...input, simulatorUrl });
    const report = await reportBankDrill(ctx, merchantId, { bankId: input.bankId, simulatorUrl });
    return describeDrill(report!);
  },
});

/** Orders small payments during a drill, and moves the test clock forward between them. */
export const playBankDrill = operation({
  name: "playBankDrill",
  method: "POST",
  path: "/play",
  summary: "Order small payments while a drill goes on, and move the clock on between them",
  pathFields: { bankId: text({ max: 50 }) },
  body: {
    transfers: withDefault(whole({ min: 1, max: PLAYED_MAX }), 10),
    seconds: withDefault(whole({ min: 1, max: 86_400 }), 60),
  },
  output: bankDrillReport,
  refusals: {
    ...sandboxRefusals,
    drill_not_running: drillRefusals.drill_not_running,
    too_little_money: drillRefusals.too_little_money,
  },
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId, by, input } = call;
    const { bankId, transfers, seconds } = input;
    const bank = { bankId, simulatorUrl };
    await play(ctx, merchantId, { ...bank, transfers, overMs: seconds * 1_000, by });
    return describeDrill((await reportBankDrill(ctx, merchantId, bank))!);
  },
});

/** Ends a drill of a simulated bank early. */
export const endBankDrill = operation({
  name: "endBankDrill",
  method: "POST",
  path: "/end",
  summary: "End a drill of a simulated bank",
  pathFields: { bankId: text({ max: 50 }) },
  output: bankDrillReport,
  refusals: { ...sandboxRefusals, drill_not_running: drillRefusals.drill_not_running },
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId, input } = call;
    const bank = { bankId: input.bankId, simulatorUrl };
    await end(ctx, merchantId, bank);
    return describeDrill((await reportBankDrill(ctx, merchantId, bank))!);
  },
});
