import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { words } from "#dashboard/schemas";
import { CATALOGUE, RANGE_DAYS_MAX, REPORT_FORMATS, REPORT_TYPES } from "#reports";

export const listReportTypes = memberOperation({
  name: "listReportTypes",
  method: "GET",
  path: "/merchants/{merchantId}/report-types",
  tag: "Reports",
  summary: "The kinds of reports with the columns that can be chosen",
  permission: null,
  output: Type.Object({
    rangeDaysMax: Type.Integer(),
    formats: Type.Array(words(REPORT_FORMATS)),
    items: Type.Array(
      Type.Object({
        type: words(REPORT_TYPES),
        title: Type.String(),
        columns: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
      }),
    ),
  }),
  handle: async () => ({
    rangeDaysMax: RANGE_DAYS_MAX,
    formats: REPORT_FORMATS,
    items: REPORT_TYPES.map((type) => ({
      type,
      title: CATALOGUE[type].title,
      columns: CATALOGUE[type].columns.map(({ name, title }) => ({ name, title })),
    })),
  }),
});
