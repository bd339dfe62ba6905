import Type from "typebox";
import { resource } from "#dashboard/operation";
import { at, nullable } from "#dashboard/schemas";
import { moment, optional, whole } from "#http";
import { ADVANCE_MAX_MS, advanceClock, findDebitAccount, readClock } from "#sandbox";
import { countEvents } from "#webhooks";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

const operation = resource({ at: "/sandbox/clock", tag: "Sandbox", permission: "access_transfers" });

/** Reads the merchant's clock and, given `since`, counts the events from then on. */
export const getSandboxClock = operation({
  name: "getSandboxClock",
  method: "GET",
  summary: "Read the test clock, and what has happened since a moment",
  query: { since: optional(moment()) },
  output: Type.Object({
    now: at,
    /** The time by which the clock is ahead. */
    offsetSeconds: Type.Integer(),
    /** The time to which the clock is moving; null if it is not moving. */
    movingTo: nullable(at),
    happened: Type.Array(Type.Object({ type: Type.String(), events: Type.Integer() })),
  }),
  refusals: { not_sandbox: sandboxRefusals.not_sandbox },
  handle: async (call) => {
    simulatorOf(call);
    const { ctx, merchantId, input } = call;
    const { since } = input;
    const { now, offsetMs, movingTo } = await readClock(ctx, merchantId);
    const happened =
      since === undefined ? [] : await ctx.db.inMerchant(merchantId, (tx) => countEvents(tx, since));
    return { now, offsetSeconds: Math.round(offsetMs / 1_000), movingTo, happened };
  },
});

/** Moves the clock forward, here and at the simulated banks. It stops whenever something is due, until that is done. */
export const advanceSandboxClock = operation({
  name: "advanceSandboxClock",
  method: "POST",
  summary: "Move the test clock forward",
  permission: "manage_webhooks",
  body: { seconds: whole({ min: 1, max: ADVANCE_MAX_MS / 1_000 }) },
  output: Type.Object({
    from: at,
    now: at,
    offsetSeconds: Type.Integer(),
    /** False if the server is being stopped, so that the clock stays at its last stop. */
    arrived: Type.Boolean(),
    /** The number of times that the clock stopped because something was due. */
    stops: Type.Integer(),
    due: Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer() })),
  }),
  refusals: {
    not_sandbox: sandboxRefusals.not_sandbox,
    simulator_refused: sandboxRefusals.simulator_refused,
    clock_is_moving: sandboxRefusals.clock_is_moving,
  },
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId, input } = call;
    const debitAccount = await findDebitAccount(ctx, merchantId);
    const move = { advanceMs: input.seconds * 1_000, simulatorUrl, debitAccount };
    const { from, now, offsetMs, arrived, stops, due } = await advanceClock(ctx, merchantId, move);
    return {
      from,
      now,
      offsetSeconds: Math.round(offsetMs / 1_000),
      arrived,
      stops: stops.length,
      due: Object.entries(due).map(([kind, count]) => ({ kind, count })),
    };
  },
});
