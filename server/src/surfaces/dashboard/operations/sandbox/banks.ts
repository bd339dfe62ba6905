/** The behaviour of a simulated bank towards one merchant, as far as the dashboard can show and set it. */
import Type, { type Static } from "typebox";
import { resource } from "#dashboard/operation";
import { nullable, words } from "#dashboard/schemas";
import { listBankConnections } from "#fund-sources";
import { moment, oneOf, optional, Refusal, text, whole, withDefault } from "#http";
import { callSimulator, findDebitAccount, findPayment, readClock } from "#sandbox";
import { sandboxRefusals, simulatorOf } from "./sandbox.ts";

const operation = resource({ at: "/sandbox", tag: "Sandbox", permission: "manage_webhooks" });

/** The mishaps that can happen to payments, as the simulator names them. */
const MISHAPS = [
  "fail",
  "pending",
  "timeout",
  "deemed",
  "late-success",
  "return",
  "cut-answer",
  "http-error",
  "html",
  "callback-missing",
  "callback-duplicate",
] as const;

const manner = Type.Object({
  /** The time that a response takes; null for the bank's default. */
  latencyMs: nullable(Type.Integer()),
  /** Null for the bank's default behaviour. */
  mishap: nullable(words(MISHAPS)),
  /** The percentage of payments to which the mishap happens. */
  percent: Type.Integer(),
  /** The bank accepts no payments until then. */
  maintenanceUntil: nullable(Type.String({ format: "date-time" })),
});

export type Manner = Static<typeof manner>;

/** Writes the behaviour for the simulator, starting a second ago. What is null is left to the bank's default. */
function writeManner({ latencyMs, mishap, percent, maintenanceUntil }: Manner, now: Date): object {
  const from = new Date(now.getTime() - 1_000).toISOString();
  return {
    ...(latencyMs === null ? {} : { latency: latencyMs }),
    ...(mishap === null ? {} : { mishaps: [{ operation: "pay", chance: percent / 100, mishap }] }),
    ...(maintenanceUntil === null ? {} : { maintenance: { from, until: maintenanceUntil } }),
  };
}

interface Asked {
  readonly latency?: unknown;
  readonly mishaps?: readonly { readonly chance: number; readonly mishap: readonly { kind: string }[] }[];
  readonly maintenance?: { readonly until: string };
}

/** Reads the requested behaviour, as far as it can be shown; null if none was requested. */
function readManner(asked: Asked | null): Manner | null {
  if (asked === null) return null;
  const { latency, mishaps: [odds] = [], maintenance } = asked;
  const mishap = MISHAPS.find((one) => one === odds?.mishap[0]?.kind) ?? null;
  return {
    latencyMs: typeof latency === "number" ? latency : null,
    mishap,
    percent: mishap === null ? 100 : Math.round((odds?.chance ?? 1) * 100),
    maintenanceUntil: maintenance?.until ?? null,
  };
}

const bank = Type.Object({
  bankId: Type.String(),
  name: Type.String(),
  rails: Type.Array(Type.String()),
  /** Null for the default behaviour. */
  manner: nullable(manner),
});

/** Lists the simulated banks with their behaviour towards this merchant. */
export const listSandboxBanks = operation({
  name: "listSandboxBanks",
  method: "GET",
  path: "/banks",
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

const LATENCY_MAX_MS = 60_000;

/** Sets the behaviour of a simulated bank towards this merchant; without any value, it is the default again. */
export const setSandboxBank = operation({
  name: "setSandboxBank",
  method: "PUT",
  path: "/banks/{bankId}",
  summary: "Set how a simulated bank behaves",
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

const OUTCOMES = ["succeed", "fail", "return", "credit"] as const;

/** Makes a simulated bank decide about a payment now. */
export const forceSandboxOutcome = operation({
  name: "forceSandboxOutcome",
  method: "POST",
  path: "/outcomes",
  summary: "Let a transfer succeed, fail or come back at its simulated bank",
  body: {
    transferId: text({ max: 100 }),
    outcome: oneOf(OUTCOMES),
    /** The bank's code for a failure or return; by default, its usual one. */
    code: optional(text({ max: 20 })),
  },
  output: Type.Object({
    bankId: Type.String(),
    /** False if the payment was not in a state in which this could happen. */
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
