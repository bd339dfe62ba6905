import { writeTemplate, type FileKind } from "#batches";
import { memberOperation } from "#dashboard/operation";
import { oneOf } from "#http";

const MEDIA_TYPES: Readonly<Record<FileKind, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xls: "application/vnd.ms-excel",
};

export const downloadBeneficiaryTemplate = memberOperation({
  name: "downloadBeneficiaryTemplate",
  method: "GET",
  path: "/merchants/{merchantId}/beneficiary-template",
  tag: "Beneficiaries",
  summary: "Download the template for a file of beneficiaries",
  query: { format: oneOf(["csv", "xlsx", "xls"]) },
  output: { download: Object.values(MEDIA_TYPES) },
  handle: async ({ input: { format } }) => {
    const { name, bytes } = await writeTemplate("BENEFICIARIES", format);
    return { name, bytes, mediaType: MEDIA_TYPES[format] };
  },
});
