import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { oneOf, optional, text } from "#http";
import { callSimulator, findPayment } from "#sandbox";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

const OUTCOMES = ["succeed", "fail", "return", "credit"] as const;

/** Lets a simulated bank decide about a payment now. */
export const forceSandboxOutcome = memberOperation({
  name: "forceSandboxOutcome",
  method: "POST",
  path: "/merchants/{merchantId}/sandbox/outcomes",
  tag: "Sandbox",
  summary: "Let a transfer succeed, fail or come back at its simulated bank",
  permission: "manage_webhooks",
  body: {
    transferId: text({ max: 100 }),
    outcome: oneOf(OUTCOMES),
    /** The bank's code of a failure or return; its usual one where none is said. */
    code: optional(text({ max: 20 })),
  },
  output: Type.Object({
    bankId: Type.String(),
    /** False: the payment had gone too far for that, or not far enough. */
    happened: Type.Boolean(),
  }),
  refusals: {
    not_sandbox: sandboxRefusals.not_sandbox,
    simulator_refused: sandboxRefusals.simulator_refused,
    transfer_not_found: {
      status: 404,
      message: "This transfer does not exist, or has not been sent to a bank yet.",
    },
  },
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId, input } = call;
    const { transferId, outcome, code } = input;
    const { bankId, reference } = await findPayment(ctx, merchantId, transferId);
    const answer = await callSimulator(simulatorUrl, {
      method: "POST",
      path: `/sim/payments/${encodeURIComponent(reference)}/force`,
      body: { bankId, outcome, ...(code === undefined ? {} : { code }) },
    });
    return { bankId, happened: answer["happened"] === true };
  },
});
