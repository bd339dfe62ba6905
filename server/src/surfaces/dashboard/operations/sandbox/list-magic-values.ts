import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { callSimulator } from "#sandbox";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";

const values = Type.Object({
  id: Type.String(),
  about: Type.String(),
  vpas: Type.Array(Type.String()),
  accounts: Type.Array(Type.String()),
  phone: Type.String(),
  amounts: Type.Array(Type.String()),
});

interface Scenario {
  readonly id: string;
  readonly about: string;
  readonly values: { vpas: string[]; accounts: string[]; phone: string; amounts: string[] };
}

/** Lists the values that make a simulated bank do something unusual. */
export const listMagicValues = memberOperation({
  name: "listMagicValues",
  method: "GET",
  path: "/merchants/{merchantId}/sandbox/magic-values",
  tag: "Sandbox",
  summary: "List the values that make a simulated bank fail, wait or return",
  permission: "access_transfers",
  output: Type.Object({ items: Type.Array(values) }),
  refusals: {
    not_sandbox: sandboxRefusals.not_sandbox,
    simulator_refused: sandboxRefusals.simulator_refused,
  },
  handle: async (call) => {
    const answer = await callSimulator(simulatorOf(call), { method: "GET", path: "/sim/magic" });
    const { scenarios } = answer as { scenarios: readonly Scenario[] };
    return { items: scenarios.map(({ id, about, values: list }) => ({ id, about, ...list })) };
  },
});
