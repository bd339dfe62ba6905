import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { amount, Refusal, text, withDefault, oneOf } from "#http";
import { arriveAtSource } from "#sandbox";

export const simulateTopUp = memberOperation({
  name: "simulateTopUp",
  method: "POST",
  path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/sandbox-top-up",
  tag: "Fund sources",
  summary: "Let money arrive for a fund source of a sandbox merchant, as a bank would tell of it",
  permission: "access_transfers",
  pathFields: { fundSourceId: text({ max: 40 }) },
  body: {
    amount: amount({ max: 100_00_00_000_00n }),
    sender: withDefault(oneOf(["registered", "stranger"]), "registered"),
  },
  output: Type.Object({ utr: Type.String() }),
  refusals: {
    sandbox_only: { status: 422, message: "Only in the sandbox does money arrive at a wish." },
    source_takes_nothing: { status: 422, message: "No money can arrive for that fund source." },
    simulator_missing: { status: 422, message: "This server has no simulated banks." },
    simulator_refused: { status: 422, message: "The simulated bank did not take it." },
    bank_not_found: { status: 422, message: "No bank is connected." },
  },
  handle: async ({
    ctx,
    merchantId,
    mode,
    simulatorUrl,
    input: { fundSourceId, amount: amountPaise, sender },
  }) => {
    if (mode !== "sandbox") throw new Refusal("sandbox_only");
    if (simulatorUrl === null) throw new Refusal("simulator_missing");
    const arrival = { fundSourceId, amountPaise, isFromRegistered: sender === "registered" };
    return arriveAtSource(ctx, merchantId, { ...arrival, simulatorUrl });
  },
});
