import { deactivateLink, LinkError } from "#links";
import { answerFor, refuse, success, unknownError } from "./answers.ts";
import { cashgramIdRule } from "./cashgram-fields.ts";
import { required } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = {
  deactivated: success("Cashgram with id - {id} successfully deactivated!"),
  not_found: refuse("404", "Cashgram with id {id} does not exist"),
  ended: refuse("404", "Active cashgrams id can only be deactivated"),
  under_way: refuse("412", "Active cashgrams can only be deactivated"),
  key_missing: refuse("422", "Please provide a valid cashgram Id"),
  breakdown: unknownError,
} as const;

export const deactivateCashgram = declareClassic({
  name: "deactivateCashgram",
  method: "POST",
  path: "/deactivateCashgram",
  versions: ["v1"],
  scope: "pay",
  tag: "Flowgram",
  summary: "Deactivate a payout link",
  description:
    "Possible before the payee claims, or after a claim that failed. While a claim is in progress the response " +
    "is 412, because the money may be leaving; after the link has ended it is 404.",
  body: { cashgramId: required(cashgramIdRule, "key_missing") },
  bodyExample: () => ({ cashgramId: "REFUND_2026_0001" }),
  answers,
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { cashgramId: linkKey } }) => {
    const values = { id: linkKey };
    try {
      await deactivateLink(ctx, caller.merchantId, { linkKey, by: `api-key:${caller.clientId}` });
      return { answer: answers.deactivated, values };
    } catch (error) {
      return { answer: answerFor(error, LinkError, answers), values };
    }
  },
});
