import type { Feature } from "#dashboard/feature.ts";

export const reconciliation: Feature = {
  area: "reconciliation",
  screens: [
    { path: "fund-sources/reconciliation", file: "breaks.tsx" },
    { path: "fund-sources/reconciliation/statements", file: "statements.tsx" },
    { path: "fund-sources/reconciliation/breaks/:breakId", file: "break.tsx" },
  ],
  nav: [
    {
      group: "fund-sources",
      order: 35,
      path: "fund-sources/reconciliation",
      label: { en: "Reconciliation", hi: "मिलान" },
    },
  ],
};
