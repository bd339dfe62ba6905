/** Time, payments with their whole story, banks and the inbox of a sandbox merchant. */
import type { Caller } from "#access";
import { id, optional, whole, withDefault } from "#http";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { listMessages, type ListedMessage } from "#messages";
import { readTold, mayBeTold, readStory as read, StoryError, type Story } from "#stories";
import { cancelTransfers, publicStatus } from "#transfers";
import { ADVANCE_MAX_MS, advanceClock } from "./advance-clock.ts";
import { SandboxError } from "./errors.ts";
import { findDebitAccount, findPayment } from "./find-payment.ts";
import { readClock } from "./move-clock.ts";
import { choice, duration, sandboxOperation, word } from "./operation.ts";
import { callSimulator } from "./simulator.ts";

const OUTCOMES = ["succeed", "fail", "return", "credit"] as const;
const MESSAGE_STATUSES = ["sent", "pending", "failed"] as const satisfies readonly ListedMessage["status"][];
const MESSAGES_MAX = 100;

const pathFields = { transferId: word() };

export const simulationControls = [
  sandboxOperation({
    name: "getClock",
    method: "GET",
    path: "/clock",
    summary: "Get the test clock",
    handle: ({ ctx, merchantId }) => readClock(ctx, merchantId),
  }),
  sandboxOperation({
    name: "moveClock",
    method: "POST",
    path: "/clock",
    summary:
      "Move the test clock forward, with the simulated banks; all that is due on the way happens in its order",
    body: { advance: duration({ maxDays: ADVANCE_MAX_MS / 86_400_000 }) },
    handle: async ({ ctx, merchantId, simulatorUrl, input: { advance: advanceMs } }) => {
      const debitAccount = await findDebitAccount(ctx, merchantId);
      return advanceClock(ctx, merchantId, { advanceMs, simulatorUrl, debitAccount });
    },
  }),
  sandboxOperation({
    name: "getTransferStory",
    method: "GET",
    path: "/transfers/{transferId}",
    summary: "Get the full history of a transfer",
    pathFields,
    handle: ({ ctx, caller, input }) => readStory(ctx, caller, input.transferId),
  }),
  sandboxOperation({
    name: "forceOutcome",
    method: "POST",
    path: "/transfers/{transferId}/outcome",
    summary: "Make the bank decide a payment: it succeeds, fails, is returned or is credited",
    pathFields,
    body: { outcome: choice(OUTCOMES), code: optional(word()) },
    handle: async ({ ctx, merchantId, simulatorUrl, input: { transferId, outcome, code } }) => {
      const { bankId, reference } = await findPayment(ctx, merchantId, transferId);
      return callSimulator(simulatorUrl, {
        method: "POST",
        path: `/sim/payments/${encodeURIComponent(reference)}/force`,
        body: { bankId, outcome, ...(code === undefined ? {} : { code }) },
      });
    },
  }),
  sandboxOperation({
    name: "cancelTransfer",
    method: "POST",
    path: "/transfers/{transferId}/cancel",
    summary: "Cancel a transfer that was not sent yet",
    pathFields,
    handle: async ({ ctx, caller, merchantId, input: { transferId: transferKey } }) => {
      const transfer = await readTold(ctx, caller, { transferKeys: [transferKey] });
      if (transfer === undefined) throw SandboxError.transfer_not_found({ transferId: transferKey });
      const transferIds = [transfer.transferId];
      await cancelTransfers(ctx, merchantId, { transferIds, because: "withdrawn by the merchant" });
      return readStory(ctx, caller, transferKey);
    },
  }),
  sandboxOperation({
    name: "setBankManner",
    method: "PUT",
    path: "/banks/{bankId}/manner",
    summary: "Make a bank slow, silent or closed, only for this merchant; an empty body restores it",
    pathFields: { bankId: word() },
    body: {},
    // The simulator validates the fields of a behaviour.
    openBody: true,
    handle: async ({ ctx, merchantId, simulatorUrl, others, input: { bankId } }) => {
      const debitAccount = await findDebitAccount(ctx, merchantId, bankId);
      if (debitAccount === null) throw SandboxError.bank_not_found({ bankId });
      const path = `/sim/banks/${encodeURIComponent(bankId)}/manner`;
      return callSimulator(simulatorUrl, { method: "PUT", path, body: { ...others, debitAccount } });
    },
  }),
  sandboxOperation({
    name: "listBanks",
    method: "GET",
    path: "/banks",
    summary: "List the simulated banks and their behaviour",
    handle: ({ simulatorUrl }) => callSimulator(simulatorUrl, { method: "GET", path: "/sim/banks" }),
  }),
  sandboxOperation({
    name: "listMagicValues",
    method: "GET",
    path: "/magic-values",
    summary: "List the test values that cause a result, and every failure a bank can be given",
    handle: ({ simulatorUrl }) => callSimulator(simulatorUrl, { method: "GET", path: "/sim/magic" }),
  }),
  sandboxOperation({
    name: "listInbox",
    method: "GET",
    path: "/inbox",
    ofAllSources: true,
    summary: "List the e-mails and text messages of the last 30 days, newest first",
    query: {
      to: optional(word()),
      status: withDefault(choice(MESSAGE_STATUSES), "sent"),
      before: optional(id()),
      limit: withDefault(whole({ min: 1, max: MESSAGES_MAX }), 50),
    },
    handle: async ({ ctx, merchantId, input: { before: beforeId, ...filter } }) => ({
      messages: await listMessages(ctx, merchantId, { ...filter, beforeId }),
    }),
  }),
] as const;

/**
 * Returns the steps, verdicts with their rule, attempts, bank responses, ledger postings and events of one
 * transfer, each in order. Amounts of a rule are in paise.
 */
export async function readStory(
  ctx: Context,
  caller: Pick<Caller, "merchantId" | "fundSourceIds">,
  transferKey: string,
): Promise<object> {
  try {
    const story = await read(ctx, caller.merchantId, { transferKey });
    if (!(await mayBeTold(ctx, caller, story.transfer))) throw StoryError.not_found({ transferKey });
    return tellStory(story);
  } catch (error) {
    if (StoryError.is(error, "not_found")) throw SandboxError.transfer_not_found({ transferId: transferKey });
    throw error;
  }
}

function tellStory({ transfer, history, verdicts, routes, postings, events }: Story): object {
  const { amountPaise, feePaise, taxPaise } = transfer;
  return {
    transferId: transfer.transferKey,
    referenceId: String(transfer.referenceId),
    status: publicStatus[transfer.status],
    amount: formatRupees(amountPaise),
    fee: formatRupees(feePaise),
    tax: formatRupees(taxPaise),
    utr: transfer.utr,
    reason: transfer.reason,
    acknowledged: transfer.acknowledged ? 1 : 0,
    steps: history.steps,
    verdicts: verdicts.map(({ transferId: _transferId, ...verdict }) => verdict),
    attempts: history.attempts.map(({ attempt, bankId, rail, reference, live, evidence, decisionId }) => ({
      attempt,
      bankId,
      rail,
      reference,
      live,
      evidence,
      route: routes.get(decisionId) ?? null,
    })),
    bankMessages: history.messages.map(({ attempt, source, evidence, code, detail, utr, credited, at }) => ({
      attempt,
      source,
      evidence,
      code,
      detail,
      utr,
      credited,
      at,
    })),
    ledger: postings.map(({ kind, debit, credit, amountPaise: paise, at }) => ({
      kind,
      debit,
      credit,
      at,
      amount: formatRupees(paise),
    })),
    events: events.map(({ seq, type, at }) => ({ seq, type, at })),
  };
}
