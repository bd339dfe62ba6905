import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { nullable } from "#dashboard/schemas";
import { moment, oneOf, optional, Refusal, text, whole, withDefault } from "#http";
import { callSimulator, findDebitAccount, readClock } from "#sandbox";
import { sandboxRefusals, simulatorOf } from "./in-sandbox.ts";
import { manner, MISHAPS, writeManner } from "./manner.ts";

const LATENCY_MAX_MS = 60_000;

/** How a simulated bank behaves to this merchant from now on; with nothing set, its default behaviour. */
export const setSandboxBank = memberOperation({
  name: "setSandboxBank",
  method: "PUT",
  path: "/merchants/{merchantId}/sandbox/banks/{bankId}",
  tag: "Sandbox",
  summary: "Set how a simulated bank behaves",
  permission: "manage_webhooks",
  pathFields: { bankId: text({ max: 50 }) },
  body: {
    latencyMs: optional(whole({ min: 0, max: LATENCY_MAX_MS })),
    mishap: optional(oneOf(MISHAPS)),
    percent: withDefault(whole({ min: 1, max: 100 }), 100),
    maintenanceUntil: optional(moment()),
  },
  output: Type.Object({ manner: nullable(manner) }),
  refusals: sandboxRefusals,
  handle: async (call) => {
    const simulatorUrl = simulatorOf(call);
    const { ctx, merchantId, input } = call;
    const { bankId, percent, latencyMs = null, mishap = null, maintenanceUntil: until } = input;
    const debitAccount = await findDebitAccount(ctx, merchantId, bankId);
    if (debitAccount === null) throw new Refusal("bank_not_found", { field: "bankId" });
    const { now } = await readClock(ctx, merchantId);
    const wanted = { latencyMs, mishap, percent, maintenanceUntil: until?.toISOString() ?? null };
    const path = `/sim/banks/${encodeURIComponent(bankId)}/manner`;
    const body = { ...writeManner(wanted, now), debitAccount };
    await callSimulator(simulatorUrl, { method: "PUT", path, body });
    const isOwn = latencyMs === null && mishap === null && until === undefined;
    return { manner: isOwn ? null : wanted };
  },
});
