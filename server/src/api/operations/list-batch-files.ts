import { listBatches } from "#batches";
import { optional, refusing, withDefault } from "#http";
import { refuse, success } from "./answers.ts";
import { batchesData, batchList } from "./batch-file-fields.ts";
import { digitsRule, referenceIdRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";

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
export const listBatchFiles = declareClassic({
  name: "listBatchFiles",
  method: "GET",
  path: "/batchFiles",
  versions: ["v1.2"],
  scope: "read",
  tag: "Batches",
  summary: "List batches",
  description:
    "An extension of the classic contract. Newest first; pass `lastReturnId` to get the next page.",
  query: {
    maxReturn: refusing(withDefault(digitsRule({ min: 1, max: RETURN_MAX }), RETURN_DEFAULT), {
      wrong: "max_return_invalid",
    }),
    lastReturnId: refusing(optional(referenceIdRule({ max: REFERENCE_ID_MAX })), {
      wrong: "last_return_id_invalid",
    }),
  },
  answers,
  data: batchesData,
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { maxReturn: limit, lastReturnId: before } }) => {
    // One more than requested shows whether the list continues.
    const found = await listBatches(ctx, caller.merchantId, {
      limit: limit + 1,
      beforeReferenceId: before === undefined ? undefined : Number(before),
      fundSourceIds: caller.fundSourceIds,
    });
    const page = { batches: found.slice(0, limit), hasMore: found.length > limit };
    return { answer: answers.found, data: batchList.write(page) };
  },
});
