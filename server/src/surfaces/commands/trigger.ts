/** Causes each event for a sandbox merchant by real calls that the merchant could make. */
import { randomBytes } from "node:crypto";
import { setTimeout as pass } from "node:timers/promises";
import type { EventType } from "#webhooks";
import { CommandError } from "./command-error.ts";
import {
  openMerchantSession,
  type SessionOptions,
  type MerchantSession,
  readAnswer,
  type JsonBody,
  mustDo,
} from "./merchant-session.ts";
import { makeFactPrinter } from "./print-result.ts";

export interface TriggerOptions extends SessionOptions {
  readonly amount: string;
  readonly json?: boolean;
}

/** `vitaran trigger`: causes the real thing for a sandbox merchant, so that the real event is sent. */
export async function trigger(event: string, options: TriggerOptions): Promise<void> {
  const recipe = Object.hasOwn(RECIPES, event) ? RECIPES[event as EventType] : undefined;
  if (recipe === undefined)
    throw new CommandError(`Unknown event ${event}. Events: ${Object.keys(RECIPES).join(", ")}.`);
  if ("byHand" in recipe) throw new CommandError(`${event} cannot be triggered: ${recipe.byHand}.`);
  const printer = makeFactPrinter(options);
  const session = await openMerchantSession(options);
  await mustBeSandbox(session);
  const { note } = printer;
  const stamp = `${Date.now().toString(36)}${randomBytes(2).toString("hex")}`;
  const about = await recipe({ session, amount: options.amount, stamp, note });
  const says = Object.entries(about).map(([name, value]) => `${name} ${String(value)}`);
  printer.fact({ event, ...about }, `Triggered ${event}: ${says.join(", ")}`);
}

/** Throws CommandError for a live merchant: a test command would move real money there. */
async function mustBeSandbox(session: MerchantSession): Promise<void> {
  const { error } = (await session.call("GET", "/sandbox/clock")) as { error?: { code?: string } };
  if (error === undefined) return;
  if (error.code === "sandbox.not_sandbox" || error.code === undefined)
    throw new CommandError(
      `${session.clientId} is not a sandbox merchant. This command is never run with real money.`,
    );
  readAnswer({ error });
}

export interface Cause {
  readonly session: MerchantSession;
  /** Rupees. */
  readonly amount: string;
  /** Part of every id that is made. */
  readonly stamp: string;
  readonly note: (text: string) => void;
}

/** Causes the event; returns its subject. */
type Recipe = (cause: Cause) => Promise<JsonBody>;

/** An event that requires a person, and what that person must do. */
interface ByHand {
  readonly byHand: string;
}

export const RECIPES: Readonly<Record<EventType, Recipe | ByHand>> = {
  TRANSFER_SUCCESS: (cause) => pay(cause, "success@upi"),
  TRANSFER_FAILED: (cause) => pay(cause, "failure@upi"),
  TRANSFER_ACKNOWLEDGED: async (cause) => force(cause, await pay(cause, "credited-later@upi"), "credit"),
  TRANSFER_REVERSED: async (cause) => force(cause, await pay(cause, "success@upi"), "return"),
  TRANSFER_REJECTED: payWrongAccountLater,
  TRANSFER_PAID_LATE: async (cause) => awaitLatePayment(cause, await pay(cause, "late-success@upi")),
  TRANSFER_PAID_LATE_RETURNED: async (cause) =>
    force(cause, await awaitLatePayment(cause, await pay(cause, "late-success@upi")), "return"),
  TRANSFER_APPROVED: {
    byHand:
      "it requires an approver. Set a policy with PUT /sandbox/approval-policies, use `vitaran send`, " +
      "and approve in the dashboard under Transfers, Approve",
  },
  BULK_TRANSFER_REJECTED: rejectBatch,
  CREDIT_CONFIRMATION: topUp,
  LOW_BALANCE_ALERT: lowerBalance,
  BENEFICIARY_INCIDENT: (cause) => openAndResolve(cause, { bank: "HDFC" }),
  FUND_SOURCE_INCIDENT: (cause) => openAndResolve(cause, { ours: "meghdoot" }),
  CASHGRAM_EXPIRED: expireLink,
  CASHGRAM_REDEEMED: {
    byHand:
      "it requires the payee. Create a link with POST /payout/v1/createCashgram, open it, and confirm it with " +
      "the code from GET /sandbox/inbox",
  },
  CASHGRAM_TRANSFER_REVERSAL: {
    byHand:
      "it requires the payee. Redeem a link (see CASHGRAM_REDEEMED), then send POST " +
      '/sandbox/transfers/<transferId>/outcome with {"outcome": "return"}',
  },
};

const PAYEE = {
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "9876543210",
  address1: "12 Lake Road",
} as const;

