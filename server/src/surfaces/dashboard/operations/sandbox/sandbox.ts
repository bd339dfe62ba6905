/** The sandbox's clock, messages and magic values, and the check that every control of the sandbox makes first. */
import Type from "typebox";
import { memberOperation, resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { at, listOfItems, nullable, words } from "#dashboard/schemas";
import { moment, optional, Refusal, type RefusalShape, text, whole } from "#http";
import { listMessages } from "#messages";
import { ADVANCE_MAX_MS, advanceClock, callSimulator, findDebitAccount, readClock } from "#sandbox";
import { countEvents } from "#webhooks";

export const sandboxRefusals = {
  not_sandbox: { status: 409, message: "Only a sandbox can be controlled." },
  simulator_refused: { status: 422, message: "The simulated bank refused: {says}." },
  clock_is_moving: { status: 409, message: "The clock is still moving. Move it again when it has arrived." },
  bank_not_found: { status: 404, message: "This simulated bank does not exist." },
} as const satisfies Record<string, RefusalShape>;

/** Returns the address of the simulator's controls. Throws the refusal `not_sandbox`. */
export function simulatorOf({
  mode,
  simulatorUrl,
}: {
  readonly mode: "sandbox" | "live";
  readonly simulatorUrl: string | null;
}): string {
  if (mode !== "sandbox" || simulatorUrl === null) throw new Refusal("not_sandbox");
  return simulatorUrl;
}

const operation = resource({ at: "/sandbox/clock", tag: "Sandbox", permission: "access_transfers" });

/** Reads the merchant's clock and, given `since`, counts the events from then on. */
export const getSandboxClock = operation({
  name: "getSandboxClock",
  method: "GET",
  summary: "Read the test clock, and what has happened since a moment",
  query: { since: optional(moment()) },
  output: Type.Object({
    now: at,
    /** The time by which the clock is ahead. */
    offsetSeconds: Type.Integer(),
    /** The time to which the clock is moving; null if it is not moving. */
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

/** Moves the clock forward, here and at the simulated banks. It stops whenever something is due, until that is done. */
export const advanceSandboxClock = operation({
  name: "advanceSandboxClock",
  method: "POST",
  summary: "Move the test clock forward",
  permission: "manage_webhooks",
  body: { seconds: whole({ min: 1, max: ADVANCE_MAX_MS / 1_000 }) },
  output: Type.Object({
    from: at,
    now: at,
    offsetSeconds: Type.Integer(),
    /** False if the server is being stopped, so that the clock stays at its last stop. */
    arrived: Type.Boolean(),
    /** The number of times that the clock stopped because something was due. */
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

const message = Type.Object({
  messageId: Type.String(),
  channel: words(["email", "sms"]),
  to: Type.String(),
  purpose: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  status: words(["pending", "sent", "failed"]),
  queuedAt: at,
  finishedAt: nullable(at),
});

/** Lists the e-mails and SMS that a sandbox keeps instead of sending them, newest first. */
export const listSandboxMessages = memberOperation({
  name: "listSandboxMessages",
  method: "GET",
  path: "/merchants/{merchantId}/sandbox/messages",
  tag: "Sandbox",
  summary: "Read the sandbox's inbox of e-mails and SMS",
  permission: "access_transfers",
  query: { to: optional(text({ max: 320 })), ...pageFields(Type.String({ format: "uuid" })) },
  output: listOfItems(message),
  refusals: { not_sandbox: sandboxRefusals.not_sandbox },
  handle: async (call) => {
    simulatorOf(call);
    const { ctx, merchantId, session, input } = call;
    const { limit, cursor: beforeId, to } = input;
    // If e-mail is sent, personal links are shown only in the mailbox. Here they would prove any address, and someone
    // who took over a session could set a password.
    const personalOf = ctx.config.smtpUrl === null ? session.email : undefined;
    const found = await listMessages(ctx, merchantId, { to, beforeId, personalOf, limit: limit + 1 });
    return pageOf(found, limit, { item: (one) => one, place: ({ messageId }) => messageId });
  },
});

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
