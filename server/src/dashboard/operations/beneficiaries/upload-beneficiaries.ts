import { BatchError, describeBatch, receiveFile } from "#batches";
import { memberOperation } from "#dashboard/operation";
import { Refusal, text } from "#http";
import { FILE_BYTES_MAX, TableError } from "#lib/tables";
import { beneficiaryBatch, showBatch } from "./batch-schemas.ts";

export const uploadBeneficiaries = memberOperation({
  name: "uploadBeneficiaries",
  method: "POST",
  path: "/merchants/{merchantId}/beneficiary-batches",
  tag: "Beneficiaries",
  summary: "Add up to 10,000 beneficiaries by a .csv, .xlsx or .xls file; each row is checked on its own",
  permission: "manage_beneficiaries",
  stepUp: true,
  query: { name: text({ max: 200, cards: "refused" }) },
  file: { mediaTypes: ["application/octet-stream"], bytesMax: FILE_BYTES_MAX },
  output: beneficiaryBatch,
  refusals: {
    file_unusable: { status: 422, message: "{why}" },
    rows_missing: { status: 422, message: "The file has no rows." },
  },
  handle: async ({ ctx, merchantId, by, file, gone, input: { name } }) => {
    try {
      const wanted = {
        name,
        format: "BENEFICIARIES",
        replacesBeneficiaries: false,
        fundSourceId: null,
      } as const;
      const { batchId } = await receiveFile(ctx, merchantId, { ...wanted, bytes: file, by, gone });
      return showBatch(await describeBatch(ctx, merchantId, { batchId }));
    } catch (error) {
      if (TableError.is(error, "busy")) throw new Refusal("too_many_requests", { retryAfterSeconds: 10 });
      if (TableError.is(error)) throw new Refusal("file_unusable", { details: { why: error.message } });
      if (BatchError.is(error, "rows_missing")) throw new Refusal("rows_missing");
      throw error;
    }
  },
});
