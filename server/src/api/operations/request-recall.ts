import { readRecall, RECALL_DAYS, RECALL_REASONS, RecallError, requestRecall as request } from "#recalls";
import { answerFor, refuse, type Reply, success, unknownError } from "./answers.ts";
import { type Fields, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import {
  findTransferId,
  reasonSchema,
  recallExample,
  recallSchema,
  transferFields,
  writeRecall,
} from "./recall-fields.ts";

const answers = {
  requested: success("Recall requested"),
  transfer_not_found: refuse("404", RecallError.texts.transfer_not_found),
  ids_missing: refuse("422", "Please provide referenceId or transferId to fetch details"),
  reason_invalid: refuse("422", RecallError.texts.reason_invalid),
  remarks_invalid: refuse("422", RecallError.texts.remarks_invalid),
  not_paid: refuse("409", RecallError.texts.not_paid),
  own_account: refuse("409", RecallError.texts.own_account),
  too_old: refuse("409", RecallError.texts.too_old),
  already_open: refuse("409", RecallError.texts.already_open),
  too_many: refuse("409", RecallError.texts.too_many),
  breakdown: unknownError,
} as const;

/** Our extension of the contract. */
export const requestRecall: CallerOperation = {
  name: "requestRecall",
  method: "POST",
  path: "/requestRecall",
  versions: ["v1.2"],
  access: "token",
  scope: "pay",
  tag: "Transfers",
  summary: "Request a recall",
  description:
    "Asks the bank to return the money of a paid transfer. The bank asks the payee, and may refuse or not " +
    `respond. Possible within ${RECALL_DAYS} days of the payment, one request at a time. A transfer that was paid ` +
    "after it had failed can be recalled too. When the money comes back the transfer becomes REVERSED (one that was " +
    "paid after it had failed stays FAILED) and the recall RETURNED. An extension of the classic contract.",
  body: {
    ...transferFields,
    reason: { schema: reasonSchema, required: true },
    remarks: {
      schema: { type: "string", maxLength: 250, description: "Printed in the letter to the bank." },
    },
  },
  bodyExample: () => ({
    transferId: "INV_2026_0001",
    reason: "WRONG_BENEFICIARY",
    remarks: "Meant for a payee of the same name",
  }),
  answers: () => answers,
  data: { schema: recallSchema, examples: { requested: recallExample } },
  breakdown: answers.breakdown,
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const { ctx, caller, body } = call;
  const transferId = await findTransferId(call, body);
  if (transferId === undefined) return { answer: answers.ids_missing };
  if (transferId === null) return { answer: answers.transfer_not_found };
  const reason = readReason(body);
  if (reason === undefined) return { answer: answers.reason_invalid };
  const remarks = readText(body, "remarks");
  if (remarks === null) return { answer: answers.remarks_invalid };
  const by = `api-key:${caller.clientId}` as const;
  try {
    const asked = { transferId, reason, remarks: remarks ?? "", by };
    const { recallId } = await request(ctx, caller.merchantId, asked);
    const recall = await readRecall(ctx, caller.merchantId, { recallId });
    return { answer: answers.requested, data: writeRecall(recall!) };
  } catch (error) {
    return { answer: answerFor(error, RecallError, answers) };
  }
}

function readReason(body: Fields): (typeof RECALL_REASONS)[number] | undefined {
  const word = readText(body, "reason");
  return RECALL_REASONS.find((reason) => reason.toUpperCase() === word);
}
