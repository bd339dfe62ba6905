import type { Feature } from "#dashboard/feature.ts";

export const beneficiaries: Feature = {
  area: "beneficiaries",
  screens: [
    { path: "beneficiaries", file: "list.tsx" },
    { path: "beneficiaries/new", file: "add.tsx" },
    { path: "beneficiaries/batch", file: "batches.tsx" },
    { path: "beneficiaries/batch/:batchId", file: "batch.tsx" },
    { path: "beneficiaries/removed", file: "removed.tsx" },
    { path: "beneficiaries/:beneficiaryId", file: "detail.tsx" },
  ],
  nav: [
    {
      group: "beneficiaries",
      order: 10,
      path: "beneficiaries",
      label: { en: "Beneficiaries", hi: "लाभार्थी" },
      goKey: "b",
    },
    {
      group: "beneficiaries",
      order: 20,
      path: "beneficiaries/batch",
      label: { en: "Batch", hi: "बैच" },
    },
  ],
};
