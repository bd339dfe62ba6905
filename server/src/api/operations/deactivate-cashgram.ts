import { deactivateLink, LinkError } from "#links";
import { answerFor, refuse, type Reply, success, unknownError } from "./answers.ts";
import { cashgramIdSchema } from "./cashgram-fields.ts";
import { readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  deactivated: success("Cashgram with id - {id} successfully deactivated!"),
  not_found: refuse("404", "Cashgram with id {id} does not exist"),
  ended: refuse("404", "Active cashgrams id can only be deactivated"),
  under_way: refuse("412", "Active cashgrams can only be deactivated"),
  key_missing: refuse("422", "Please provide a valid cashgram Id"),
  breakdown: unknownError,
} as const;

export const deactivateCashgram: CallerOperation = {
  name: "deactivateCashgram",
  method: "POST",
  path: "/deactivateCashgram",
  versions: ["v1"],
  access: "token",
  scope: "pay",
  tag: "Flowgram",
  summary: "Deactivate a payout link",
  description:
    "Possible before the payee claims, or after a claim that failed. While a claim is in progress the response " +
    "is 412, because the money may be leaving; after the link has ended it is 404.",
  body: { cashgramId: { schema: cashgramIdSchema, required: true } },
  bodyExample: () => ({ cashgramId: "REFUND_2026_0001" }),
  answers: () => answers,
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, body }: Call): Promise<Reply> {
  const linkKey = readText(body, "cashgramId");
  if (linkKey === null || linkKey === undefined) return { answer: answers.key_missing };
  const values = { id: linkKey };
  try {
    await deactivateLink(ctx, caller.merchantId, { linkKey, by: `api-key:${caller.clientId}` });
    return { answer: answers.deactivated, values };
  } catch (error) {
    return { answer: answerFor(error, LinkError, answers), values };
  }
}
