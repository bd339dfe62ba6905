import { RecallError } from "#recalls";
import { refuse, type Reply, success } from "./answers.ts";
import { readUuid } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import {
  findRecall,
  findTransferId,
  recallExample,
  recallSchema,
  transferFields,
  writeRecall,
} from "./recall-fields.ts";

const answers = {
  found: success("Data retrieved successfully"),
  not_found: refuse("404", RecallError.texts.not_found),
  ids_missing: refuse("422", "Please provide recallId, referenceId or transferId to fetch details"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

/** Our extension of the contract. */
export const getRecallStatus: CallerOperation = {
  name: "getRecallStatus",
  method: "GET",
  path: "/getRecallStatus",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Transfers",
  summary: "Get a recall",
  description:
    "By `recallId`, or the newest recall of a transfer. The status is REQUESTED, WITH_BANK, then RETURNED, " +
    "REFUSED, WITHDRAWN or EXPIRED (30 days without a response). If the money comes back later, the recall " +
    "becomes RETURNED all the same. An extension of the classic contract.",
  query: { recallId: { schema: { type: "string", format: "uuid", maxLength: 36 } }, ...transferFields },
  answers: () => answers,
  data: { schema: recallSchema, examples: { found: recallExample } },
  breakdown: answers.breakdown,
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const { query } = call;
  const recallId = readUuid(query, "recallId");
  if (recallId === null) return { answer: answers.not_found };
  const transferId = recallId === undefined ? await findTransferId(call, query) : null;
  if (transferId === undefined) return { answer: answers.ids_missing };
  if (recallId === undefined && transferId === null) return { answer: answers.not_found };
  const choice = recallId === undefined ? { transferId: transferId! } : { recallId };
  const recall = await findRecall(call, choice);
  return recall === undefined
    ? { answer: answers.not_found }
    : { answer: answers.found, data: writeRecall(recall) };
}
