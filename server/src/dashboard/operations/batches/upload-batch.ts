import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { startDraft } from "#batches";
import { flag, optional, text, withDefault } from "#http";
import { fileRefusals, format } from "./fields.ts";
import { refuseFile } from "./refuse-file.ts";

const MEGABYTE = 1024 * 1024;

export const uploadBatch = memberOperation({
  name: "uploadBatch",
  method: "POST",
  path: "/merchants/{merchantId}/batch-drafts",
  tag: "Batches",
  summary: "Upload a file as a draft",
  description:
    "Nothing is paid before it is confirmed. The body is the file: .csv, .xlsx or .xls, to 10,000 rows.",
  permission: "initiate_bulk_transfer",
  query: {
    name: text({ max: 100, cards: "refused" }),
    format,
    replacesBeneficiaries: withDefault(flag(), false),
    fundSourceId: optional(text({ max: 40 })),
  },
  file: { mediaTypes: ["application/octet-stream"], bytesMax: 5 * MEGABYTE },
  output: Type.Object({ draftId: Type.String() }),
  refusals: {
    ...fileRefusals,
    rows_missing: { status: 422, message: "The file has no rows." },
    titles_missing: {
      status: 422,
      message: "The first row must hold the column titles, as in the template. Yours begins with a payment.",
    },
    too_many_drafts: {
      status: 409,
      message: "You have {max} unconfirmed batches. Discard some first.",
    },
  },
  handle: async ({ ctx, merchantId, by, file, gone, input }) => {
    const { name, replacesBeneficiaries, fundSourceId = null } = input;
    const given = { bytes: file, name, format: input.format, replacesBeneficiaries, fundSourceId, by, gone };
    return { draftId: await refuseFile(() => startDraft(ctx, merchantId, given)) };
  },
});
