import type { Feature } from "#dashboard/feature.ts";

export const batches: Feature = {
  area: "batches",
  screens: [
    { path: "transfers/batches", file: "batch-list.tsx" },
    { path: "transfers/batches/new", file: "new-batch.tsx" },
    { path: "transfers/batches/drafts/:draftId", file: "draft.tsx" },
    { path: "transfers/batches/:batchId", file: "batch.tsx" },
  ],
  nav: [{ group: "transfers", order: 30, path: "transfers/batches", label: { en: "Batch", hi: "बैच" } }],
};
