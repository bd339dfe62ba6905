import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at } from "#dashboard/schemas";
import { whole } from "#http";
import { ADVANCE_MAX_MS, advanceClock, findDebitAccount } from "#sandbox";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

/** Moves the clock forward, here and at the simulated banks; it stops wherever something is due until that is done. */
export const advanceSandboxClock = memberOperation({
  name: "advanceSandboxClock",
  method: "POST",
  path: "/merchants/{merchantId}/sandbox/clock",
  tag: "Sandbox",
  summary: "Move the test clock forward",
  permission: "manage_webhooks",
  body: { seconds: whole({ min: 1, max: ADVANCE_MAX_MS / 1_000 }) },
  output: Type.Object({
    from: at,
    now: at,
    offsetSeconds: Type.Integer(),
    /** False: the server is being stopped, and the clock stands at the last stop. */
    arrived: Type.Boolean(),
    /** Where the clock stopped because something was due. */
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
