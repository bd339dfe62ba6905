import Type from "typebox";
import { nameActors } from "#access";
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
  summary: "List requested reports with their progress, newest first",
  permission: "export_data",
  query: pageFields(Type.String({ format: "uuid" })),
  output: listOfItems(report),
  handle: async ({ ctx, merchantId, fundSourceIds, input: { cursor: beforeId, limit } }) => {
    const rows = await readReports(ctx, merchantId, { limit: limit + 1, beforeId, fundSourceIds });
    const makers = rows.map(({ requestedBy }) => requestedBy);
    const nameOf = await ctx.db.inMerchant(merchantId, (tx) => nameActors(tx, makers));
    return pageOf(rows, limit, { item: (row) => showReport(row, nameOf), place: ({ reportId }) => reportId });
  },
});
