import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { nullable } from "#dashboard/schemas";
import { listBankConnections } from "#fund-sources";
import { callSimulator } from "#sandbox";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";
import { manner, readManner } from "./manner.ts";

const bank = Type.Object({
  bankId: Type.String(),
  name: Type.String(),
  rails: Type.Array(Type.String()),
  /** Null: default behaviour. */
  manner: nullable(manner),
});

/** The simulated banks and how they behave to this merchant. */
export const listSandboxBanks = memberOperation({
  name: "listSandboxBanks",
  method: "GET",
  path: "/merchants/{merchantId}/sandbox/banks",
  tag: "Sandbox",
  summary: "List the simulated banks and how they behave",
  permission: "access_transfers",
  output: Type.Object({ items: Type.Array(bank) }),
  refusals: {
    not_sandbox: sandboxRefusals.not_sandbox,
    simulator_refused: sandboxRefusals.simulator_refused,
  },
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId } = call;
    const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
    const { banks } = (await callSimulator(simulatorUrl, { method: "GET", path: "/sim/banks" })) as {
      banks: { id: string; name: string; rails: string[] }[];
    };
    const connected = banks.flatMap((one) => {
      const connection = connections.find(({ bankId }) => bankId === one.id);
      return connection === undefined ? [] : [{ ...one, debitAccount: connection.debitAccount }];
    });
    const items = await Promise.all(
      connected.map(async ({ id: bankId, name, rails, debitAccount }) => {
        const path = `/sim/accounts/${encodeURIComponent(bankId)}/${debitAccount}`;
        const account = await callSimulator(simulatorUrl, { method: "GET", path });
        const asked = (account["manner"] ?? null) as Parameters<typeof readManner>[0];
        return { bankId, name, rails, manner: readManner(asked) };
      }),
    );
    return { items };
  },
});
