import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { amount, Refusal, text, withDefault, oneOf } from "#http";
import { arriveAtSource } from "#sandbox";

export const simulateTopUp = memberOperation({
  name: "simulateTopUp",
  method: "POST",
  path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/sandbox-top-up",
  tag: "Fund sources",
  summary: "Simulate an incoming payment to a sandbox fund source",
  permission: "access_transfers",
  pathFields: { fundSourceId: text({ max: 40 }) },
  body: {
    amount: amount({ max: 100_00_00_000_00n }),
    sender: withDefault(oneOf(["registered", "stranger"]), "registered"),
  },
  output: Type.Object({ utr: Type.String() }),
  refusals: {
    sandbox_only: { status: 422, message: "Top-ups can be simulated only in the sandbox." },
    source_takes_nothing: { status: 422, message: "This fund source cannot be topped up." },
    simulator_missing: { status: 422, message: "This server has no simulated banks." },
    simulator_refused: { status: 422, message: "The simulated bank refused the payment." },
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
