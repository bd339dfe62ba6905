import { LinkError, readLink } from "#links";
import { readTold } from "#stories";
import { answerFor, refuse, type Reply, success, unknownError } from "./answers.ts";
import { cashgramIdSchema, statusDataSchema, statusExample, writeCashgram } from "./cashgram-fields.ts";
import { readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  found: success("Cashgram details retrieved"),
  not_found: refuse("404", "Cashgram with id {id} does not exist"),
  key_missing: refuse("422", "Please provide a valid cashgram Id"),
  breakdown: unknownError,
} as const;

const shared = {
  path: "/getCashgramStatus",
  versions: ["v1"],
  access: "token",
  scope: "read",
  tag: "Flowgram",
  answers: () => answers,
  data: { schema: statusDataSchema, examples: { found: statusExample } },
  breakdown: answers.breakdown,
} as const;

export const getCashgramStatus: CallerOperation = {
  ...shared,
  name: "getCashgramStatus",
  method: "GET",
  summary: "Get a payout link",
  query: { cashgramId: { schema: cashgramIdSchema, required: true } },
  handle: (call) => answer(call, readText(call.query, "cashgramId")),
};

/** Some clients ask by POST, with the id in the query and again in the body. */
export const postCashgramStatus: CallerOperation = {
  ...shared,
  name: "postCashgramStatus",
  method: "POST",
  summary: "Get a payout link (POST)",
  query: { cashgramId: { schema: cashgramIdSchema } },
  body: { cashgramId: { schema: cashgramIdSchema } },
  bodyExample: () => ({ cashgramId: "REFUND_2026_0001" }),
  handle: (call) => answer(call, readText(call.query, "cashgramId") ?? readText(call.body, "cashgramId")),
};

async function answer({ ctx, caller }: Call, linkKey: string | null | undefined): Promise<Reply> {
  if (linkKey === null || linkKey === undefined) return { answer: answers.key_missing };
  try {
    const link = await readLink(ctx, caller.merchantId, linkKey);
    const { paidReferenceId: paid } = link;
    const isTold = paid === null || (await readTold(ctx, caller, { referenceIds: [paid] })) !== undefined;
    if (!isTold) return { answer: answers.not_found, values: { id: linkKey } };
    return { answer: answers.found, data: writeCashgram(link) };
  } catch (error) {
    return { answer: answerFor(error, LinkError, answers), values: { id: linkKey } };
  }
}
