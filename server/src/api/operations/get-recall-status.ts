import { optional, type Reading, together } from "#http";
import { RecallError } from "#recalls";
import { refuse, success } from "./answers.ts";
import { anyText, orNull, referenceIdRule, uuidRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { findRecall, recallExample, recallOutput } from "./recall-fields.ts";
import { findTransfer, type TransferIds } from "./transfer-fields.ts";

const answers = {
  found: success("Data retrieved successfully"),
  not_found: refuse("404", RecallError.texts.not_found),
  ids_missing: refuse("422", "Please provide recallId, referenceId or transferId to fetch details"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

/** The recall, or the transfer whose newest recall is meant; with `recallId` the other IDs are not read. */
const choice = together(
  {
    recallId: optional(orNull(uuidRule())),
    transferId: optional(orNull(anyText({ max: 40 }))),
    referenceId: optional(orNull(referenceIdRule())),
  },
  ({ recallId, transferId, referenceId }): Reading<{ readonly recallId: string } | TransferIds> => {
    if (recallId !== undefined) return recallId === null ? { problem: "not_found" } : { value: { recallId } };
    if (transferId === null || referenceId === null) return { problem: "not_found" };
    const isNamed = transferId !== undefined || referenceId !== undefined;
    return isNamed ? { value: { transferId, referenceId } } : { problem: "ids_missing" };
  },
);

/** Our extension of the contract. */
export const getRecallStatus = declareClassic({
  name: "getRecallStatus",
  method: "GET",
  path: "/getRecallStatus",
  versions: ["v1.2"],
  scope: "read",
  tag: "Transfers",
  summary: "Get a recall",
  description:
    "By `recallId`, or the newest recall of a transfer. The status is REQUESTED, WITH_BANK, then RETURNED, " +
    "REFUSED, WITHDRAWN or EXPIRED (30 days without a response). If the money comes back later, the recall " +
    "becomes RETURNED all the same. An extension of the classic contract.",
  query: { choice },
  answers,
  data: { schema: recallOutput.schema, examples: { found: recallExample } },
  breakdown: answers.breakdown,
  handle: async ({ input, ...call }) => {
    const { choice } = input;
    const meant = "recallId" in choice ? choice : await findTransfer(call, choice);
    const recall = meant === undefined ? undefined : await findRecall(call, meant);
    return recall === undefined
      ? { answer: answers.not_found }
      : { answer: answers.found, data: recallOutput.write(recall) };
  },
});
