/** Recalls in the sandbox: a developer plays the bank that is asked to return a payment. */
import { id, optional } from "#http";
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
import { choice, sandboxOperation, word } from "./operation.ts";
import { callSimulator } from "./simulator.ts";

const LIST_MAX = 100;

/** The controls of recalls. */
export const recallControls = [
  sandboxOperation({
    name: "listRecalls",
    method: "GET",
    path: "/recalls",
    ofAllSources: true,
    summary: "List the newest recalls",
    handle: async ({ ctx, merchantId }) => {
      const recalls = await listRecalls(ctx, merchantId, { limit: LIST_MAX });
      return { recalls: recalls.map(shown) };
    },
  }),
  sandboxOperation({
    name: "answerRecall",
    method: "POST",
    path: "/recalls/{recallId}/answer",
    summary: "Make the bank respond: received, refused, or returning the money",
    pathFields: { recallId: id() },
    body: {
      answer: choice(["received", "refuse", "return"]),
      bankReference: optional(word({ cards: "in_ids" })),
      because: optional(word()),
    },
    handle: async ({ ctx, merchantId, by, input, simulatorUrl }) => {
      const { recallId, answer, bankReference = null, because = "the beneficiary does not agree" } = input;
      if (answer === "received") await handOverRecall(ctx, merchantId, { recallId, bankReference, by });
      else if (answer === "refuse") await refuseRecall(ctx, merchantId, { recallId, because, by });
      else await sendBack(ctx, merchantId, { recallId, simulatorUrl });
      return shown(await find(ctx, merchantId, recallId));
    },
  }),
] as const;

/** Lets the simulated bank return the payment; the recall follows once the bank has reported it. */
async function sendBack(
  ctx: Context,
  merchantId: string,
  { recallId, simulatorUrl }: { recallId: string; simulatorUrl: string },
): Promise<void> {
  const { transferKey } = await find(ctx, merchantId, recallId);
  const { bankId, reference } = await findPayment(ctx, merchantId, transferKey);
  await callSimulator(simulatorUrl, {
    method: "POST",
    path: `/sim/payments/${encodeURIComponent(reference)}/force`,
    body: { bankId, outcome: "return" },
  });
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
