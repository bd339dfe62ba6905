import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at } from "#dashboard/schemas";
import { whole } from "#http";
import { findDebitAccount, moveClock, readClock } from "#sandbox";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

const YEAR_SECONDS = 31_536_000;

/** Moves the clock forward, here and at the simulated banks; what is due then happens by itself. */
export const advanceSandboxClock = memberOperation({
  name: "advanceSandboxClock",
  method: "POST",
  path: "/merchants/{merchantId}/sandbox/clock",
  tag: "Sandbox",
  summary: "Move the test clock forward",
  permission: "manage_webhooks",
  body: { seconds: whole({ min: 1, max: YEAR_SECONDS }) },
  output: Type.Object({ from: at, now: at, offsetSeconds: Type.Integer() }),
  refusals: {
    not_sandbox: sandboxRefusals.not_sandbox,
    simulator_refused: sandboxRefusals.simulator_refused,
  },
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId, input } = call;
    const { now: from } = await readClock(ctx, merchantId);
    const debitAccount = await findDebitAccount(ctx, merchantId);
    const advanceMs = input.seconds * 1_000;
    const { now, offsetMs } = await moveClock(ctx, merchantId, { advanceMs, simulatorUrl, debitAccount });
    return { from, now, offsetSeconds: Math.round(offsetMs / 1_000) };
  },
});
