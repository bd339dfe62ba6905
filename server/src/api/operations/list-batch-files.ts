import { listBatches } from "#batches";
import { refuse, type Reply, success } from "./answers.ts";
import { batchesData } from "./batch-file-fields.ts";
import { readReferenceId, readWhole } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { writeBatch } from "./write-batch.ts";

const answers = {
  found: success("Data retrieved successfully"),
  max_return_invalid: refuse("412", "maxReturn should be between 1 and 50"),
  last_return_id_invalid: refuse("412", "lastReturnId is not valid"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const RETURN_DEFAULT = 10;
const RETURN_MAX = 50;
/** The numbers of batches are whole numbers of 32 bits everywhere. */
const REFERENCE_ID_MAX = 2n ** 31n - 1n;

/** Our extension of the contract. */
export const listBatchFiles: CallerOperation = {
  name: "listBatchFiles",
  method: "GET",
  path: "/batchFiles",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Batches",
  summary: "List batches",
  description:
    "An extension of the classic contract. Newest first; pass `lastReturnId` to get the next page.",
  query: {
    maxReturn: { schema: { type: "integer", minimum: 1, maximum: RETURN_MAX, default: RETURN_DEFAULT } },
    lastReturnId: { schema: { type: "string", maxLength: 19, pattern: "^[0-9]+$" } },
  },
  answers: () => answers,
  data: batchesData,
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, query }: Call): Promise<Reply> {
  const asked = readWhole(query, "maxReturn");
  const limit = asked ?? RETURN_DEFAULT;
  if (asked === null || limit < 1 || limit > RETURN_MAX) return { answer: answers.max_return_invalid };
  const before = readReferenceId(query, "lastReturnId");
  if (before === null || (before !== undefined && before > REFERENCE_ID_MAX)) {
    return { answer: answers.last_return_id_invalid };
  }
  const beforeReferenceId = before === undefined ? undefined : Number(before);
  // One more than requested shows whether the list continues.
  const found = await listBatches(ctx, caller.merchantId, {
    ...{ limit: limit + 1, beforeReferenceId },
    fundSourceIds: caller.fundSourceIds,
  });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? { lastReturnId: String(shown.at(-1)!.referenceId) } : {};
  return { answer: answers.found, data: { batches: shown.map(writeBatch), ...last } };
}
