import { optional, together } from "#http";
import { LinkError, readLink } from "#links";
import { readTold } from "#stories";
import { answerFor, refuse, type Reply, success, unknownError } from "./answers.ts";
import { cashgramIdRule, statusExample, statusOutput } from "./cashgram-fields.ts";
import { orNull, required } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { Call } from "./operation.ts";

const answers = {
  found: success("Cashgram details retrieved"),
  not_found: refuse("404", "Cashgram with id {id} does not exist"),
  key_missing: refuse("422", "Please provide a valid cashgram Id"),
  breakdown: unknownError,
} as const;

const shared = {
  path: "/getCashgramStatus",
  versions: ["v1"],
  scope: "read",
  tag: "Flowgram",
  answers,
  data: { schema: statusOutput.schema, examples: { found: statusExample } },
  breakdown: answers.breakdown,
} as const;

export const getCashgramStatus = declareClassic({
  ...shared,
  name: "getCashgramStatus",
  method: "GET",
  summary: "Get a payout link",
  query: { cashgramId: required(cashgramIdRule, "key_missing") },
  handle: (call) => answer(call, call.input.cashgramId),
});

const given = together({ cashgramId: optional(orNull(cashgramIdRule)) }, ({ cashgramId }) => ({
  value: cashgramId,
}));

/** Some clients ask by POST, with the id in the query and again in the body. */
export const postCashgramStatus = declareClassic({
  ...shared,
  name: "postCashgramStatus",
  method: "POST",
  summary: "Get a payout link (POST)",
  query: { inQuery: given },
  body: { inBody: given },
  bodyExample: () => ({ cashgramId: "REFUND_2026_0001" }),
  handle: (call) => answer(call, call.input.inQuery ?? call.input.inBody),
});

async function answer({ ctx, caller }: Call, linkKey: string | null | undefined): Promise<Reply> {
  if (linkKey === null || linkKey === undefined) return { answer: answers.key_missing };
  try {
    const link = await readLink(ctx, caller.merchantId, linkKey);
    const { paidReferenceId: paid } = link;
    const isTold = paid === null || (await readTold(ctx, caller, { referenceIds: [paid] })) !== undefined;
    if (!isTold) return { answer: answers.not_found, values: { id: linkKey } };
    return { answer: answers.found, data: statusOutput.write(link) };
  } catch (error) {
    return { answer: answerFor(error, LinkError, answers), values: { id: linkKey } };
  }
}
