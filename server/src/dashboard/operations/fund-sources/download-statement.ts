import { memberOperation } from "#dashboard/operation";
import { oneOf, text } from "#http";
import {
  STATEMENT_ENTRIES_MAX,
  STATEMENT_FORMATS,
  writeStatementFile,
  type StatementFormat,
} from "#fund-sources";
import { rangeFields, rangeRefusals, readRange } from "./statement-range.ts";

const MEDIA_TYPES: Readonly<Record<StatementFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};

export const downloadStatement = memberOperation({
  name: "downloadStatement",
  method: "GET",
  path: "/merchants/{merchantId}/fund-sources/{fundSourceId}/statement-file",
  tag: "Fund sources",
  summary: "The statement of a fund source as a file, oldest first",
  permission: "export_data",
  pathFields: { fundSourceId: text({ max: 40 }) },
  query: { ...rangeFields, format: oneOf(STATEMENT_FORMATS) },
  output: { download: Object.values(MEDIA_TYPES) },
  refusals: {
    ...rangeRefusals,
    not_found: { status: 404, message: "This fund source does not exist." },
    too_many_entries: {
      status: 422,
      message: `A file holds at most ${STATEMENT_ENTRIES_MAX} entries. Choose a shorter range.`,
    },
  },
  handle: async ({ ctx, merchantId, input }) => {
    const { fundSourceId, format } = input;
    const { now } = await ctx.db.inMerchant(merchantId, async (tx) => ({ now: tx.now }));
    const file = await writeStatementFile(ctx, merchantId, {
      fundSourceId,
      ...readRange(input, now),
      format,
    });
    return { ...file, mediaType: MEDIA_TYPES[format] };
  },
});
