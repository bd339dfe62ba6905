/** Recalls in the sandbox: a developer plays the bank that is asked to get a payment back. */
import type { Caller } from "#access";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import {
  handOverRecall,
  listRecalls,
  readRecall,
  RecallError,
  refuseRecall,
  type RecallDetails,
} from "#recalls";
import { findPayment } from "./find-payment.ts";
import { identifier, oneOf, optionalText, type Fields } from "./read-fields.ts";
import { callSimulator } from "./simulator.ts";

interface Call {
  readonly ctx: Context;
  readonly caller: Caller;
  readonly params: Fields;
  readonly body: Fields;
  readonly simulatorUrl: string;
}

/** The controls of recalls. */
export const recallRoutes = [
  { method: "GET", path: "/recalls", handle: showRecalls },
  { method: "POST", path: "/recalls/:recallId/answer", handle: answerRecall },
] as const;

const LIST_MAX = 100;

/** The merchant's newest recalls. */
async function showRecalls({ ctx, caller }: Call): Promise<unknown> {
  const recalls = await listRecalls(ctx, caller.merchantId, { limit: LIST_MAX });
  return { recalls: recalls.map(shown) };
}

/**
 * Lets the bank answer: it has `received` the request, it `refuse`s, or the money is on its way (`return`): then the
 * simulated bank sends the payment back, and the recall follows when it has told us.
 */
async function answerRecall({ ctx, caller, params, body, simulatorUrl }: Call): Promise<unknown> {
  const { merchantId, clientId } = caller;
  const recallId = identifier(params, "recallId");
  const answer = oneOf(body, "answer", ["received", "refuse", "return"] as const);
  const by = `api-key:${clientId}` as const;
  if (answer === "received") {
    const bankReference = optionalText(body, "bankReference") ?? null;
    await handOverRecall(ctx, merchantId, { recallId, bankReference, by });
  } else if (answer === "refuse") {
    const because = optionalText(body, "because") ?? "the beneficiary does not agree";
    await refuseRecall(ctx, merchantId, { recallId, because, by });
  } else {
    const { transferKey } = await find(ctx, merchantId, recallId);
    const { bankId, reference } = await findPayment(ctx, merchantId, transferKey);
    await callSimulator(simulatorUrl, {
      method: "POST",
      path: `/sim/payments/${encodeURIComponent(reference)}/force`,
      body: { bankId, outcome: "return" },
    });
  }
  return shown(await find(ctx, merchantId, recallId));
}

async function find(ctx: Context, merchantId: string, recallId: string): Promise<RecallDetails> {
  const recall = await readRecall(ctx, merchantId, { recallId });
  if (recall === undefined) throw RecallError.not_found({ recallId });
  return recall;
}

function shown(recall: Omit<RecallDetails, "history"> & { history?: RecallDetails["history"] }): object {
  const { recallId, transferKey, status, amountPaise, reason, bankReference, refusal, history } = recall;
  const facts = { recallId, transferId: transferKey, status, amount: formatRupees(amountPaise), reason };
  return { ...facts, bankReference, refusal, ...(history === undefined ? {} : { history }) };
}
