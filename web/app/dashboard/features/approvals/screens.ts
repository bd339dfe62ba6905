import type { Feature } from "#dashboard/feature.ts";

export const approvals: Feature = {
  area: "approvals",
  screens: [
    { path: "transfers/approve", file: "queue.tsx" },
    { path: "transfers/approve/history", file: "history.tsx" },
    { path: "transfers/approve-batches", file: "batch-queue.tsx" },
    { path: "transfers/approve-batches/:requestId", file: "batch-request.tsx" },
    { path: "settings/approval-policies", file: "policies.tsx" },
  ],
  nav: [
    {
      group: "transfers",
      order: 40,
      path: "transfers/approve",
      label: { en: "Approve", hi: "स्वीकृति" },
      goKey: "a",
    },
    {
      group: "transfers",
      order: 50,
      path: "transfers/approve-batches",
      label: { en: "Approve Batch", hi: "बैच स्वीकृति" },
    },
    {
      group: "settings",
      order: 40,
      path: "settings/approval-policies",
      label: { en: "Approval policies", hi: "स्वीकृति नीतियाँ" },
    },
  ],
};
