import Type from "typebox";
import { readActorNames } from "#dashboard/actors";
import { memberOperation } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { listOfItems } from "#dashboard/schemas";
import { listReports as readReports } from "#reports";
import { report, showReport } from "./show-report.ts";

export const listReports = memberOperation({
  name: "listReports",
  method: "GET",
  path: "/merchants/{merchantId}/reports",
  tag: "Reports",
  summary: "Requested reports with their progress, newest first",
  permission: "export_data",
  query: pageFields(Type.String({ format: "uuid" })),
  output: listOfItems(report),
  handle: async ({ ctx, merchantId, input: { cursor: beforeId, limit } }) => {
    const rows = await readReports(ctx, merchantId, { limit: limit + 1, beforeId });
    const makers = rows.map(({ requestedBy }) => requestedBy);
    const names = await ctx.db.inMerchant(merchantId, (tx) => readActorNames(tx, makers));
    return pageOf(rows, limit, { item: (row) => showReport(row, names), place: ({ reportId }) => reportId });
  },
});
