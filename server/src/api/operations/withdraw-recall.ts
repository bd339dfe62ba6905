import { readRecall, RecallError, withdrawRecall as withdraw } from "#recalls";
import { answerFor, refuse, type Reply, success, unknownError } from "./answers.ts";
import { readUuid } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { findRecall, recallExample, recallSchema, writeRecall } from "./recall-fields.ts";

const answers = {
  withdrawn: success("Recall withdrawn"),
  not_found: refuse("404", RecallError.texts.not_found),
  already_over: refuse("409", RecallError.texts.already_over),
  breakdown: unknownError,
} as const;

/** Our extension of the contract. */
export const withdrawRecall: CallerOperation = {
  name: "withdrawRecall",
  method: "POST",
  path: "/withdrawRecall",
  versions: ["v1.2"],
  access: "token",
  scope: "pay",
  tag: "Transfers",
  summary: "Withdraw a recall",
  description: "Tells the bank that you no longer want the money back. An extension of the classic contract.",
  body: { recallId: { schema: { type: "string", format: "uuid", maxLength: 36 }, required: true } },
  bodyExample: () => ({ recallId: recallExample.recall.recallId }),
  answers: () => answers,
  data: { schema: recallSchema, examples: { withdrawn: recallExample } },
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, body }: Call): Promise<Reply> {
  const recallId = readUuid(body, "recallId");
  if (typeof recallId !== "string") return { answer: answers.not_found };
  if ((await findRecall({ ctx, caller }, { recallId })) === undefined) return { answer: answers.not_found };
  try {
    await withdraw(ctx, caller.merchantId, { recallId, by: `api-key:${caller.clientId}` });
  } catch (error) {
    return { answer: answerFor(error, RecallError, answers) };
  }
  const recall = await readRecall(ctx, caller.merchantId, { recallId });
  return { answer: answers.withdrawn, data: writeRecall(recall!) };
}
