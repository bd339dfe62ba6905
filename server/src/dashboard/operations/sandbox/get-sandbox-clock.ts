import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at, nullable } from "#dashboard/schemas";
import { moment, optional } from "#http";
import { readClock } from "#sandbox";
import { countEvents } from "#webhooks";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

/** The merchant's clock, and with `since` what has happened from then on. */
export const getSandboxClock = memberOperation({
  name: "getSandboxClock",
  method: "GET",
  path: "/merchants/{merchantId}/sandbox/clock",
  tag: "Sandbox",
  summary: "Read the test clock, and what has happened since a moment",
  permission: "access_transfers",
  query: { since: optional(moment()) },
  output: Type.Object({
    now: at,
    /** How far it is ahead. */
    offsetSeconds: Type.Integer(),
    /** Where it is on its way to; null: it stands. */
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
