import { missingAs, optional } from "#http";
import { readRecall, RECALL_DAYS, RecallError, requestRecall as request } from "#recalls";
import { answerFor, refuse, success, unknownError } from "./answers.ts";
import { anyText, orNull } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { reasonRule, recallExample, recallOutput } from "./recall-fields.ts";
import { findTransfer, transferIds } from "./transfer-fields.ts";

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
export const requestRecall = declareClassic({
  name: "requestRecall",
  method: "POST",
  path: "/requestRecall",
  versions: ["v1.2"],
  scope: "pay",
  tag: "Transfers",
  summary: "Request a recall",
  description:
    "Asks the bank to return the money of a paid transfer. The bank asks the payee, and may refuse or not " +
    `respond. Possible within ${RECALL_DAYS} days of the payment, one request at a time. A transfer that was paid ` +
    "after it had failed can be recalled too. When the money comes back the transfer becomes REVERSED (one that was " +
    "paid after it had failed stays FAILED) and the recall RETURNED. An extension of the classic contract.",
  // An unknown transfer is reported before a wrong reason or remark.
  body: {
    ids: transferIds({ transferId: "transfer_not_found", referenceId: "transfer_not_found" }),
    reason: missingAs(orNull(reasonRule), null),
    remarks: optional(orNull(anyText({ max: 250, description: "Printed in the letter to the bank." }))),
  },
  bodyExample: () => ({
    transferId: "INV_2026_0001",
    reason: "WRONG_BENEFICIARY",
    remarks: "Meant for a payee of the same name",
  }),
  answers,
  data: { schema: recallOutput.schema, examples: { requested: recallExample } },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { ids, reason, remarks = "" } }) => {
    const transfer = await findTransfer({ ctx, caller }, ids);
    if (transfer === undefined) return { answer: answers.transfer_not_found };
    if (reason === null) return { answer: answers.reason_invalid };
    if (remarks === null) return { answer: answers.remarks_invalid };
    const { transferId } = transfer;
    const by = `api-key:${caller.clientId}` as const;
    try {
      const { recallId } = await request(ctx, caller.merchantId, { transferId, reason, remarks, by });
      const recall = await readRecall(ctx, caller.merchantId, { recallId });
      return { answer: answers.requested, data: recallOutput.write(recall!) };
    } catch (error) {
      return { answer: answerFor(error, RecallError, answers) };
    }
  },
});