async function pay({ session, amount, stamp }: Cause, vpa: string): Promise<JsonBody> {
  const transferId = `cli_${stamp}`;
  const order = { transferId, amount, transferMode: "upi", remarks: "vitaran trigger" };
  // A failure is the expected outcome.
  const answer = await session.call("POST", "/payout/v1/directTransfer", {
    ...order,
    beneDetails: { ...PAYEE, vpa },
  });
  const { transfer } = await readTransfer(session, transferId);
  if (transfer === undefined)
    throw new CommandError(`The server refused the request: ${String(answer.message)}.`);
  return { transferId, referenceId: transfer.referenceId };
}

async function readTransfer(session: MerchantSession, transferId: string): Promise<{ transfer?: JsonBody }> {
  const path = `/payout/v1.2/getTransferStatus?transferId=${encodeURIComponent(transferId)}`;
  const { data = {} } = await session.call("GET", path);
  return data as { transfer?: JsonBody };
}

async function force({ session }: Cause, paid: JsonBody, outcome: "credit" | "return"): Promise<JsonBody> {
  await mustDo(session, "POST", `/sandbox/transfers/${String(paid.transferId)}/outcome`, { outcome });
  return paid;
}

const LATE_SECONDS = 30;
const LOOKS_MAX = 60;

/** The simulated bank pays half a minute after its refusal, by its own clock. */
async function awaitLatePayment({ session, note }: Cause, paid: JsonBody): Promise<JsonBody> {
  note(`The bank has reported a failure, and will pay in ${LATE_SECONDS} seconds.`);
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const { transfer } = await readTransfer(session, String(paid.transferId));
    if (transfer?.reason === "PAID_AFTER_FAILURE") return paid;
    await pass(1_000);
  }
  throw new CommandError(`The bank has not paid ${String(paid.transferId)} within ${LOOKS_MAX} seconds.`);
}

/** Wrong details cause a rejection if the caller does not wait, and a failure if it does. */
async function payWrongAccountLater({ session, amount, stamp }: Cause): Promise<JsonBody> {
  const beneId = "vitaran_cli_no_account";
  const payee = { beneId, ...PAYEE, bankAccount: "909090909001", ifsc: "YESB0000262" };
  const added = await session.call("POST", "/payout/v1/addBeneficiary", payee);
  // 409: an earlier trigger has added it.
  if (added.subCode !== "200" && added.subCode !== "409")
    throw new CommandError(`The server refused the request: ${String(added.message)}.`);
  const transferId = `cli_${stamp}`;
  await mustDo(session, "POST", "/payout/v1/requestAsyncTransfer", { beneId, amount, transferId });
  return { transferId };
}

async function rejectBatch({ session, amount, stamp }: Cause): Promise<JsonBody> {
  const batchTransferId = `cli_${stamp}`;
  const row = { transferId: `cli_${stamp}_1`, beneId: "vitaran_cli_unknown", amount };
  await mustDo(session, "POST", "/payout/v1/requestBatchTransfer", {
    batchTransferId,
    batchFormat: "BENEFICIARY_ID",
    batch: [row],
  });
  return { batchTransferId };
}

async function topUp({ session, amount }: Cause): Promise<JsonBody> {
  const { utr } = await mustDo(session, "POST", "/sandbox/top-ups", { amount });
  return { amount, utr };
}

/** A new threshold is announced even if the balance was below the old one. */
async function lowerBalance({ session, note }: Cause): Promise<JsonBody> {
  const { data } = await mustDo(session, "GET", "/payout/v1/getBalance");
  const { availableBalance } = data as { availableBalance: string };
  const above = BigInt(availableBalance.split(".")[0]!) + 1n;
  const minimumBalance = `${above > 0n ? above : 0n}.00`;
  await mustDo(session, "POST", "/payout/v1.2/setThreshold", { minimumBalance, notify: 1 });
  note(
    `The wallet's low balance threshold is now ₹${minimumBalance}. To change it back, open Settings in the dashboard.`,
  );
  return { availableBalance, minimumBalance };
}

/** The incident ends at once, so that no payment meets it: the event comes twice, ACTIVE and RESOLVED. */
async function openAndResolve({ session }: Cause, whose: JsonBody): Promise<JsonBody> {
  const incident = { ...whose, mode: "imps", severity: "low" };
  const { id } = await mustDo(session, "POST", "/sandbox/incidents", incident);
  await mustDo(session, "POST", `/sandbox/incidents/${String(id)}/resolve`);
  return { id };
}

async function expireLink({ session, amount, stamp }: Cause): Promise<JsonBody> {
  const cashgramId = `cli_${stamp}`;
  // The date in India, which is never behind that of UTC.
  const linkExpiry = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "/");
  const { name, email, phone } = PAYEE;
  const link = { cashgramId, amount, name, email, phone, linkExpiry };
  await mustDo(session, "POST", "/payout/v1/createCashgram", link);
  await mustDo(session, "POST", "/payout/v1/deactivateCashgram", { cashgramId });
  return { cashgramId };
}
