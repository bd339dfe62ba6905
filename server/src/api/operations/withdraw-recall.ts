import { readRecall, RecallError, withdrawRecall as withdraw } from "#recalls";
import { answerFor, refuse, success, unknownError } from "./answers.ts";
import { required, uuidRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { findRecall, recallExample, recallOutput } from "./recall-fields.ts";

const answers = {
  withdrawn: success("Recall withdrawn"),
  not_found: refuse("404", RecallError.texts.not_found),
  already_over: refuse("409", RecallError.texts.already_over),
  breakdown: unknownError,
} as const;

/** Our extension of the contract. */
export const withdrawRecall = declareClassic({
  name: "withdrawRecall",
  method: "POST",
  path: "/withdrawRecall",
  versions: ["v1.2"],
  scope: "pay",
  tag: "Transfers",
  summary: "Withdraw a recall",
  description: "Tells the bank that you no longer want the money back. An extension of the classic contract.",
  body: { recallId: required(uuidRule(), "not_found") },
  bodyExample: () => ({ recallId: recallExample.recall.recallId }),
  answers,
  data: { schema: recallOutput.schema, examples: { withdrawn: recallExample } },
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { recallId } }) => {
    if ((await findRecall({ ctx, caller }, { recallId })) === undefined) return { answer: answers.not_found };
    try {
      await withdraw(ctx, caller.merchantId, { recallId, by: `api-key:${caller.clientId}` });
    } catch (error) {
      return { answer: answerFor(error, RecallError, answers) };
    }
    const recall = await readRecall(ctx, caller.merchantId, { recallId });
    return { answer: answers.withdrawn, data: recallOutput.write(recall!) };
  },
});
